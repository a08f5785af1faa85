//! What the numbers say. Works on any results, measured now or read from a file.
//!
//! Read [`speedup`] first; every table and chart is drawn from a [`grid`].

pub mod advice;
pub mod compare;
pub mod crossover;
pub mod grid;
pub mod lanes;
pub mod model;
pub mod speedup;
pub mod switches;
pub mod tuning;

/// A small count as a word, for use in a sentence.
#[must_use]
pub fn number_word(n: usize) -> String {
    const WORDS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(n).map_or_else(|| n.to_string(), |&word| word.to_owned())
}

/// The warning of a measurement with more threads than the machine's hardware threads.
pub const OVERSUBSCRIBED: &str = "oversubscribed";

#[cfg(test)]
pub(crate) mod made_up {
    use crate::record::Measurement;

    /// A correct, constant-time measurement of `mul` by the library's `algorithm`.
    pub(crate) fn mul(algorithm: &str, threads: usize, bits: usize, median: f64) -> Measurement {
        Measurement {
            study: "modmul".into(),
            algorithm: algorithm.into(),
            threads,
            bits,
            op: "mul".into(),
            unit: "ns".into(),
            runs: 10,
            median,
            min: median,
            mean: median,
            correct: true,
            kernel: "portable".into(),
            executor: if threads == 1 { "alone".into() } else { "team".into() },
            constant_time: "yes".into(),
            library: true,
            ..Measurement::default()
        }
    }
}
