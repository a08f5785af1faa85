//! The kernel sets that are measured.

use polylimb::authors::field::prime::{KernelSet, Neon, Portable, Umaal, Umlal};

/// A kernel set without detection at run time, which would be counted as well.
pub trait Set: KernelSet {
    /// The set.
    fn get() -> Self;
}

/// Sets that the compiler knows to be available.
macro_rules! known {
    ($($set:ty)+) => {
        $(impl Set for $set {
            #[inline(always)]
            fn get() -> Self {
                // SAFETY: a type without data; every Cortex-A9 has what it stands for.
                unsafe { std::mem::zeroed() }
            }
        })+
    };
}

known!(Portable Umlal Umaal);

impl Set for Neon {
    #[inline(always)]
    fn get() -> Self {
        // SAFETY: this program is measured on a Cortex-A9 with NEON.
        unsafe { Self::assumed() }
    }
}
