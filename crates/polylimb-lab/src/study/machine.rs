//! What a study needs to know about the machine, and where its threads run.

use super::Row;
use crate::analysis::OVERSUBSCRIBED;
use crate::host::{hardware_threads, real_cores};
use crate::measure::clock::System;
use crate::measure::instrument::{HERE, Instrument};
use crate::measure::pin::Pinned;
use crate::registry::TEAM;
use std::path::Path;

pub(super) struct Machine {
    cpus: Vec<usize>,
    /// Physical cores that this process may use.
    cores: usize,
    pub(super) instrument: &'static Instrument<System>,
}

impl Machine {
    pub(super) fn new() -> Self {
        let cpus = hardware_threads();
        let cores = real_cores(Path::new("/"), &cpus);
        Self { cpus, cores, instrument: &HERE }
    }

    pub(super) fn is_crowded_by(&self, threads: usize) -> bool {
        threads > self.cpus.len()
    }

    /// Why a row on that number of threads says little about cores, if it does.
    pub(super) fn warning(&self, threads: usize) -> Option<String> {
        if self.is_crowded_by(threads) {
            return Some(OVERSUBSCRIBED.into());
        }
        (threads > self.cores).then(|| "threads share cores".into())
    }

    /// Pins the caller of a row on `threads` threads where that helps: alone, or with a team, which
    /// pins its own threads, on a machine with a core for each thread. Threads of other executors
    /// would inherit the caller's only core.
    pub(super) fn pin(&self, wanted: bool, row: &Row, threads: usize) -> Option<Pinned> {
        let knows = row.executor.is_none_or(|e| e.name == TEAM);
        if wanted && knows && !self.is_crowded_by(threads) {
            Pinned::to(*self.cpus.first()?)
        } else {
            None
        }
    }
}
