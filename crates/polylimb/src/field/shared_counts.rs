//! Counts of operations that several threads write down.

use super::Counts;
use super::counted::{Counter, Counting};
use alloc::sync::Arc;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Every kind, in its order.
const KINDS: [Counting; 11] = [
    Counting::Mul,
    Counting::Sqr,
    Counting::MulConstant,
    Counting::Add,
    Counting::Double,
    Counting::Halve,
    Counting::Neg,
    Counting::Inv,
    Counting::Reduction,
    Counting::Sqrt,
    Counting::HalfTrace,
];

/// What a [`Counted`](super::Counted) field of any number of threads counts into, with its owner outside of the field. A field without one (`None`)
/// counts nothing: so formulas are compiled once for both.
///
/// ```
/// use polylimb::field::{Counted, Field, SharedCounts, prime::Toy};
/// use std::sync::Arc;
/// let counts = Arc::new(SharedCounts::default());
/// let f = Counted::with(Toy::new(29)?, Some(Arc::clone(&counts)));
/// f.mul(&3, &f.sqr(&5));
/// assert_eq!((counts.take().mul, counts.take().mul), (1, 0));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct SharedCounts([AtomicU32; KINDS.len()]);

impl SharedCounts {
    /// The counts so far, which are then set back to nothing; exact while no thread counts.
    #[must_use]
    pub fn take(&self) -> Counts {
        let mut counts = Counts::default();
        for kind in KINDS {
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
