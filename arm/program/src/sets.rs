//! The kernel sets that are measured.

use polylimb::authors::field::prime::{KernelSet, Neon, Portable, Umaal, Umlal};
use polylimb::cpu::Features;

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
                Self::available(Features::detect()).expect("every Cortex-A9 has it")
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
