//! `polylimb lab powm --model`: the cost model beside counts and times.

use crate::output::duration;
use crate::study::powm::model::Comparison;
use polylimb::powm::model::{Counts, optimum_lanes, published};
use serde_json::json;
use std::fmt::Write;

/// The comparisons as a table, and the optimum of lanes for each size.
pub(super) fn text(comparisons: &[Comparison]) -> String {
    let width = comparisons.iter().map(|c| c.algorithm.len()).max().unwrap_or(6);
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
    let pair = |c: Counts| format!("{:.0} + {:.0}", c.squarings, c.products);
    for c in comparisons {
        let equation = c.equation_5.map_or_else(|| "–".to_owned(), pair);
        let share = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), |x| format!("{x:.3}"));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>5}  {:>5}  {:<width$}  {equation:>15}{:>16}{:>17}{:>17}{:>11}{:>11}{:>8}{:>10}",
            c.bits,
            c.lanes,
            c.algorithm,
            pair(c.expected),
            pair(c.counted.critical),
            pair(c.counted.total),
            duration(c.predicted),
            duration(c.measured),
            share(c.shares.map(|s| s.0)),
            share(c.shares.map(|s| s.1)),
        );
    }
    let mut sizes: Vec<usize> = comparisons.iter().map(|c| c.bits).collect();
    sizes.sort_unstable();
    sizes.dedup();
    text += "\nfewest products by equation 8, n = sqrt((j+1)/2):";
    for bits in sizes {
        let lanes = optimum_lanes(bits);
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

/// A line of JSON per comparison, of the kind `model`.
pub(super) fn lines(comparisons: &[Comparison]) -> Vec<String> {
    let counts = |c: Counts| json!({"squarings": c.squarings, "products": c.products});
    let line = |c: &Comparison| {
        json!({
            "kind": "model", "study": "powm", "algorithm": c.algorithm, "threads": c.lanes, "bits": c.bits,
            "modmul": c.modmul, "equation_5": c.equation_5.map(counts), "optimum_lanes": optimum_lanes(c.bits),
            "expected": counts(c.expected), "counted": counts(c.counted.critical),
            "counted_all_lanes": counts(c.counted.total), "unit": "ns", "predicted": c.predicted,
            "measured": c.measured, "predicted_share": c.shares.map(|s| s.0),
            "measured_share": c.shares.map(|s| s.1),
        })
        .to_string()
    };
    comparisons.iter().map(line).collect()
}
