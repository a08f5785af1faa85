//! What is measured: a folder per study, each reporting its progress through [`Event`]s.
//!
//! A study that measures times is a [`Study`]: its [`Plan`], its rows, and a [`Bench`] for each row
//! at each size; [`rounds`] carries it out. Read [`modmul`] first. [`leak`] tests whether times
//! reveal secrets; [`governor`] measures nothing, it models published measurements. A new study is
//! a folder here, and a word with its options in the command, `crates/polylimb-cli/src/lab.rs`.

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
pub mod self_test;
pub mod two_cores;

pub use cell::Bench;

use crate::executor;
use crate::failure::Result;
use crate::record::{Host, Measurement, ModelRow, Run};
use plan::Plan;
use polylimb::Split;
use std::sync::Arc;

/// What a study reports while it runs, wherever it runs.
#[derive(Debug)]
pub enum Event {
    /// Once, first: the machine, and what is planned.
    Host(Box<Host>),
    /// The finished share of the work, and what is being measured.
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
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Sizes, thread counts, samples.
    fn plan(&self) -> &Plan;

    /// The rows, in the order of their turns, by threads; at least one.
    fn rows(&self) -> &[Row];

    /// The number of measurements of the row of this index at a size; 0 if it does not support the
    /// size.
    fn planned(&self, row: usize, bits: usize) -> usize;

    /// The threads that the row of this index uses at a size.
    fn threads(&self, row: usize, _bits: usize) -> usize {
        self.rows()[row].threads
    }

    /// Draws the numbers that all rows of a size share.
    fn at(&self, bits: usize) -> Box<dyn Size + '_>;

    /// What the study's model, if it has one, says about a finished run; reports its progress.
    ///
    /// # Errors
    /// [`crate::failure::Failure::Run`] if a row of the run cannot be made again; the sink's.
    fn model(&self, _run: &Run, _sink: &mut Sink<'_>) -> Result<Vec<ModelRow>> {
        Ok(Vec::new())
    }
}

/// The numbers of one size.
pub trait Size {
    /// What the row of this index computes with them, with `split` for its parts.
    ///
    /// # Errors
    /// Why the row refuses the modulus.
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>>;
}

/// One row to measure, before a size is chosen.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its threads.
    pub threads: usize,
    /// The executor of its parts; `None` for one thread.
    pub executor: Option<&'static executor::Entry>,
    /// Its measurement, without the size and the measured values.
    pub names: Measurement,
    /// The options that select this row alone in its study.
    pub words: Vec<String>,
}

impl Row {
    /// The name of the executor on `threads` threads; `alone` for one.
    #[must_use]
    pub fn executor_name(&self, threads: usize) -> &'static str {
        self.executor.filter(|_| threads > 1).map_or("alone", |e| e.name)
    }
}
