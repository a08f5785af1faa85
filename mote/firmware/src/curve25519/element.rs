//! The kernels as functions.

use super::{fold, sum as sums};

/// A number below 2^256.
pub type El = [u8; 32];

/// Calls a kernel.
macro_rules! call {
    ($kernel:path, $r:expr, $a:expr, $b:expr, $mask:expr) => {
        core::arch::asm!(
            "call {kernel}", kernel = sym $kernel,
            inlateout("r25r24") $r => _, inlateout("r23r22") $a => _, inlateout("r21r20") $b => _,
            inlateout("r18") $mask => _, out("r2") _, out("r3") _, out("r4") _, out("r5") _, out("r6") _,
            out("r7") _, out("r8") _, out("r9") _, out("r10") _, out("r11") _, out("r12") _, out("r13") _,
            out("r14") _, out("r15") _, out("r16") _, out("r17") _, out("r19") _,
            out("r26") _, out("r27") _, out("r30") _, out("r31") _,
        )
    };
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident, $kernel:path;)+) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(r: &mut El, a: &El, b: &El) {
            // SAFETY: the kernel reads two elements and writes one, all of it.
            unsafe { call!($kernel, &raw mut *r, &raw const *a, &raw const *b, 0_u8) }
        }
    )+};
}

functions! {
    /// `r = a b`.
    multiply, fold::multiply;
    /// `r = a + b`.
    sum, sums::sum;
    /// `r = a - b`.
    difference, sums::difference;
    /// `r = 121665 a + b`.
    multiply_add_small, sums::multiply_add_small;
}

/// `r = a²`.
#[inline(always)]
pub fn square(r: &mut El, a: &El) {
    // SAFETY: the kernel reads one element and writes another, all of it.
    unsafe { call!(fold::square, &raw mut *r, &raw const *a, 0_usize, 0_u8) }
}

/// `r = b` if `mask` is 0xff, `r = a` if it is 0.
#[inline(always)]
pub fn choose(r: &mut El, a: &El, b: &El, mask: u8) {
    // SAFETY: the kernel reads two elements and writes one, all of it.
    unsafe { call!(sums::choose, &raw mut *r, &raw const *a, &raw const *b, mask) }
}

/// Clears the memory of products.
pub fn wipe() {
    // SAFETY: one processor; no kernel runs now.
    unsafe { (&raw mut fold::MEMORY).write_volatile([0; 128]) }
}
