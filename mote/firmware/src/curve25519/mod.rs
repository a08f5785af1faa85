//! X25519: the field of 2^255 - 19 in assembly, and the ladder of `[RFC7748]` over it.
//!
//! **Source.** `[Duell2015]` for the whole, `[HutterSchwabe2014]` for products by differences of
//! halves. **Representation.** An element is any number below 2^256 in 32 bytes, the lowest first,
//! congruent to its value: 2^256 is 38. Only the result is reduced to a number below the prime.
//! **Constant time.** No branch, no address depends on operands. **Memory.** 128 static bytes: not
//! to be called by an interrupt that interrupts it.
//!
//! Read `product.rs`, then `fold.rs`, then `ladder.rs`.

/// A function of instructions: its pointers come in r25:r24, r23:r22 and r21:r20, and all registers
/// but r28 and r29 may change.
macro_rules! kernel {
    ($name:ident, ($($symbol:ident = $item:ident),*), [$($text:expr),+ $(,)?]) => {
        #[inline(never)]
        pub(super) unsafe extern "C" fn $name() -> ! {
            // SAFETY: the caller fulfils the file's contract; code after the instructions is never
            // reached.
            unsafe { core::arch::asm!($($text),+, $($symbol = sym $item,)* options(noreturn)) }
        }
    };
}

/// `add` of the first pair of registers, or another instruction that needs no carry; the same with
/// carry of the others.
macro_rules! chain {
    ($first:literal $next:literal: $d:ident $s:ident $($e:ident $t:ident)*) => {
        concat!(
            $first, " ", stringify!($d), ", ", stringify!($s), "\n",
            $($next, " ", stringify!($e), ", ", stringify!($t), "\n",)*
        )
    };
}

/// An instruction of a register and a place in memory, for each of both.
macro_rules! each {
    (load $from:literal: $($r:ident $i:literal)+) => { each!(load $from "0": $($r $i)+) };
    (load $from:literal $at:literal: $($r:ident $i:literal)+) => {
        concat!($("ldd ", stringify!($r), ", ", $from, $at, "+", $i, "\n"),+)
    };
    (store $to:literal: $($r:ident $i:literal)+) => { each!(store $to "0": $($r $i)+) };
    (store $to:literal $at:literal: $($r:ident $i:literal)+) => {
        concat!($("std ", $to, $at, "+", $i, ", ", stringify!($r), "\n"),+)
    };
    ($op:literal $with:literal: $($r:ident)+) => {
        concat!($($op, " ", stringify!($r), ", ", $with, "\n"),+)
    };
}

#[macro_use]
mod product;
mod element;
mod fold;
mod ladder;
mod square;
mod sum;

pub use element::{difference, multiply, multiply_add_small, square, sum_and_difference};
pub use ladder::x25519;
