//! Every published cell with ours beside it, or with a sentence that says why there is none.

use super::{Listing, Row as Line};
use crate::published::mote::F2M_ATMEGA128;
use crate::published::pairing::{FP_ARM, PAIRING_ARM};
use crate::published::scalar::{SCALAR_ARM, Source, Table as Printed};
use crate::published::{self, BESIDE, MODMUL_ARM, Row, powm, registry_name};
use crate::record::{Measurement, PublishedRow, TWO_CORES};
use crate::study::scalar::inside::{MUL, PROBED, REPLAY, WHOLE};
use serde_json::Value;

/// A published figure and ours.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    /// As printed.
    published: String,
    /// Ours, in the unit of the table or as its text says; or why there is none.
    here: Result<String, String>,
}

/// A published table with ours in its cells.
#[derive(Debug, Clone, PartialEq)]
struct Beside {
    /// The study to which it belongs.
    study: &'static str,
    /// The work, and its machine.
    source: [&'static str; 2],
    /// Its number.
    table: usize,
    /// What it shows.
    title: String,
    /// The unit.
    unit: &'static str,
    /// The columns.
    columns: Vec<String>,
    /// How many columns name the row.
    names: usize,
    /// The names of each row, and its cells; `None` where nothing is printed.
    rows: Vec<(Vec<String>, Vec<Option<Cell>>)>,
    /// The slips of the source.
    notes: Vec<String>,
}

impl Beside {
    /// The cells with something printed.
    fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|(_, cells)| cells).flatten()
    }
}

/// The tables that belong to the studies of these measurements.
fn tables(measurements: &[Measurement]) -> Vec<Beside> {
    let has = |study: &str| measurements.iter().any(|m| m.study == study && m.unit == "ns");
    let all = Here(measurements);
    let mut tables = Vec::new();
    if has("modmul") {
        tables.extend(modmul(&all));
    }
    if measurements.iter().any(|m| m.study == "scalar" && m.op == WHOLE) {
        let here = |table: &Printed, row: &[Value], column| scalar(&all, table, row, column);
        tables.extend(of("scalar", &SCALAR_ARM, 2, here));
    }
    if has("pairing") {
        let here = |table: &Printed, row: &[Value], column| pairing(&all, table, row, column);
        tables.extend(of("pairing", &PAIRING_ARM, 1, here));
        tables.extend(of("pairing", &FP_ARM, 2, |_, _, column| whole_pairing(&all, column)));
    }
    if has("field") {
        let here = |table: &Printed, row: &[Value], column| field(&all, table, row, column);
        tables.extend(of("field", &F2M_ATMEGA128, 1, here));
        let of_fields = |table: &Printed| (1..=3).contains(&table.table);
        tables.extend(
            of("field", &PAIRING_ARM, 1, |table, row, _| prime_field(&all, table, row))
                .into_iter()
                .zip(&PAIRING_ARM.tables)
                .filter(|(_, table)| of_fields(table))
                .map(|(beside, _)| beside),
        );
    }
    tables
}

type Found = Result<String, String>;

/// A transcription with the figures that `here` finds for the row and column of a table.
fn of(
    study: &'static str,
    source: &'static Source,
    names: usize,
    here: impl Fn(&Printed, &[Value], usize) -> Found,
) -> Vec<Beside> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let table = |table: &'static Printed| {
        // Table 15 has one column of names, and Table 6 of the mote its unit as a second.
        let names = if table.columns[0] == "curve" { 1 } else { names };
        let row = |row: &Vec<Value>| {
            let cell = |column: usize| {
                let published = text(&row[column]);
                (!row[column].is_null()).then(|| Cell { published, here: here(table, row, column) })
            };
            let cells = (names..row.len()).map(cell).collect();
            (row[..names].iter().map(text).collect(), cells)
        };
        Beside {
            study,
            source: [&source.source, &source.platform],
            table: table.table,
            title: table.title.clone(),
            unit: &table.unit,
            columns: table.columns.clone(),
            names,
            rows: table.rows.iter().map(row).collect(),
            notes: table.notes.clone(),
        }
    };
    source.tables.iter().map(table).collect()
}

/// The tables as listings: ours in brackets behind each printed figure, and why they are missing.
pub(super) fn listings(measurements: &[Measurement]) -> Vec<Listing> {
    let listing = |beside: &Beside| {
        let mut whys: Vec<&str> = Vec::new();
        let text = |cell: &Option<Cell>| match cell {
            None => "–".to_owned(),
            Some(Cell { published, here: Ok(here) }) => format!("{published} ({here})"),
            Some(Cell { published, .. }) => published.clone(),
        };
        for cell in beside.cells() {
            match &cell.here {
                Err(why) if !whys.contains(&why.as_str()) => whys.push(why),
                _ => {}
            }
        }
        let paired = beside.cells().filter(|cell| cell.here.is_ok()).count();
        let all = beside.cells().count();
        let mut note = vec![
            format!("{}; {}; {}.", beside.title, beside.unit, beside.source[1]),
            format!("As printed (here): {paired} of {all} cells have ours beside them."),
        ];
        if !whys.is_empty() {
            note.push(format!("Without: {}.", whys.join("; ")));
        }
        note.extend(beside.notes.iter().cloned());
        let row = |(names, cells): &(Vec<String>, Vec<Option<Cell>>)| {
            let cells = names.iter().cloned().chain(cells.iter().map(text)).collect();
            Line { cells, best: false }
        };
        Listing {
            title: format!("Published table {}, and here", beside.table),
            note: note.join(" "),
            names: beside.names,
            header: beside.columns.clone(),
            rows: beside.rows.iter().map(row).collect(),
            detail: false,
        }
    };
    tables(measurements).iter().map(listing).collect()
}

/// The published figures that belong to these measurements, each with ours or why there is none.
#[must_use]
pub fn records(measurements: &[Measurement]) -> Vec<PublishedRow> {
    let tables = tables(measurements);
    let (of_modmul, others): (Vec<_>, Vec<_>) = tables.iter().partition(|t| t.study == "modmul");
    let cells = of_modmul.iter().flat_map(|table| table.cells());
    let mut rows: Vec<_> = MODMUL_ARM.records().into_iter().zip(cells).map(with_ours).collect();
    if measurements.iter().any(|m| m.study == "powm") {
        let shown = |row: powm::Beside| Cell {
            published: shown(row.published.0 / 1000.0),
            here: row.here.map(|ns| shown(ns / 1000.0)),
        };
        let cells: Vec<_> = powm::beside(measurements).into_iter().map(shown).collect();
        rows.extend(powm::records().into_iter().zip(&cells).map(with_ours));
    }
    rows.extend(others.iter().flat_map(|table| lines(table)));
    rows
}

fn with_ours((mut row, cell): (PublishedRow, &Cell)) -> PublishedRow {
    row.cell.clone_from(&cell.published);
    row.here = cell.here.clone().ok();
    row.why = cell.here.clone().err();
    row
}

/// A line for each cell.
fn lines(beside: &Beside) -> Vec<PublishedRow> {
    let mut lines = Vec::new();
    for (names, cells) in &beside.rows {
        let columns = &beside.columns[beside.names..];
        for (column, cell) in columns.iter().zip(cells) {
            let Some(cell) = cell else { continue };
            let line = PublishedRow {
                published: true,
                study: beside.study.into(),
                source: beside.source[0].into(),
                platform: beside.source[1].into(),
                table: beside.table,
                title: beside.title.clone(),
                unit: beside.unit.into(),
                row: names.clone(),
                column: column.clone(),
                ..PublishedRow::default()
            };
            lines.push(with_ours((line, cell)));
        }
    }
    lines
}

/// The measurements, and what is missing of them.
struct Here<'a>(&'a [Measurement]);

impl<'a> Here<'a> {
    /// The fastest row of a multiplication inside of a scalar multiplication; or what to measure.
    fn inside(
        &self,
        printed: &str,
        threads: usize,
        bits: usize,
        squaring: &str,
        op: &str,
    ) -> Result<&'a Measurement, String> {
        let name = registry_name(printed, threads);
        let of = |m: &&Measurement| m.study == "scalar" && m.op == op && m.correct;
        let squares = |m: &Measurement| m.params.get("squaring").is_some_and(|s| s == squaring);
        let rows: Vec<&Measurement> = self.0.iter().filter(of).collect();
        let fits = |m: &&&Measurement| {
            m.algorithm == name && m.threads == threads && m.bits == bits && squares(m)
        };
        let found = rows.iter().filter(fits).min_by(|a, b| a.time().total_cmp(&b.time()));
        found.copied().ok_or_else(|| {
            let size = format!("no curve of {bits} bits was measured (--curve)");
            let squaring = format!("{name} was not measured with the squaring {squaring}");
            published::missing(&rows, (name, threads, bits), "--modmul", size, squaring)
        })
    }

    /// The median of a row of another study, in ns.
    fn median(&self, fits: impl Fn(&Measurement) -> bool, why: &str) -> Result<f64, String> {
        let rows = self.0.iter().filter(|m| m.correct && m.unit == "ns" && fits(m));
        rows.map(Measurement::time).min_by(f64::total_cmp).ok_or_else(|| why.to_owned())
    }
}

/// Three digits, at most.
fn shown(x: f64) -> String {
    let digits = match x.abs() {
        x if x < 0.01 => 4,
        x if x < 1.0 => 3,
        x if x < 100.0 => 2,
        _ => 0,
    };
    format!("{x:.digits$}")
}

fn modmul(here: &Here<'_>) -> Vec<Beside> {
    let ours = here.0.iter().filter(|m| m.study == "modmul" && m.op == "mul" && m.correct);
    let ours: Vec<&Measurement> = ours.collect();
    let time = |threads: usize, printed: &str, bits: usize| {
        published::pairs_of(here.0, threads, printed, bits).ok_or_else(|| {
            let name = registry_name(printed, threads);
            let size = format!("no modulus of {bits} bits was measured (--bits)");
            let other = format!("{name} was not measured in as many blocks (--k)");
            published::missing(&ours, (name, threads, bits), "--algorithms", size, other)
        })
    };
    let speedup = |threads: usize, printed: &str, bits: usize| {
        let own = time(threads, printed, bits)?;
        let alone = ["GMP", "Barrett", "Montgomery"].map(|printed| time(1, printed, bits));
        let fastest = alone.into_iter().flatten().min_by(f64::total_cmp);
        let why = "no multiplication on one thread was measured (--threads)";
        fastest.map(|time| time / own).ok_or_else(|| why.to_owned())
    };
    let table = |table: &'static published::Table| {
        let is_time = table.unit == "us";
        let row = |Row(threads, printed, values): &Row| {
            let cell = |(&bits, value): (&usize, &f64)| {
                let here = if is_time {
                    time(*threads, printed, bits).map(|ns| shown(ns / 1000.0))
                } else {
                    speedup(*threads, printed, bits).map(shown)
                };
                Some(Cell { published: format!("{value:.2}"), here })
            };
            let names = vec![threads.to_string(), printed.clone()];
            (names, table.bits.iter().zip(values).map(cell).collect())
        };
        let columns = ["threads".to_owned(), "algorithm".to_owned()].into_iter();
        Beside {
            study: "modmul",
            source: [&MODMUL_ARM.source, &MODMUL_ARM.platform],
            table: table.table,
            title: table.title.clone(),
            unit: if is_time { "us, minima" } else { "ratio" },
            columns: columns.chain(table.bits.iter().map(usize::to_string)).collect(),
            names: 2,
            rows: table.rows.iter().map(row).collect(),
            notes: vec![
                "Tables 7 to 13 and 29, under ondemand: lab governor --published.".to_owned(),
            ],
        }
    };
    BESIDE.iter().filter_map(|&number| MODMUL_ARM.table(number)).map(table).collect()
}

/// The curve sizes of `[Arruda2014]`.
const SIZES: [usize; 4] = [256, 384, 521, 1536];

fn scalar(here: &Here<'_>, table: &Printed, row: &[Value], column: usize) -> Found {
    let heading = table.columns[column].as_str();
    if table.table == 15 {
        let at = table.rows.iter().position(|other| other == row).unwrap_or_default();
        let of = |m: &&Measurement| m.op == WHOLE && m.bits == SIZES[at];
        let weight = here.0.iter().filter(of).find_map(|m| m.params.get("weight")?.as_f64());
        let weight = weight
            .ok_or_else(|| format!("no curve of {} bits was measured (--curve)", SIZES[at]))?;
        return Ok(shown(match column {
            1 => weight,
            2 => weight - 1.0,
            _ => 1.0,
        }));
    }
    let threads = row[0].as_u64().unwrap_or_default() as usize;
    let printed = row[1].as_str().unwrap_or_default();
    let squaring = if table.title.contains("Comba mode") { "comba" } else { "multp" };
    let key = table.title.split("-bit key").next().and_then(|t| t.rsplit(' ').next());
    let key: usize = key.and_then(|bits| bits.parse().ok()).unwrap_or_default();
    let bits: usize = heading.rsplit(' ').next().and_then(|b| b.parse().ok()).unwrap_or(key);
    let whole = |squaring: &str| {
        here.inside(printed, threads, bits, squaring, WHOLE).map(|m| m.time() / 1000.0)
    };
    match table.table {
        16 => here.inside(printed, threads, bits, "multp", WHOLE).map(|_| "X".to_owned()),
        17 | 19 | 30..=33 => whole(squaring).map(shown),
        18 | 20 => {
            let own = whole(squaring)?;
            let alone = |name: &&str| here.inside(name, 1, bits, squaring, WHOLE).ok();
            let fastest = ["Schoolbook", "GMP", "Barrett", "Montgomery"];
            let fastest = fastest.iter().filter_map(alone).map(|m| m.time() / 1000.0);
            let fastest = fastest.min_by(f64::total_cmp);
            let why = "no multiplication on one thread was measured (--threads)";
            fastest.map(|time| shown(time / own)).ok_or_else(|| why.to_owned())
        }
        21 => Ok(shown(whole("comba")? / whole("multp")?)),
        22 | 23 | 35 | 36 | 39 | 40 => {
            let kind = if table.title.contains("squaring inside") { "sqr" } else { "mul" };
            let squaring = if heading.starts_with("Comba") { "comba" } else { "multp" };
            let statistic = match heading.split_once(' ').map_or("", |(_, name)| name) {
                "standard deviation" => "sd",
                "cv (%)" => "cv",
                other => other,
            };
            let value = single(here, printed, threads, key, squaring, kind, statistic)?;
            Ok(shown(if statistic == "cv" { value * 100.0 } else { value / 1000.0 }))
        }
        24 | 34 | 37 | 38 | 41 | 42 => {
            let count = |name: &str| {
                let from = table.title.split(name).nth(1);
                let digits = from.and_then(|t| t.split([',', ';', ' ']).next());
                digits.and_then(|d| d.parse::<f64>().ok()).unwrap_or_default()
            };
            let mean = |kind| single(here, printed, threads, key, squaring, kind, "mean");
            let squares = mean("sqr")? * count("q = ") / 1000.0;
            let products = mean("mul")? * count("m = ") / 1000.0;
            let total = squares + products;
            Ok(shown(match column {
                2 => squares,
                3 => products,
                4 => total,
                _ => {
                    let replay = here.inside(printed, threads, key, squaring, REPLAY)?;
                    (total / (replay.time() / 1000.0) - 1.0) * 100.0
                }
            }))
        }
        25 | 26 => {
            let relic = || single(here, printed, threads, bits, "multp", "mul", "min");
            let alone = || here.inside(printed, threads, bits, "multp", MUL).map(|m| m.min);
            match heading.split_once(' ').map_or("", |(what, _)| what) {
                "RELIC" => relic().map(|ns| shown(ns / 1000.0)),
                "MARIA" => alone().map(|ns| shown(ns / 1000.0)),
                _ => Ok(shown(relic()? / alone()?)),
            }
        }
        other => Err(format!("table {other} has no figure of ours")),
    }
}

/// A statistic of single products or squares inside of a scalar multiplication, in ns.
fn single(
    here: &Here<'_>,
    printed: &str,
    threads: usize,
    bits: usize,
    squaring: &str,
    kind: &str,
    statistic: &str,
) -> Result<f64, String> {
    let row = here.inside(printed, threads, bits, squaring, PROBED)?;
    let value = row.params.get(kind).and_then(|of| of.get(statistic)).and_then(Value::as_f64);
    value.ok_or_else(|| "the results of an earlier version lack it".to_owned())
}

const COUNTED: &str = "counted and measured by lab pairing --operations";
const EMULATED: &str = "instructions of 32-bit Arm: lab field --target qemu-arm";

fn pairing(here: &Here<'_>, table: &Printed, row: &[Value], column: usize) -> Found {
    match table.table {
        6 => {
            let op = match row[0].as_str().unwrap_or_default() {
                "Miller loop and adjustment" => "Miller loop",
                "pairing" => "one",
                other => other,
            };
            let threads = if table.columns[column].contains("two cores") { 2 } else { 1 };
            time_of_pairing(here, op, threads)
        }
        1..=3 => Err(EMULATED.into()),
        _ => Err(COUNTED.into()),
    }
}

/// Our time, with its unit: the table has cycles of another processor.
fn time_of_pairing(here: &Here<'_>, op: &str, threads: usize) -> Found {
    let fits = |m: &Measurement| {
        let curve = m.params.get("curve").and_then(Value::as_str);
        let here = m.study == "pairing" && m.algorithm != TWO_CORES;
        here && curve == Some("bn254") && m.op == op && m.threads == threads
    };
    let why = format!("{op} on bn254 and {threads} threads was not measured (--curve, --threads)");
    here.median(fits, &why).map(crate::output::duration)
}

/// Table 1 of `[Taira2013]`: the times are of pairings, the gains are over its own time.
fn whole_pairing(here: &Here<'_>, column: usize) -> Found {
    if column == 2 {
        return time_of_pairing(here, "one", 1);
    }
    Err("the gain of that work over the others, of its own processor".into())
}

fn prime_field(here: &Here<'_>, table: &Printed, row: &[Value]) -> Found {
    if table.table == 2 {
        return Err("two at once by NEON: lab field --target qemu-arm".into());
    }
    let (field, op) = match row[0].as_str().unwrap_or_default() {
        "mul" => ("fp:bn254", "mul"),
        "fp2-mul" => ("fp2:bn254", "mul"),
        "fp2-sqr" => ("fp2:bn254", "sqr"),
        _ => return Err(EMULATED.into()),
    };
    time_in_field(here, field, op)
}

fn time_in_field(here: &Here<'_>, field: &str, op: &str) -> Found {
    let fits = |m: &Measurement| {
        let of = m.params.get("field").and_then(Value::as_str);
        m.study == "field" && of.is_some_and(|f| f.eq_ignore_ascii_case(field)) && m.op == op
    };
    let why = format!("{op} of {field} was not measured (--field, --ops)");
    here.median(fits, &why).map(crate::output::duration)
}

/// The mote's tables: our fastest on this processor where it has the operation.
fn field(here: &Here<'_>, table: &Printed, row: &[Value], column: usize) -> Found {
    const MOTE: &str = "the mote's own: lab field or lab scalar --target simavr";
    if ![4, 6].contains(&table.table) || table.columns[column].contains("gain") {
        return Err(MOTE.into());
    }
    let label = row[0].as_str().unwrap_or_default();
    let op = match label.split(' ').next().unwrap_or_default() {
        "squaring" => "sqr-unreduced",
        "multiplication" | "LD" | "Karatsuba+LD" if !label.contains("sect") => "mul-unreduced",
        "modular" => "reduce",
        "inversion" => "inv",
        _ => return Err(MOTE.into()),
    };
    if row[column].is_string() {
        return Err("the unit of the row".into());
    }
    time_in_field(here, "f2m:163", op)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::speedup::BINARY;
    use serde_json::json;

    /// A run of everything that the tables ask for.
    fn everything() -> Vec<Measurement> {
        let mut rows = Vec::new();
        let mut add = |study: &str, algorithm: &str, threads: usize, bits: usize, op: &str| {
            let row = Measurement {
                study: study.into(),
                algorithm: algorithm.into(),
                threads,
                bits,
                op: op.into(),
                unit: "ns".into(),
                min: 1000.0,
                median: 2000.0,
                correct: true,
                ..Measurement::default()
            };
            rows.push(row);
            rows.len() - 1
        };
        let mut parameters: Vec<(usize, Value)> = Vec::new();
        let statistics =
            json!({"min": 900.0, "mean": 1100.0, "median": 1000.0, "sd": 5.0, "cv": 0.01});
        let names: Vec<(usize, String)> = SCALAR_ARM.tables[2]
            .rows
            .iter()
            .map(|r| (r[0].as_u64().unwrap() as usize, r[1].as_str().unwrap().to_owned()))
            .chain([(4, "4-ary Multi. v2".to_owned())])
            .collect();
        for (threads, printed) in &names {
            for bits in SIZES {
                for squaring in ["multp", "comba"] {
                    for op in [WHOLE, PROBED, MUL, REPLAY] {
                        let name = registry_name(printed, *threads);
                        let at = add("scalar", name, *threads, bits, op);
                        let all = json!({"squaring": squaring, "weight": 150, "mul": statistics, "sqr": statistics});
                        parameters.push((at, all));
                    }
                }
            }
        }
        for Row(threads, printed, _) in &MODMUL_ARM.table(5).unwrap().rows {
            for &bits in &MODMUL_ARM.table(5).unwrap().bits {
                let at = add("modmul", registry_name(printed, *threads), *threads, bits, "mul");
                let k = printed.split_once("-ary").map(|(k, _)| k.parse::<u64>().unwrap());
                parameters.push((at, json!({ "k": k })));
            }
        }
        for beside in powm::beside(&[]) {
            for (threads, name) in [(1, BINARY), (2, "parallel-binary"), (4, "parallel-binary")] {
                add("powm", name, threads, beside.bits, "powm");
            }
        }
        for op in ["Miller loop", "final exponentiation", "one"] {
            for threads in [1, 2] {
                let at = add("pairing", "pairing", threads, 254, op);
                parameters.push((at, json!({"curve": "bn254"})));
            }
        }
        for (field, op) in [
            ("fp:bn254", "mul"),
            ("fp2:bn254", "mul"),
            ("fp2:bn254", "sqr"),
            ("f2m:163", "sqr-unreduced"),
            ("f2m:163", "mul-unreduced"),
            ("f2m:163", "reduce"),
            ("f2m:163", "inv"),
        ] {
            let at = add("field", "a", 1, 163, op);
            parameters.push((at, json!({ "field": field })));
        }
        for (at, values) in parameters {
            for (name, value) in values.as_object().unwrap() {
                if !value.is_null() {
                    rows[at].params.insert(name.clone(), value.clone());
                }
            }
        }
        rows
    }

    /// The cells without ours, by sentence.
    fn unpaired(tables: &[Beside]) -> std::collections::BTreeMap<&str, usize> {
        let mut counts = std::collections::BTreeMap::new();
        for cell in tables.iter().flat_map(Beside::cells) {
            if let Err(why) = &cell.here {
                *counts.entry(why.as_str()).or_default() += 1;
            }
        }
        counts
    }

    #[test]
    fn every_cell_is_paired_or_says_why_not() {
        let tables = tables(&everything());
        let cells: usize = tables.iter().map(|table| table.cells().count()).sum();
        assert!(cells > 1800, "{cells}");
        let allowed = [
            (COUNTED, 30),
            (EMULATED, 15),
            ("the mote's own: lab field or lab scalar --target simavr", 46),
            ("the unit of the row", 4),
            ("two at once by NEON: lab field --target qemu-arm", 6),
            ("the gain of that work over the others, of its own processor", 5),
        ];
        assert_eq!(unpaired(&tables), allowed.into_iter().collect());
        let lines = records(&everything());
        // The lines of powm have a form of their own.
        assert_eq!(lines.len(), cells + 9);
        assert!(lines.iter().all(|l| l.published && l.here.is_some() != l.why.is_some()));
        let without = lines.iter().filter(|l| l.why.is_some()).count();
        assert_eq!(without, allowed.iter().map(|(_, count)| count).sum::<usize>());
    }

    #[test]
    fn what_was_not_measured_says_how() {
        let few: Vec<_> = everything().into_iter().filter(|m| m.threads < 3).collect();
        let tables = tables(&few);
        let whys = unpaired(&tables);
        assert!(whys.contains_key("3 threads were not measured (--threads)"), "{whys:?}");
        // Rows of four tables and of the speedups, ten sizes each.
        let of_modmul = modmul(&Here(&few));
        let of_modmul = unpaired(&of_modmul);
        let counts =
            [3, 4].map(|n| of_modmul[&*format!("{n} threads were not measured (--threads)")]);
        assert_eq!((counts, of_modmul.len()), ([3 * 50, 4 * 50], 2));
        let sizes = few.iter().filter(|m| m.bits != 2048).cloned().collect::<Vec<_>>();
        let lines = records(&sizes);
        let why = |table, threads, bits| {
            let of = |l: &&PublishedRow| {
                l.study == "powm" && (l.table, l.threads, l.bits) == (table, threads, bits)
            };
            lines.iter().find(of).and_then(|l| l.why.as_deref())
        };
        assert_eq!(why(1, 4, 512), Some("4 threads were not measured (--threads)"));
        assert_eq!(why(1, 2, 2048), Some("no modulus of 2048 bits was measured (--bits)"));
        assert_eq!(why(1, 2, 512), None);
        assert!(super::tables(&[]).is_empty() && super::listings(&[]).is_empty());
    }
}
