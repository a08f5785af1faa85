//! What is measured: one file per study, each reporting as it goes through [`Event`]s.
//!
//! Read [`modmul`] first; [`governor`] measures nothing, it models published measurements; [`model`] looks at a finished run once more. A new study is a
//! file here, a word in [`NAMES`], and a line in `runner::local`.

mod cell;
pub mod governor;
pub mod model;
pub mod modmul;
mod numbers;
pub mod plan;
pub mod variants;

use crate::failure::Result;
use crate::record::{Host, Measurement};

/// The studies that exist.
pub const NAMES: [&str; 2] = ["modmul", "governor"];

/// What a study tells while it runs, wherever it runs.
#[derive(Debug)]
pub enum Event {
    /// Once, first: the machine, and what is planned.
    Host(Box<Host>),
    /// The share of the work that is done, and what is being measured.
    Progress {
        /// From 0 to 1.
        done: f64,
        /// For instance `1024 bits`.
        what: String,
    },
    /// Finished measurements.
    Measured(Vec<Measurement>),
    /// Something the user should know, such as an algorithm left out and why.
    Note(String),
}

/// Takes the events; an error ends the study.
pub type Sink<'a> = dyn FnMut(Event) -> Result<()> + 'a;
