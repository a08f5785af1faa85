//! Modular multiplications inside a scalar multiplication: tables 15 and 17 to 26 of
//! `[Arruda2014]`, from our own measurements.

use super::{Listing, Row, param};
use crate::output::duration;
use crate::published::scalar::{self, SCALAR_ARM};
use crate::record::Measurement;
use crate::study::scalar::inside::{MUL, PROBED, REPLAY, SQR, WHOLE};

/// The ways of squaring, in the order of the columns.
const SQUARINGS: [&str; 3] = ["multp", "sqr", "comba"];

/// One multiplication on one curve: its measurements by operation.
struct Case<'a> {
    curve: String,
    squaring: String,
    of: &'a Measurement,
    rows: Vec<&'a Measurement>,
}

impl<'a> Case<'a> {
    fn op(&self, op: &str) -> Option<&'a Measurement> {
        self.rows.iter().copied().find(|m| m.op == op && m.correct)
    }

    fn time(&self, op: &str) -> Option<f64> {
        self.op(op).map(Measurement::time)
    }

    /// A number of the probed row; with `inner`, the member of that name in an object.
    fn probed(&self, name: &str, inner: Option<&str>) -> Option<f64> {
        let value = self.op(PROBED)?.params.get(name)?;
        inner.map_or(Some(value), |inner| value.get(inner))?.as_f64()
    }

    /// What identifies the multiplication, apart from its way of squaring.
    fn key(&self) -> (usize, &str, &str, &str) {
        (self.of.threads, &self.of.algorithm, &self.of.kernel, &self.of.executor)
    }

    /// Its names in the first columns.
    fn names(&self) -> Vec<String> {
        let executor = if self.of.threads > 1 { self.of.executor.as_str() } else { "" };
        vec![
            self.of.algorithm.clone(),
            self.of.threads.to_string(),
            self.of.kernel.clone(),
            executor.into(),
        ]
    }
}

const NAMES: [&str; 4] = ["multiplication", "threads", "kernel", "executor"];

fn cases(measurements: &[Measurement]) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let ops = [WHOLE, PROBED, MUL, SQR, REPLAY];
    for m in measurements.iter().filter(|m| m.study == "scalar" && ops.contains(&m.op.as_str())) {
        let (curve, squaring) = (param(m, "curve"), param(m, "squaring"));
        let case = Case { curve, squaring, of: m, rows: vec![m] };
        let same = |c: &&mut Case<'_>| {
            c.curve == case.curve && c.squaring == case.squaring && c.key() == case.key()
        };
        match cases.iter_mut().find(same) {
            Some(known) => known.rows.push(m),
            None => cases.push(case),
        }
    }
    cases
}

/// All tables of these measurements.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let cases = cases(measurements);
    let mut curves: Vec<&str> = cases.iter().map(|c| c.curve.as_str()).collect();
    curves.dedup();
    let mut listings = Vec::new();
    for curve in &curves {
        let of_curve: Vec<&Case<'_>> = cases.iter().filter(|c| c.curve == *curve).collect();
        listings.push(whole(curve, &of_curve, WHOLE));
        if of_curve.iter().any(|c| c.op(REPLAY).is_some()) {
            listings.push(whole(curve, &of_curve, REPLAY));
        }
        listings.push(single(curve, &of_curve));
        listings.push(estimates(curve, &of_curve));
        listings.push(outside(curve, &of_curve));
    }
    if !cases.is_empty() {
        listings.insert(0, weights(&cases, &curves));
        listings.insert(1, question(&cases, &curves));
    }
    listings
}

fn header(names: &[&str], figures: &[&str]) -> Vec<String> {
    names.iter().chain(figures).map(|text| (*text).to_owned()).collect()
}

fn time(ns: Option<f64>) -> String {
    ns.map_or_else(|| "–".into(), duration)
}

fn ratio(of: Option<f64>, over: Option<f64>) -> String {
    of.zip(over).map_or_else(|| "–".into(), |(of, over)| format!("{:.2}", of / over))
}

/// The weights of the scalars, with the published ones.
fn weights(cases: &[Case<'_>], curves: &[&str]) -> Listing {
    let published = |bits: usize| {
        let column = [(256, 0), (384, 1), (521, 2), (1536, 3)].iter().find(|(b, _)| *b == bits)?.1;
        SCALAR_ARM.tables.iter().find(|t| t.table == 15)?.rows.get(column)
    };
    let row = |curve: &&str| {
        let of = cases.iter().filter(|c| c.curve == **curve).find_map(|c| c.op(WHOLE))?;
        let weight: usize = param(of, "weight").parse().ok()?;
        let mut cells = vec![
            (*curve).to_owned(),
            of.bits.to_string(),
            weight.to_string(),
            weight.saturating_sub(1).to_string(),
        ];
        cells.extend(["squares", "products", "inversions"].map(|name| param(of, name)));
        let there = published(of.bits);
        cells.extend([1, 2, 3].map(|i| there.map_or_else(|| "–".into(), |row| row[i].to_string())));
        Some(Row { cells, best: false })
    };
    Listing {
        title: "The scalars and what their multiples take".into(),
        note: "Ones of the scalar k, and the additions of points, squares q and products m of k G from a table of doublings. On the right \
               the published table 15: its scalars are not printed, and most of its additions on 1536 bits are of the neutral element."
            .into(),
        names: 1,
        header: header(
            &["curve"],
            &["bits", "weight", "additions", "q", "m", "inversions", "published weight", "additions of points", "of the neutral element"],
        ),
        rows: curves.iter().filter_map(row).collect(),
        detail: false,
    }
}

/// Whole multiplications by way of squaring, speedups over the fastest one-thread multiplication
/// with the same squaring, and comba over multp.
fn whole(curve: &str, cases: &[&Case<'_>], op: &str) -> Listing {
    let mut keys: Vec<_> = Vec::new();
    for case in
        cases.iter().filter(|c| c.op(op).is_some() && !keys.contains(&c.key())).collect::<Vec<_>>()
    {
        if !keys.contains(&case.key()) {
            keys.push(case.key());
        }
    }
    let find = |key, squaring: &str| {
        cases.iter().find(|c| c.key() == key && c.squaring == squaring).and_then(|c| c.time(op))
    };
    let fastest = |squaring: &str, threads: Option<usize>| {
        let fits =
            |c: &&&Case<'_>| c.squaring == squaring && threads.is_none_or(|t| c.of.threads == t);
        cases.iter().filter(fits).filter_map(|c| c.time(op)).min_by(f64::total_cmp)
    };
    let best = SQUARINGS.map(|squaring| fastest(squaring, None));
    let row = |key| {
        let case = cases.iter().find(|c| c.key() == key)?;
        let times = SQUARINGS.map(|squaring| find(key, squaring));
        let mut cells = case.names();
        cells.extend(times.map(time));
        cells.extend(
            SQUARINGS.iter().zip(times).map(|(squaring, t)| ratio(fastest(squaring, Some(1)), t)),
        );
        cells.push(ratio(times[2], times[0]));
        Some(Row { cells, best: times.iter().zip(best).any(|(t, best)| t.is_some() && *t == best) })
    };
    let (what, note) = match op {
        REPLAY => (
            "the published numbers of squares and products",
            "A replay: exactly the squares and products that the thesis counts, outside of any curve, and no multiple of a point. ",
        ),
        _ => ("k G by multiplication, threads and squaring", "Right multiples, checked. "),
    };
    Listing {
        title: format!("{curve}: {what}"),
        note: format!(
            "{note}Median times; speedup over the fastest on one thread that squares alike; the last column is the thesis's comba over multp."
        ),
        names: 4,
        header: header(
            &NAMES,
            &[
                "multp",
                "sqr",
                "comba",
                "speedup multp",
                "speedup sqr",
                "speedup comba",
                "comba/multp",
            ],
        ),
        rows: keys.into_iter().filter_map(row).collect(),
        detail: false,
    }
}

fn names_with_squaring(case: &Case<'_>) -> Vec<String> {
    let mut names = case.names();
    names.push(case.squaring.clone());
    names
}

fn with_squaring() -> Vec<&'static str> {
    NAMES.into_iter().chain(["squaring"]).collect()
}

/// Single products and squares inside.
fn single(curve: &str, cases: &[&Case<'_>]) -> Listing {
    let row = |case: &&Case<'_>| {
        let mut cells = names_with_squaring(case);
        for kind in ["mul", "sqr"] {
            let number = |name| case.probed(kind, Some(name));
            cells.extend(["median", "q1", "q3", "mean"].map(|name| time(number(name))));
        }
        Row { cells, best: false }
    };
    Listing {
        title: format!("{curve}: single products and squares inside k G"),
        note: "By the clock read before and after each, its own time included.".into(),
        names: 5,
        header: header(
            &with_squaring(),
            &["median", "q1", "q3", "mean", "square: median", "q1", "q3", "mean"],
        ),
        rows: cases.iter().map(row).collect(),
        detail: true,
    }
}

/// The estimate against the time.
fn estimates(curve: &str, cases: &[&Case<'_>]) -> Listing {
    let row = |case: &&Case<'_>| {
        let (whole, probed) = (case.time(WHOLE), case.time(PROBED));
        let (estimate, less) =
            (case.probed("estimate", None), case.probed("estimate_less_clock", None));
        let mut cells = names_with_squaring(case);
        cells.extend([
            time(whole),
            time(estimate),
            ratio(estimate, whole),
            time(less),
            ratio(less, whole),
        ]);
        cells.extend([time(probed), ratio(estimate, probed), time(added(case))]);
        Row { cells, best: false }
    };
    Listing {
        title: format!("{curve}: the estimate q t_q + m t_m against the time"),
        note: "The estimate takes the means of single squares and products; less the clock, each is shortened by what the clock reads with nothing \
               to time. Probed: the whole with the clock read around each; added: by how much each probe prolongs the whole."
            .into(),
        names: 5,
        header: header(
            &with_squaring(),
            &["k G", "estimate", "over k G", "less the clock", "over k G", "probed", "estimate over probed", "added"],
        ),
        rows: cases.iter().map(row).collect(),
        detail: true,
    }
}

/// What each probe adds to the whole time.
fn added(case: &Case<'_>) -> Option<f64> {
    let probes = case.probed("probes", None)?;
    Some((case.time(PROBED)? - case.time(WHOLE)?) / probes)
}

/// Products inside a scalar multiplication against products outside.
fn outside(curve: &str, cases: &[&Case<'_>]) -> Listing {
    let row = |case: &&Case<'_>| {
        let mut cells = names_with_squaring(case);
        for (kind, op) in [("mul", MUL), ("sqr", SQR)] {
            let (inside, clock) = (case.probed(kind, Some("min")), case.probed("clock", None));
            let inside = inside.zip(clock).map(|(inside, clock)| inside - clock);
            let alone = case.op(op).map(|m| m.min);
            cells.extend([time(inside), time(alone), ratio(inside, alone)]);
        }
        Row { cells, best: false }
    };
    Listing {
        title: format!("{curve}: a product inside and outside of the curve"),
        note: "Minima, as in the thesis's tables 25 and 26: inside less what the clock reads with nothing to time, outside in a chain of its own. \
               Below some 50 ns a step of the clock is a part of the figure."
            .into(),
        names: 5,
        header: header(
            &with_squaring(),
            &["product inside", "outside", "ratio", "square inside", "outside", "ratio"],
        ),
        rows: cases.iter().map(row).collect(),
        detail: true,
    }
}

/// The open question of `[Arruda2014]` in one table: one thread against more.
fn question(cases: &[Case<'_>], curves: &[&str]) -> Listing {
    let mut rows = Vec::new();
    for curve in curves {
        let mut threads: Vec<usize> =
            cases.iter().filter(|c| c.curve == *curve).map(|c| c.of.threads).collect();
        threads.dedup();
        for count in threads {
            let of: Vec<&Case<'_>> =
                cases.iter().filter(|c| c.curve == *curve && c.of.threads == count).collect();
            let middle = |value: &dyn Fn(&Case<'_>) -> Option<f64>| {
                let mut values: Vec<f64> = of.iter().filter_map(|c| value(c)).collect();
                values.sort_by(f64::total_cmp);
                values.get(values.len() / 2).copied()
            };
            let share = |name: &'static str, op: &'static str| {
                middle(&move |c: &Case<'_>| Some(c.probed(name, None)? / c.time(op)?))
            };
            let two = |x: Option<f64>| x.map_or_else(|| "–".into(), |x| format!("{x:.2}"));
            let cells = vec![
                (*curve).to_owned(),
                count.to_string(),
                of.len().to_string(),
                two(share("estimate", WHOLE)),
                two(share("estimate_less_clock", WHOLE)),
                two(share("estimate", PROBED)),
                time(middle(&added)),
            ];
            rows.push(Row { cells, best: false });
        }
    }
    Listing {
        title: "Why an estimate can exceed the time".into(),
        note: "Medians over all multiplications and squarings of a thread count. Sums of single times cannot exceed the run they were taken in: the \
               estimate over the probed time shows that. They can exceed a run without probes, by what the probes add."
            .into(),
        names: 2,
        header: header(
            &["curve", "threads"],
            &["rows", "estimate over k G", "less the clock", "estimate over probed", "a probe adds"],
        ),
        rows,
        detail: false,
    }
}

/// Whole multiplications in the published tables and here.
pub(super) fn published(measurements: &[Measurement]) -> Vec<Listing> {
    let cases = cases(measurements);
    if cases.is_empty() {
        return Vec::new();
    }
    let fastest = |p: &scalar::Published, op: &str| {
        let fits = |c: &&Case<'_>| {
            Some(c.of.algorithm.as_str()) == p.algorithm
                && (c.of.threads, c.of.bits, c.squaring.as_str()) == (p.threads, p.bits, p.squaring)
        };
        cases.iter().filter(fits).filter_map(|c| c.time(op)).min_by(f64::total_cmp)
    };
    let row = |p: &scalar::Published| {
        let (whole, replay) = (fastest(p, WHOLE), fastest(p, REPLAY));
        whole.or(replay)?;
        let mut cells =
            vec![p.printed.clone(), p.threads.to_string(), p.squaring.into(), p.bits.to_string()];
        cells.extend([
            duration(p.ns),
            time(whole),
            ratio(Some(p.ns), whole),
            time(replay),
            ratio(Some(p.ns), replay),
        ]);
        Some(Row { cells, best: false })
    };
    let beside = Listing {
        title: "Whole multiplications, published and here".into(),
        note: format!(
            "Tables 17 and 19 on {}, beside medians here: right multiples by other scalars, and the replay of the published numbers of squares and \
             products.",
            SCALAR_ARM.platform
        ),
        names: 3,
        header: header(
            &["algorithm", "threads", "squaring"],
            &[
                "bits",
                "published",
                "k G here",
                "published over it",
                "replay here",
                "published over it",
            ],
        ),
        rows: scalar::whole().iter().filter_map(row).collect(),
        detail: false,
    };
    vec![beside]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::made_up::mul;
    use serde_json::json;

    fn row(algorithm: &str, threads: usize, squaring: &str, op: &str, time: f64) -> Measurement {
        let mut m = mul(algorithm, threads, 521, time);
        (m.study, m.op) = ("scalar".into(), op.into());
        m.params.insert("curve".into(), "secp521r1".into());
        m.params.insert("squaring".into(), squaring.into());
        if op == PROBED {
            let statistics =
                json!({"min": 10.0, "q1": 10.5, "median": 11.0, "q3": 11.5, "mean": 11.0});
            for (name, value) in [
                ("mul", statistics.clone()),
                ("sqr", statistics),
                ("probes", 100.into()),
                ("estimate", 1100.0.into()),
                ("estimate_less_clock", 900.0.into()),
                ("clock", 2.0.into()),
            ] {
                m.params.insert(name.into(), value);
            }
        }
        m
    }

    fn some() -> Vec<Measurement> {
        let mut ms = Vec::new();
        for (algorithm, threads, factor) in [("montgomery", 1, 1.0), ("bipartite", 2, 2.0)] {
            for squaring in ["multp", "comba"] {
                let slow = if squaring == "comba" { 3.0 } else { 1.0 };
                ms.push(row(algorithm, threads, squaring, WHOLE, 1000.0 * factor * slow));
                ms.push(row(algorithm, threads, squaring, PROBED, 1500.0 * factor * slow));
                ms.push(row(algorithm, threads, squaring, MUL, 8.0 * factor));
                ms.push(row(algorithm, threads, squaring, REPLAY, 700.0 * factor));
            }
        }
        ms[0].params.insert("weight".into(), 260.into());
        ms
    }

    fn find<'a>(listings: &'a [Listing], title: &str) -> &'a Listing {
        listings.iter().find(|l| l.title.contains(title)).unwrap()
    }

    #[test]
    fn speedups_ratios_and_estimates_by_hand() {
        let listings = listings(&some());
        for l in &listings {
            assert!(l.rows.iter().all(|r| r.cells.len() == l.header.len()), "{}", l.title);
        }
        let whole = find(&listings, "k G by multiplication");
        let cells = |row: usize| whole.rows[row].cells[4..].join(" ");
        assert_eq!(cells(0), "1.00 µs – 3.00 µs 1.00 – 1.00 3.00");
        assert_eq!(cells(1), "2.00 µs – 6.00 µs 0.50 – 0.50 3.00");
        assert!(whole.rows[0].best && !whole.rows[1].best);
        let estimates = find(&listings, "the estimate");
        // 1100 over 1000, 900 over 1000, 1100 over 1500, 500 for 100 probes.
        assert_eq!(
            estimates.rows[0].cells[5..].join(" "),
            "1.00 µs 1.10 µs 1.10 900 ns 0.90 1.50 µs 0.73 5.00 ns"
        );
        let outside = find(&listings, "inside and outside");
        assert_eq!(outside.rows[0].cells[5..8].join(" "), "8.00 ns 8.00 ns 1.00");
        assert_eq!(find(&listings, "The scalars").rows[0].cells[2..4].join(" "), "260 259");
        assert_eq!(find(&listings, "Why an estimate").rows.len(), 2);
    }

    #[test]
    fn published_times_stand_beside_ours() {
        let listings = published(&some());
        // From table 19: Montgomery on one thread, 12420.33 µs, and bipartite on two; the same from
        // table 17.
        assert_eq!(listings[0].rows.len(), 4);
        let montgomery = listings[0]
            .rows
            .iter()
            .find(|r| r.cells[..4].join(" ") == "Montgomery 1 multp 521")
            .unwrap();
        assert_eq!(montgomery.cells[4..].join(" "), "12.4 ms 1.00 µs 12420.33 700 ns 17743.33");
        assert_eq!(listings.len(), 1);
        assert!(published(&[]).is_empty());
    }
}
