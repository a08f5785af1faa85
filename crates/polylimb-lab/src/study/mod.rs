//! What is measured: a folder per study, each reporting as it goes through [`Event`]s.
//!
//! A study that measures times is a [`Study`]: its [`Plan`], its rows, and a [`Bench`] for each row at each
//! size; [`rounds`] carries it out. Read [`modmul`] first. [`leak`] asks whether times tell secrets; [`governor`]
//! measures nothing, it models published measurements. A new study is a folder here, a word in [`NAMES`], and its options in
//! `command::lab`.

pub mod batch;
mod cell;
mod draw;
pub mod field;
pub mod governor;
pub mod leak;
mod machine;
pub mod modmul;
pub mod observed;
pub mod pairing;
pub mod plan;
pub mod powm;
pub mod protocol;
pub mod rounds;
pub mod scalar;
pub mod two_cores;
mod warnings;

pub use cell::Bench;

use crate::executor;
use crate::failure::Result;
use crate::record::{Host, Measurement, ModelRow, Run};
use plan::Plan;
use polylimb::team::Split;
use std::sync::Arc;

/// The studies that exist.
pub const NAMES: [&str; 9] =
    ["modmul", "powm", "scalar", "field", "pairing", "protocol", "batch", "governor", "leak"];

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

/// A study of times: every row at every size.
pub trait Study {
    /// Its word.
    fn name(&self) -> &'static str;

    /// Sizes, thread counts, samples.
    fn plan(&self) -> &Plan;

    /// The rows, in the order they take turns, by threads; at least one.
    fn rows(&self) -> &[Row];

    /// How many measurements the row of this index gives at a size; 0 where it does not serve it.
    fn planned(&self, row: usize, bits: usize) -> usize;

    /// The threads that the row of this index uses at a size.
    fn threads(&self, row: usize, _bits: usize) -> usize {
        self.rows()[row].threads
    }

    /// Draws the numbers that all rows of a size share.
    fn at(&self, bits: usize) -> Box<dyn Size + '_>;

    /// What the study's model, if it has one, says of a finished run; tells its progress.
    ///
    /// # Errors
    /// [`crate::failure::Failure::Run`] if a row of the run cannot be made again; the sink's.
    fn model(&self, _run: &Run, _sink: &mut Sink<'_>) -> Result<Vec<ModelRow>> {
        Ok(Vec::new())
    }
}

/// The numbers of one size.
pub trait Size {
    /// What the row of this index does with them, its parts run by `split`.
    ///
    /// # Errors
    /// Why it refuses the modulus.
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>>;
}

/// One row to measure, before a size is chosen.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its threads.
    pub threads: usize,
    /// What runs its parts; none for one thread.
    pub executor: Option<&'static executor::Entry>,
    /// Its measurements but for the size and what was measured.
    pub names: Measurement,
    /// The options that choose this row alone of its study.
    pub words: Vec<String>,
}

impl Row {
    /// The name of what runs its parts where it uses so many threads, `alone` for one.
    #[must_use]
    pub fn executor_name(&self, threads: usize) -> &'static str {
        self.executor.filter(|_| threads > 1).map_or("alone", |e| e.name)
    }
}
