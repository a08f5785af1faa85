//! Binds threads to cores, so that they neither move nor share a core.

use crate::error::{Error, Result};
use std::vec::Vec;

/// The numbers of the cores that the current thread may run on; empty if the system does not report
/// them.
pub fn cores() -> Vec<usize> {
    core_affinity::get_core_ids().unwrap_or_default().iter().map(|core| core.id).collect()
}

/// Binds the current thread to one of [`cores()`], for good.
///
/// Threads that it starts later inherit the binding, so build a team first.
///
/// # Errors
/// [`Error::Pinning`] if [`cores()`] does not contain the core, or the system refuses.
pub fn pin_current_thread(core: usize) -> Result<()> {
    // The crate takes any number for granted.
    if cores().contains(&core) && core_affinity::set_for_current(core_affinity::CoreId { id: core })
    {
        Ok(())
    } else {
        Err(Error::Pinning)
    }
}
