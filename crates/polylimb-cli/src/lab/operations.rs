//! `polylimb lab pairing --operations`: counts the operations of the pairing, compares them with
//! the published counts, and measures pairs of operations on one core and on two.
//! `polylimb lab scalar --operations`: does so for doublings and additions of points.

use super::given::Given;
use super::mote::grid;
use super::results;
use polylimb::authors::limb::Kernel;
use polylimb::cpu::Features;
use polylimb_lab::failure::Result;
use polylimb_lab::measure::statistics::{Summary, count as real, round_to};
use polylimb_lab::output::{duration, whole_file};
use polylimb_lab::published::pairing::PAIRING_ARM;
use polylimb_lab::record::{Measurement, Run, TWO_CORES};
use polylimb_lab::registry::TEAM;
use polylimb_lab::runner::local;
use polylimb_lab::study::pairing::operations::{Entry, count};
use polylimb_lab::study::pairing::two_cores::{self, PAIRS};
use polylimb_lab::study::scalar::{self, Curve};
use polylimb_lab::study::two_cores::Compared;
use std::fmt::Write as _;
use std::path::Path;

/// The parts of the counted Miller loop, which the paper counts separately.
const MILLER: [&str; 2] = ["Miller loop", "adjustment of f"];

/// Counts and measures a pairing, shows, writes.
pub(super) fn of_pairing(json: Option<&Path>, given: &Given) -> Result<()> {
    json.map_or(Ok(()), whole_file::check)?;
    let (entries, compared, whole) = (count()?, two_cores::measure()?, two_cores::whole()?);
    let by = |way: &'static str| move |c: &Compared| sides("pairing", way, "bn254", 254, c);
    let counted = entries.iter().flat_map(counted);
    let compared_here = compared.iter().flat_map(by("by products"));
    let measurements: Vec<_> =
        counted.chain(compared_here).chain(whole.iter().flat_map(by("by queues"))).collect();
    let text = counts(&entries) + &measured(&compared) + &estimated(&compared) + &of_whole(&whole);
    show(json, measurements, given, &text)
}

/// Measures operations of points, shows, writes.
pub(super) fn of_points(curves: &[Curve], json: Option<&Path>, given: &Given) -> Result<()> {
    json.map_or(Ok(()), whole_file::check)?;
    let mut measurements = Vec::new();
    let mut grid = grid(&["curve", "operation", "one core", "two cores", "factor"]);
    for curve in curves {
        for c in scalar::two_cores::measure(curve)? {
            let bits = curve.parameters.bits();
            measurements.extend(sides("scalar", "by products", &curve.title, bits, &c));
            let [one, two] = [c.one.median, c.two.median].map(duration);
            grid.add_row([&curve.title, &c.what, &one, &two, &format!("{:.2}", c.factor())]);
        }
    }
    let text = format!(
        "Points in Jacobian coordinates, the independent products of each formula shared by two cores\n{grid}\n\n\
         factor: the time on two cores by that on one; below 1 the second core pays.\n\
         The multiplication is the built-in profile's for one thread.\n"
    );
    show(json, measurements, given, &text)
}

fn show(json: Option<&Path>, rows: Vec<Measurement>, given: &Given, text: &str) -> Result<()> {
    let host = local::host(given.repeat(0), 0, rows.len());
    results::put(json, &Run { host, measurements: rows, ..Run::default() }, text)
}

/// The published products and squares of a part as counted here; all are of bn254.
fn published(e: &Entry) -> Option<[f64; 2]> {
    let of = |name: &str| PAIRING_ARM.numbers(0, name).map(|n| [n[1], n[2]]);
    if e.curve != "bn254" || e.part != "Miller loop and adjustment" {
        return of(e.part).filter(|_| e.curve == "bn254");
    }
    let [[a, b], [c, d]] = [of(MILLER[0])?, of(MILLER[1])?];
    Some([a + c, b + d])
}

/// Counts in the form of the other studies' measurements: products, then squares.
fn counted(e: &Entry) -> [Measurement; 2] {
    let published = published(e);
    [("products", e.products, 0), ("squares", e.squares, 1)].map(|(op, number, column)| {
        let number = f64::from(number);
        let mut m = row("pairing", e.way, e.curve, e.bits);
        (m.op, m.unit, m.threads, m.runs) = (op.into(), "operations".into(), 1, 1);
        m.set_times(&Summary::of(&mut [number]).unwrap_or_default());
        m.params.insert("part".into(), e.part.into());
        m.params.insert("published".into(), published.map(|p| p[column]).into());
        m
    })
}

/// The two sides of a comparison in the form of the other studies' measurements. How two cores
/// share the work: each pair of products, or longer pieces through a queue.
fn sides(study: &str, way: &str, curve: &str, bits: usize, c: &Compared) -> [Measurement; 2] {
    [(1, &c.one), (2, &c.two)].map(|(threads, times)| {
        let mut m = row(study, TWO_CORES, curve, bits);
        (m.op, m.unit, m.threads) = (c.what.clone(), "ns".into(), threads);
        m.set_times(times);
        m.executor = if threads == 1 { "alone" } else { TEAM }.into();
        m.speedup = Some(round_to(c.one.median / times.median, 4));
        m.efficiency = m.speedup.map(|speedup| round_to(speedup / real(threads), 4));
        m.params.insert("way".into(), way.into());
        m.params.insert("published".into(), published_factor(&c.what).into());
        m.warnings.clone_from(&c.warnings);
        m
    })
}

/// What the rows of a curve share. That both sides compute the same is checked before they are
/// timed.
fn row(study: &str, algorithm: &str, curve: &str, bits: usize) -> Measurement {
    let mut m = Measurement {
        study: study.into(),
        algorithm: algorithm.into(),
        bits,
        correct: true,
        kernel: Kernel::best(Features::detect()).name().into(),
        executor: "alone".into(),
        constant_time: "yes".into(),
        library: true,
        ..Measurement::default()
    };
    m.params.insert("curve".into(), curve.into());
    m
}

/// The factor of Table IV.
fn published_factor(operation: &str) -> Option<f64> {
    PAIRING_ARM.numbers(4, operation).map(|numbers| numbers[1])
}

/// Table IV as measured here, and formulas made of such operations.
fn measured(compared: &[Compared]) -> String {
    let mut grid = grid(&["operation", "one core", "two cores", "factor", "published"]);
    for c in compared {
        let what =
            if PAIRS.contains(&c.what.as_str()) { format!("2 {}", c.what) } else { c.what.clone() };
        let [one, two] = [c.one.median, c.two.median].map(duration);
        let published = published_factor(&c.what).map_or("-".into(), |f| format!("{f:.2}"));
        grid.add_row([what, one, two, format!("{:.2}", c.factor()), published]);
    }
    format!(
        "\nTable IV on this machine: independent operations by command and answer on a second core, and formulas of them\n{grid}\n\n\
         M are products of F_p; published: a Cortex-A9, whose cores share a cache and whose product of F_p takes 600 cycles.\n\
         A factor above 1 is a loss. A whole pairing on two threads by queues: lab pairing --threads 1,2.\n"
    )
}

fn counts(entries: &[Entry]) -> String {
    let mut grid = grid(&["part", "way", "products", "squares", "published", "published"]);
    for e in entries {
        let [products, squares] =
            published(e).map_or(["-".into(), "-".into()], |p| p.map(|n| n.to_string()));
        let ours = [e.products, e.squares].map(|n| n.to_string());
        let [p, s] = ours;
        grid.add_row([e.part.to_owned(), e.way.to_owned(), p, s, products, squares]);
    }
    format!(
        "The optimal ate pairing on bn254, and the final exponentiation on bls12-381 (hayashida): products and squares of F_p^2\nsource: {}\n{grid}\n\n\
         published: the text's counts, with 7 products to a doubling; Algorithm 4 as printed has 8 (jacobian-as-printed).\n\
         One square and one product by a line less: the loop's value starts as the first line.\n\
         The text's adjustment is 59 and 6; two additions and two products by lines of its other counts are 62 and 8.\n\
         jacobian adds affine points. homogeneous has the fewest products. scott and fuentes square by Granger, Scott 2010.\n",
        PAIRING_ARM.source
    )
}

/// Table VI, and the same on this machine.
fn of_whole(whole: &[Compared]) -> String {
    let mut grid = grid(&[
        "part",
        "Cortex-A9, one core",
        "two",
        "factor",
        "here, one thread",
        "two",
        "factor",
    ]);
    for c in whole {
        let cell = |i: usize| PAIRING_ARM.numbers(6, &c.what).map_or(0.0, |numbers| numbers[i]);
        let (one, two) = (cell(3), cell(4));
        grid.add_row([
            c.what.clone(),
            format!("{one}"),
            format!("{two}"),
            format!("{:.2}", two / one),
            duration(c.one.median),
            duration(c.two.median),
            format!("{:.2}", c.factor()),
        ]);
    }
    format!(
        "\nTable VI: the paper's assembly in thousands of cycles, pairs of operations on two cores; here homogeneous lines, two threads joined by queues\n{grid}\n\n\
         Earlier work on Cortex-A9 in the same table: 11886 (Grewal and others 2012), 9477 (Sanchez, Rodriguez-Henriquez 2013).\n"
    )
}

/// Table V, with the values that follow from Table IV, every operation done in pairs, and from the
/// factors measured here.
fn estimated(compared: &[Compared]) -> String {
    let mut grid = grid(&["part", "operation", "one core", "times", "follows", "printed", "here"]);
    for part in ["Miller loop", "adjustment of f", "final exponentiation"] {
        for (i, operation) in PAIRS.iter().enumerate() {
            let cell = |table, name: &str, i: usize| {
                PAIRING_ARM.numbers(table, name).map_or(0.0, |numbers| numbers[i])
            };
            let (one, factor, printed) =
                (cell(0, part, i), cell(4, operation, 1), cell(5, part, i));
            if one > 0.0 {
                let ours = compared.iter().find(|c| c.what == *operation);
                let ours = one * ours.map_or(1.0, Compared::factor);
                let numbers = [one, factor, one * factor, printed, ours];
                let [one, factor, follows, printed, ours] = numbers.map(|n| format!("{n:.2}"));
                grid.add_row([part, operation, &one, &factor, &follows, &printed, &ours]);
            }
        }
    }
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\nTable V, estimated with two cores, beside what follows from Table IV if every operation has a partner\n{grid}\n\n\
         Where the printed cost is higher, not all of the operations were paired. here: with the factors of this machine.\n"
    );
    text
}
