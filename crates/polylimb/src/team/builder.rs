//! Starting the threads of a team.

use super::fork;
use super::mailbox::Mailbox;
use super::sync::{self, Arc};
use super::threads::Team;
use super::threads::serve;
use super::wait::Patience;
use crate::cpu::DataIndependentTiming;
use crate::error::{Error, Result};
use std::format;
use std::sync::mpsc;
use std::vec::Vec;

/// A team before its threads are started.
///
/// ```
/// use polylimb::Team;
///
/// match Team::builder(2).pinned(true).build() {
///     // The caller is a member too; whether to pin it is the caller's choice.
///     Ok(_team) => Team::pin_current_thread(Team::cores()[0])?,
///     Err(error) => eprintln!("{error}"),
/// }
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "`build` starts the threads"]
pub struct Builder {
    threads: usize,
    pinned: bool,
}

impl Builder {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads, pinned: false }
    }

    /// Whether each worker is bound to its own core: worker `i` to entry `i` of [`Team::cores`].
    /// Entry 0 stays free for the caller, which is not bound. Off by default.
    pub fn pinned(mut self, pinned: bool) -> Self {
        self.pinned = pinned;
        self
    }

    /// Starts the threads; they sleep until the first session.
    ///
    /// # Errors
    /// [`Error::Threads`] unless the number of threads is 1 to [`Team::MOST_THREADS`] (pinned: at
    /// most one per core); [`Error::ThreadStart`] or [`Error::Pinning`] if the system refuses.
    pub fn build(&self) -> Result<Team> {
        let threads = self.threads;
        check("team", threads, Team::MOST_THREADS)?;
        let mut cores = if self.pinned { Team::cores() } else { Vec::new() };
        if self.pinned {
            let most = cores.len().min(Team::MOST_THREADS);
            (most > 0).then_some(()).ok_or(Error::Pinning)?;
            check("pinned team", threads, most)?;
        }
        // The caller's.
        cores.drain(..cores.len().min(1));

        fork::watch()?;
        let patience = Patience::new(threads);
        let mailboxes: Arc<[Mailbox]> = (1..threads).map(|_| Mailbox::new()).collect();
        let (report, reports) = mpsc::channel();
        // From here on an error drops the team, which stops the workers it has.
        let mut team = Team::unstarted(self.clone(), Arc::clone(&mailboxes), patience);
        for index in 1..threads {
            let mailboxes = Arc::clone(&mailboxes);
            let pin = cores.get(index - 1).map(|&core| (core, report.clone()));
            let worker = sync::Builder::new()
                .name(format!("polylimb {index}"))
                .spawn(move || {
                    // For secrets of any job: the thread is the team's.
                    let _timing = DataIndependentTiming::begin();
                    if let Some((core, report)) = pin {
                        // The receiver is gone only if another worker could not be started.
                        let _ = report.send(Team::pin_current_thread(core));
                    }
                    serve(&mailboxes[index - 1], index, threads, patience);
                })
                .map_err(|_| Error::ThreadStart)?;
            team.add(worker);
        }
        drop(report);
        // Ends when each worker that has to pin itself has reported.
        reports.iter().collect::<Result<()>>()?;
        Ok(team)
    }
}

fn check(algorithm: &'static str, threads: usize, max: usize) -> Result<()> {
    if (1..=max).contains(&threads) {
        Ok(())
    } else {
        Err(Error::Threads { algorithm, min: 1, max, only: &[], got: threads })
    }
}

// Binds threads to cores, so that they neither move nor share a core.

impl Team {
    /// The numbers of the cores that the current thread may run on; empty if the system does not
    /// report them.
    pub fn cores() -> Vec<usize> {
        core_affinity::get_core_ids().unwrap_or_default().iter().map(|core| core.id).collect()
    }

    /// Binds the current thread to one of [`Team::cores`], for good.
    ///
    /// Threads that it starts later inherit the binding, so build a team first.
    ///
    /// # Errors
    /// [`Error::Pinning`] if [`Team::cores`] does not contain the core, or the system refuses.
    pub fn pin_current_thread(core: usize) -> Result<()> {
        // The crate takes any number for granted.
        if Self::cores().contains(&core)
            && core_affinity::set_for_current(core_affinity::CoreId { id: core })
        {
            Ok(())
        } else {
            Err(Error::Pinning)
        }
    }
}
