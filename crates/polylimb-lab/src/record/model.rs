//! A line of the model.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What the model of splitting one multiplication says of one measured parallel row; see
/// [`crate::analysis::model`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelRow {
    /// The study.
    pub study: String,
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
    /// The algorithm with what tells its rows apart.
    pub label: String,
    /// The unit of the times below.
    pub unit: String,
    /// Whether the threads are more than the machine has, so that the measured time says nothing of cores.
    pub oversubscribed: bool,
    /// The longest path by Table 2, in `M(n/θ1, n/θ2)`; none for algorithms that are not in it.
    pub complexity: Option<f64>,
    /// The same by derivation.
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
    /// The longest path, measured with the parts one after another.
    pub path: f64,
    /// Predicted by the longest path: with a hand-over for each run.
    pub predicted: f64,
    /// Measured.
    pub measured: f64,
}
