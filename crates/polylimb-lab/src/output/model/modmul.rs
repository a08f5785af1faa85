//! The model of splitting one multiplication, as text.

use crate::analysis::model::crossovers::{Pays, crossovers, sentences};
use crate::output::duration;
use crate::record::SplitRow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The ways in which the predictions err, and their signs.
pub(in crate::output) const FAILS: [&str; 4] = [
    "half products: Table 2 counts a product of which half is wanted as a whole one; so c, a third of montgomery's time, is too low for whole products",
    "one thread: the fastest algorithm on one thread is not the table's three products; against row-by-row reduction (two) or lanes the table promises too much",
    "IFMA and Karatsuba: a word product costs the less the longer the operands, and parts are shorter; lanes lose most",
    "cache: operands and results travel between the cores; a hand-over of empty parts (and one core with everything at hand) does not show it",
];

/// Tables of the figures of Table 2, the counted ones, and the sizes from which threads pay; empty
/// without rows.
#[must_use]
pub(super) fn text(rows: &[SplitRow]) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let mut text = String::from(
        "model: the thesis's Table 2 and the measured longest path, each with the hand-over put in, beside the measured times\n",
    );
    // Writing to a string cannot fail.
    let _ = writeln!(text, "hand-over there and back: {}", duration(first.hand_over));
    let crossovers = crossovers(rows);
    let kernels: BTreeSet<_> = rows.iter().map(|row| row.kernel.as_str()).collect();
    for kernel in kernels {
        let of_kernel: Vec<_> = rows.iter().filter(|row| row.kernel == kernel).collect();
        let pays: Vec<_> = crossovers.iter().filter(|pays| pays.kernel == kernel).collect();
        text += &one_kernel(kernel, &of_kernel, &pays);
    }
    let notes: BTreeSet<_> = rows
        .iter()
        .filter_map(|row| Some(format!("{}: {}", row.algorithm, row.note.as_deref()?)))
        .collect();
    for note in notes {
        let _ = writeln!(text, "  counted, {note}");
    }
    for line in sentences(rows) {
        let _ = writeln!(text, "{line}");
    }
    text += "where the model fails:\n";
    for line in FAILS {
        let _ = writeln!(text, "  {line}");
    }
    text
}

fn one_kernel(kernel: &str, rows: &[&SplitRow], pays: &[&Pays]) -> String {
    let mut text = String::new();
    let largest = rows.iter().map(|row| row.bits).max().unwrap_or_default();
    let _ = writeln!(text, "\nkernel {kernel}{}", word_products(rows));
    let _ = writeln!(
        text,
        "{:<29}{:^18}{:^17}{:^28}{:^32}",
        "",
        "complexity",
        "synchronisations",
        "pays from (bits)",
        format!("time at {largest} bits")
    );
    let _ = writeln!(
        text,
        "threads  {:<22}{:>8}{:>8} {:>9}{:>8} {:>8}{:>8}{:>9} {:>10}{:>10}{:>10}",
        "algorithm",
        "printed",
        "derived",
        "printed",
        "counted",
        "Table 2",
        "path",
        "measured",
        "Table 2",
        "path",
        "measured"
    );
    for pays in pays {
        let Some(label) = &pays.label else { continue };
        let of_label = rows.iter().filter(|row| row.threads == pays.threads && row.label == *label);
        let Some(row) = of_label.max_by_key(|row| row.bits) else { continue };
        let number = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.2}"));
        let printed = row.published_synchronisations.map_or("–".into(), |s| s.to_string());
        let time =
            |ns: Option<f64>| ns.filter(|_| row.bits == largest).map_or("–".into(), duration);
        let _ = writeln!(
            text,
            "{:<7}  {label:<22}{:>8}{:>8} {printed:>9}{:>8} {:>8}{:>8}{:>9} {:>10}{:>10}{:>10}",
            row.threads,
            number(row.complexity),
            number(row.derived),
            row.synchronisations,
            pays.table_2,
            pays.path,
            pays.measured,
            time(row.table_2),
            time(Some(row.predicted)),
            time((!row.oversubscribed).then_some(row.measured)),
        );
    }
    text
}

/// The cost of a word product at the smallest and the largest size.
fn word_products(rows: &[&SplitRow]) -> String {
    let known = || rows.iter().filter(|row| row.word_product.is_some());
    let (Some(small), Some(large)) =
        (known().min_by_key(|row| row.bits), known().max_by_key(|row| row.bits))
    else {
        return "; no rows of montgomery on one thread, so Table 2 has no cost of a word product"
            .into();
    };
    let cost = |row: &SplitRow| duration(row.word_product.unwrap_or(f64::NAN));
    format!(
        "; a word product costs {} at {} bits, {} at {} (fitted: a third of montgomery's time on one thread, over n²)",
        cost(small),
        small.bits,
        cost(large),
        large.bits
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_counted_and_measured_stand_in_one_line() {
        let row = SplitRow {
            algorithm: "multipartite-v1".into(),
            label: "multipartite-v1 k=2".into(),
            kernel: "portable".into(),
            threads: 3,
            bits: 512,
            complexity: Some(3.25),
            derived: Some(2.5),
            published_synchronisations: Some(3),
            synchronisations: 4,
            note: Some("why".into()),
            word_product: Some(0.25),
            alone: 100.0,
            table_2: Some(90.0),
            predicted: 120.0,
            measured: 150.0,
            ..SplitRow::default()
        };
        let text = text(&[row]);
        let line = text.lines().find(|line| line.starts_with("3 ")).unwrap();
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words[..5], ["3", "multipartite-v1", "k=2", "3.25", "2.50"]);
        assert_eq!(words[5..10], ["3", "4", "512", "never", "never"]);
        assert_eq!(words[10..], ["90.0", "ns", "120", "ns", "150", "ns"]);
        assert!(
            text.contains("counted, multipartite-v1: why") && text.contains("0.25 ns"),
            "{text}"
        );
        assert!(super::text(&[]).is_empty());
    }
}
