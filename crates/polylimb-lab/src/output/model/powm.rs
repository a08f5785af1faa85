//! The cost model of exponentiation, with counts and times.

use crate::output::duration;
use crate::record::{Multiplications, PowerRow};
use polylimb_catalogue::powm::model::{optimum_threads, published};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The rows as a table, and the optimum number of threads for each size; empty without rows.
pub(super) fn text(rows: &[PowerRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let width = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(6);
    let mut text = format!(
        "the cost model: squarings + products one waits for, and the time as a share of the sequential binary method's\n\
         {:>5}  {:>5}  {:<width$}  {:>15}{:>16}{:>17}{:>17}{:>11}{:>11}{:>8}{:>10}\n",
        "bits",
        "lanes",
        "method",
        "equation 5",
        "expected",
        "counted",
        "all lanes",
        "predicted",
        "measured",
        "share",
        "measured",
    );
    let pair = |c: Multiplications| format!("{:.0} + {:.0}", c.squarings, c.products);
    for row in rows {
        let equation = row.equation_5.map_or_else(|| "–".to_owned(), pair);
        let share = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.3}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>5}  {:>5}  {:<width$}  {equation:>15}{:>16}{:>17}{:>17}{:>11}{:>11}{:>8}{:>10}",
            row.bits,
            row.threads,
            row.label,
            pair(row.expected),
            pair(row.counted),
            pair(row.counted_all_lanes),
            duration(row.predicted),
            duration(row.measured),
            share(row.predicted_share),
            share(row.measured_share),
        );
    }
    text += "\nfewest products by equation 8, n = sqrt((j+1)/2):";
    let sizes: BTreeSet<usize> = rows.iter().map(|row| row.bits).collect();
    for bits in sizes {
        let lanes = optimum_threads(bits);
        let (one, best) = (published(bits, 1), published(bits, lanes));
        let share = best.time() / one.time();
        let _ = write!(
            text,
            " {lanes} lanes at {bits} bits, {:.0} products for {:.0}, {share:.2} of the time;",
            best.products, one.products
        );
    }
    text.truncate(text.trim_end_matches(';').len());
    text + "\nthe squarings remain: no number of lanes makes the time less than theirs"
}
