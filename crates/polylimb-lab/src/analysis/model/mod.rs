//! A model of splitting one multiplication over threads, and how it compares with the measurements.
//!
//! It predicts the time of a parallel multiplication in two ways, both with the hand-over that the
//! run measured:
//!
//! - **Table 2** of `[Arruda2014]` ([`table_2`]): the printed multiple of `M(n/θ1, n/θ2)`, and half
//!   a hand-over (one way) for each printed synchronisation. `M(a, b) = a b c`, where `c` is the
//!   cost of a word product. `c` is *fitted* from the run's own one-thread rows: a third of
//!   `montgomery`'s time (the table counts three products) over n². It falls as operands grow (call
//!   overhead, then Karatsuba), so it is taken at the length of the part. Between measured lengths
//!   it is interpolated linearly in logarithmic scales.
//! - **The longest path**, measured: the parts run one after another on one core. Only the slowest
//!   thread of each run counts, and each run adds a whole hand-over.
//!
//! Threads *pay* ([`crossovers`]) from the smallest measured size on from which they gain
//! [`PAYS`](super::crossover::PAYS) at every measured size over the fastest one-thread algorithm of
//! the library with the same kernel. Neither prediction includes the transfer of operands and
//! results between the caches of two cores, nor the memory and the power budget that cores share.

pub mod crossovers;
pub mod table_2;

use super::OVERSUBSCRIBED;
use crate::measure::statistics::{count, round_to};
use crate::record::{Host, Measurement, SplitRow};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a run of the parts one after another shows about a parallel row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counted {
    /// Runs of more than one part in one product.
    pub runs: usize,
    /// The time of the longest path, in ns.
    pub path: f64,
}

/// Whether the model covers this row: a correct product by one of the library's parallel
/// algorithms, on the library's threads, with a measured hand-over.
#[must_use]
pub fn covers(m: &Measurement) -> bool {
    m.op == "mul" && m.threads > 1 && m.library && m.competes() && m.executor == "team"
}

/// What the one-thread rows of a run show about one kernel.
#[derive(Debug)]
pub struct Base {
    /// The fastest time by bits.
    fastest: BTreeMap<usize, f64>,
    /// `c` in ns by words.
    word_product: Vec<(f64, f64)>,
}

impl Base {
    /// From the rows with the kernel `kernel`.
    #[must_use]
    pub fn new(measurements: &[Measurement], kernel: &str, host: &Host) -> Self {
        let mut fastest = BTreeMap::new();
        let mut word_product = Vec::new();
        let rows = measurements.iter().filter(|m| {
            m.threads == 1 && m.op == "mul" && m.kernel == kernel && m.library && m.competes()
        });
        for m in rows {
            let least = fastest.entry(m.bits).or_insert(f64::INFINITY);
            *least = m.time().min(*least);
            if m.algorithm == "montgomery" {
                let n = words(m.bits, host);
                word_product.push((n, m.time() / (3.0 * n * n)));
            }
        }
        word_product.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { fastest, word_product }
    }

    /// `c` for a shorter operand of `words` words; `None` without rows of `montgomery`.
    #[must_use]
    pub fn word_product(&self, words: f64) -> Option<f64> {
        let points = &self.word_product;
        let (first, last) = (points.first()?, points.last()?);
        if words <= first.0 {
            return Some(first.1);
        }
        let Some(index) = points.iter().position(|(n, _)| *n >= words) else {
            return Some(last.1);
        };
        let ((a, at_a), (b, at_b)) = (points[index - 1], points[index]);
        let share = (words / a).ln() / (b / a).ln();
        Some(at_a * (at_b / at_a).powf(share))
    }
}

/// What the model says about the measured row `m`; `None` without a one-thread row of its size.
#[must_use]
pub fn row(m: &Measurement, base: &Base, host: &Host, counted: Counted) -> Option<SplitRow> {
    let alone = *base.fastest.get(&m.bits)?;
    let (n, hand_over) = (words(m.bits, host), host.hand_over?);
    let k = m.params.get("k").and_then(Value::as_u64).unwrap_or_default();
    let derived = table_2::derived(&m.algorithm, m.threads, usize::try_from(k).unwrap_or(0));
    let published = table_2::published(&m.algorithm);
    let synchronisations = 2 * counted.runs;
    let printed = published.map(|row| (row.synchronisations)(m.threads));
    let complexity = published.map(|row| (row.complexity)(m.threads));
    let (first, second) = table_2::parts(m.threads);
    let (rows, columns) = (n / count(first), n / count(second));
    let word_product = base.word_product(columns);
    let one_way = hand_over / 2.0;
    // Algorithms that the table lacks get the derived and the counted figures.
    let work = complexity.or(derived).zip(word_product).map(|(c, ns)| c * rows * columns * ns);
    let ways = count(printed.unwrap_or(synchronisations));
    let rounded = |ns: f64| round_to(ns, 3);
    Some(SplitRow {
        algorithm: m.algorithm.clone(),
        threads: m.threads,
        bits: m.bits,
        op: m.op.clone(),
        kernel: m.kernel.clone(),
        params: m.params.clone(),
        label: m.label(),
        unit: m.unit.clone(),
        oversubscribed: m.warnings.iter().any(|w| w == OVERSUBSCRIBED),
        complexity,
        derived,
        published_synchronisations: printed,
        synchronisations,
        runs: counted.runs,
        note: printed
            .and_then(|printed| table_2::difference(&m.algorithm, printed, synchronisations))
            .map(str::to_owned),
        hand_over,
        word_product: word_product.map(|ns| round_to(ns, 5)),
        alone: rounded(alone),
        table_2: work.map(|ns| rounded(ns + ways * one_way)),
        path: rounded(counted.path),
        predicted: rounded(counted.path + count(counted.runs) * hand_over),
        measured: rounded(m.time()),
    })
}

/// Words of a modulus of `bits` bits.
fn words(bits: usize, host: &Host) -> f64 {
    count(bits.div_ceil(host.word_bits.max(1)))
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;

    fn host() -> Host {
        Host { hand_over: Some(100.0), word_bits: 64, ..Host::default() }
    }

    #[test]
    fn word_products_are_fitted_from_one_thread_rows_and_joined_by_straight_lines() {
        // 4 and 16 words: 48 ns give 1 ns each, 384 ns give 0.5 ns.
        let ms = [
            mul("montgomery", 1, 256, 48.0),
            mul("montgomery", 1, 1024, 384.0),
            mul("montgomery-sos", 1, 1024, 300.0),
        ];
        let base = Base::new(&ms, "portable", &host());
        for (words, expected) in
            [(1.0, 1.0), (4.0, 1.0), (8.0, 0.5_f64.sqrt()), (16.0, 0.5), (99.0, 0.5)]
        {
            let found = base.word_product(words).unwrap();
            assert!((found - expected).abs() < 1e-9, "{words}: {found}");
        }
        assert_eq!(Base::new(&ms, "mulx", &host()).word_product(4.0), None);
        assert!((base.fastest[&1024] - 300.0).abs() < 1e-9);
    }

    #[test]
    fn table_2_and_the_longest_path_with_their_hand_overs() {
        let ms = [mul("montgomery", 1, 256, 48.0), mul("bipartite", 2, 256, 170.0)];
        let base = Base::new(&ms, "portable", &host());
        let counted = Counted { runs: 1, path: 30.0 };
        let row = row(&ms[1], &base, &host(), counted).unwrap();
        // 2.5 M(4, 2) = 20 word products, and 50 ns each way.
        assert_eq!((row.table_2, row.predicted), (Some(120.0), 130.0));
        assert_eq!((row.alone, row.measured, row.synchronisations), (48.0, 170.0, 2));
        assert_eq!((row.published_synchronisations, row.note), (Some(2), None));
        let quiet = Host { hand_over: None, ..host() };
        assert!(super::row(&ms[1], &base, &quiet, counted).is_none());
        assert!(covers(&ms[1]) && !covers(&ms[0]));
    }
}
