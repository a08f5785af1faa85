//! The kernels as functions.

use super::{fold, sum as sums};
use crate::x25519::El;

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
    ($($(#[$doc:meta])* $name:ident($($a:ident)+: $el:ty), $kernel:path, $last:ident;)+) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(r: &mut $el, $($a: &$el),+) {
            let last = &raw const *$last;
            // SAFETY: the kernel reads what the references name and writes the result, all of it.
            unsafe { call!($kernel, &raw mut *r, [$(&raw const *$a),+][0], last, 0_u8) }
        }
    )+};
}

functions! {
    /// `r = a b`.
    multiply(a b: El), fold::multiply, b;
    /// `r = a²`.
    square(a: El), fold::square, a;
    /// `r = a - b`.
    difference(a b: El), sums::difference, b;
    /// `r = (x + z, x - z)` for `a = (x, z)`, products or numbers below 2^255.
    sum_and_difference(a: [El; 2]), sums::sum_and_difference, a;
    /// `r = 121665 a + b`.
    multiply_add_small(a b: El), sums::multiply_add_small, b;
}

/// `r = q` if `mask` is 0xff, `r = p` if it is 0.
#[inline(always)]
pub fn choose(r: &mut [El; 2], p: &[El; 2], q: &[El; 2], mask: u8) {
    // SAFETY: the kernel reads two pairs and writes one, all of it.
    unsafe { call!(sums::choose, &raw mut *r, &raw const *p, &raw const *q, mask) }
}

/// Clears the memory of products.
pub fn wipe() {
    // SAFETY: one processor; no kernel runs now.
    unsafe { (&raw mut fold::MEMORY).write_volatile([0; 128]) }
}
