//! Counts of operations that several threads record.

use super::{Counter, Counting, Counts};
use alloc::sync::Arc;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A counter for [`Counted`](super::Counted) fields on any number of threads; its owner is outside
/// of the field. A field with `None` as its counter counts nothing, so formulas are compiled once
/// for both.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::Toy;
/// use polylimb_catalogue::counted::{Counted, SharedCounts};
/// use std::sync::Arc;
/// let counts = Arc::new(SharedCounts::default());
/// let f = Counted::with(Toy::new(29)?, Some(Arc::clone(&counts)));
/// f.mul(&3, &f.sqr(&5));
/// assert_eq!((counts.take().mul, counts.take().mul), (1, 0));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct SharedCounts([AtomicU32; Counting::ALL.len()]);

impl SharedCounts {
    /// Returns the counts so far and sets them to 0; exact while no thread counts.
    #[must_use]
    pub fn take(&self) -> Counts {
        let mut counts = Counts::default();
        for kind in Counting::ALL {
            *counts.of(kind) = self.0[kind as usize].swap(0, Relaxed);
        }
        counts
    }
}

impl Counter for Option<Arc<SharedCounts>> {
    #[inline(always)]
    fn note(&self, kind: Counting, n: u32) {
        if let Some(counts) = self {
            counts.0[kind as usize].fetch_add(n, Relaxed);
        }
    }
}
