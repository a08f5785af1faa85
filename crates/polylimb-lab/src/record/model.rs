//! The lines of the studies' models.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the model of a study says about one measured row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "study", rename_all = "kebab-case")]
pub enum ModelRow {
    /// Of a multiplication split over threads.
    Modmul(Box<SplitRow>),
    /// Of an exponentiation.
    Powm(Box<PowerRow>),
    /// Of a study of a later version.
    #[serde(other)]
    Unknown,
}

impl ModelRow {
    /// The rows of split multiplications.
    #[must_use]
    pub fn of_modmul(rows: &[Self]) -> Vec<SplitRow> {
        let row =
            |row: &Self| if let Self::Modmul(row) = row { Some((**row).clone()) } else { None };
        rows.iter().filter_map(row).collect()
    }

    /// The rows of exponentiations.
    #[must_use]
    pub fn of_powm(rows: &[Self]) -> Vec<PowerRow> {
        let row = |row: &Self| if let Self::Powm(row) = row { Some((**row).clone()) } else { None };
        rows.iter().filter_map(row).collect()
    }
}

/// What the model of splitting one multiplication says about one measured parallel row; see
/// [`crate::analysis::model`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SplitRow {
    /// The algorithm.
    pub algorithm: String,
    /// Its threads.
    pub threads: usize,
    /// Bits of the modulus.
    pub bits: usize,
    /// The operation.
    pub op: String,
    /// The kernel.
    pub kernel: String,
    /// The algorithm's parameters.
    pub params: Map<String, Value>,
    /// The algorithm, with what tells its rows apart.
    pub label: String,
    /// The unit of the times below.
    pub unit: String,
    /// Whether the threads outnumber the machine's, so that the measured time says nothing about
    /// cores.
    pub oversubscribed: bool,
    /// The longest path by Table 2, in `M(n/θ1, n/θ2)`; `None` for algorithms that the table lacks.
    pub complexity: Option<f64>,
    /// The longest path by derivation.
    pub derived: Option<f64>,
    /// The synchronisations by Table 2.
    pub published_synchronisations: Option<usize>,
    /// The synchronisations counted: two for each of the `runs`.
    pub synchronisations: usize,
    /// Runs of more than one part in one product.
    pub runs: usize,
    /// Why the two numbers of synchronisations differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A hand-over there and back.
    pub hand_over: f64,
    /// The fitted cost of a word product in parts of this size.
    pub word_product: Option<f64>,
    /// The fastest on one thread with this kernel.
    pub alone: f64,
    /// Predicted by Table 2.
    pub table_2: Option<f64>,
    /// The longest path, measured by running the parts one after another.
    pub path: f64,
    /// Predicted by the longest path: with a hand-over for each run.
    pub predicted: f64,
    /// Measured.
    pub measured: f64,
}

/// What the cost model of exponentiation says about one measured row with one thread for each part;
/// see [`crate::study::powm::model`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PowerRow {
    /// The method.
    pub algorithm: String,
    /// Its threads, one for each part.
    pub threads: usize,
    /// Bits of modulus and exponent.
    pub bits: usize,
    /// The kernel.
    pub kernel: String,
    /// The multiplication it used.
    pub modmul: String,
    /// The method, with what tells its rows apart.
    pub label: String,
    /// Equation 5, for the binary method on equal stretches.
    pub equation_5: Option<Multiplications>,
    /// The number of parts with the fewest products, by equation 8.
    pub optimum_lanes: usize,
    /// The expected number on the longest path, for a random exponent.
    pub expected: Multiplications,
    /// The number on the longest path, the mean over the timed exponents.
    pub counted: Multiplications,
    /// The number in all parts, the mean over the timed exponents.
    pub counted_all_lanes: Multiplications,
    /// The unit of the times below.
    pub unit: String,
    /// The expected time.
    pub predicted: f64,
    /// The measured one.
    pub measured: f64,
    /// The expected time over the sequential binary method's; `None` if that was not measured.
    pub predicted_share: Option<f64>,
    /// The measured time over the sequential binary method's; `None` if that was not measured.
    pub measured_share: Option<f64>,
}

/// Modular multiplications by kind; means, so not integers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Multiplications {
    /// Squarings.
    pub squarings: f64,
    /// Products.
    pub products: f64,
}
