//! Multiplication by product scanning with `UMLAL`.
//!
//! **Source.** `[Comba1990]`; carries delayed: `[Taira2013]`, section 4.2. **Idea.** One column
//! after another in three words, each word of the product written once; both operands of every
//! product are loaded. **Cost.** 64 products, 128 loads, 16 stores, 420 executed instructions in
//! all; 406 with carries delayed. **Time.** Constant.
//!
//! `UMLAL` loses the carry out of its upper word. So the product is added to a pair of the lowest
//! word of the sum and a zero, which cannot overflow; its upper word is then added to the middle
//! word by an addition whose carry goes to the third: four instructions. The carry of a column's
//! last product may stay in its flag until the first addition of the next column.

use polylimb::authors::limb::Word;

/// `$low + $middle β + $high β² += $a $b`. `$add` is `adcs` where a carry for `$middle` waits.
/// Changes `r12`.
macro_rules! product {
    ($add:literal $low:literal $middle:literal $high:literal, $a:literal $b:literal) => {
        concat!(last!($add $low $middle, $a $b), "adc ", $high, ", ", $high, ", #0\n")
    };
}

/// As [`product`], with the carry for `$high` left in its flag.
#[rustfmt::skip]
macro_rules! last {
    ($add:literal $low:literal $middle:literal, $a:literal $b:literal) => {
        concat!(
            "mov r12, #0\n",
            "umlal ", $low, ", r12, ", $a, ", ", $b, "\n",
            $add, " ", $middle, ", ", $middle, ", r12\n",
        )
    };
}

/// The column's word is complete; its register becomes the third of the next column.
macro_rules! store {
    ($low:literal, $at:literal) => {
        concat!("str ", $low, ", [r0, #", $at, "]\n", "mov ", $low, ", #0\n")
    };
}

/// A column of products, each with the loads before it, every carry at once:
/// `(low middle high) at; (a b, loads …) …`.
macro_rules! at_once {
    (($low:literal $middle:literal $high:literal) $at:literal; $($product:tt)+) => {
        concat!($(at_once!(@ ($low $middle $high) $product)),+, store!($low, $at))
    };
    (@ ($low:literal $middle:literal $high:literal) ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* product!("adds" $low $middle $high, $a $b))
    };
}

/// As [`at_once`], but the first product takes the carry of the column before and the last product
/// leaves its own.
macro_rules! delayed {
    (($low:literal $middle:literal $high:literal) $at:literal; ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* last!("adcs" $low $middle, $a $b), store!($low, $at))
    };
    (($low:literal $middle:literal $high:literal) $at:literal; ($a:literal $b:literal $(, $load:expr)*) $($rest:tt)+) => {
        concat!(
            $($load, "\n",)* product!("adcs" $low $middle $high, $a $b),
            delayed!(@ ($low $middle $high) $($rest)+),
            store!($low, $at)
        )
    };
    (@ ($low:literal $middle:literal $high:literal) ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* last!("adds" $low $middle, $a $b))
    };
    (@ $sum:tt $product:tt $($rest:tt)+) => {
        concat!(at_once!(@ $sum $product), delayed!(@ $sum $($rest)+))
    };
}

/// A column: pairs of words of `a` and `b`.
macro_rules! column {
    ($mode:ident $sum:tt $at:literal; $(($i:literal $j:literal))+) => {
        $mode!($sum $at; $((
            "r6" "r7",
            concat!("ldr r6, [r1, #4*", $i, "]"),
            concat!("ldr r7, [r2, #4*", $j, "]")
        ))+)
    };
}

macro_rules! columns {
    ($mode:ident) => {
        concat!(
            column!($mode ("r3" "r4" "r5") 0; (0 0)),
            column!($mode ("r4" "r5" "r3") 4; (0 1) (1 0)),
            column!($mode ("r5" "r3" "r4") 8; (0 2) (1 1) (2 0)),
            column!($mode ("r3" "r4" "r5") 12; (0 3) (1 2) (2 1) (3 0)),
            column!($mode ("r4" "r5" "r3") 16; (0 4) (1 3) (2 2) (3 1) (4 0)),
            column!($mode ("r5" "r3" "r4") 20; (0 5) (1 4) (2 3) (3 2) (4 1) (5 0)),
            column!($mode ("r3" "r4" "r5") 24; (0 6) (1 5) (2 4) (3 3) (4 2) (5 1) (6 0)),
            column!($mode ("r4" "r5" "r3") 28; (0 7) (1 6) (2 5) (3 4) (4 3) (5 2) (6 1) (7 0)),
            column!($mode ("r5" "r3" "r4") 32; (1 7) (2 6) (3 5) (4 4) (5 3) (6 2) (7 1)),
            column!($mode ("r3" "r4" "r5") 36; (2 7) (3 6) (4 5) (5 4) (6 3) (7 2)),
            column!($mode ("r4" "r5" "r3") 40; (3 7) (4 6) (5 5) (6 4) (7 3)),
            column!($mode ("r5" "r3" "r4") 44; (4 7) (5 6) (6 5) (7 4)),
            column!($mode ("r3" "r4" "r5") 48; (5 7) (6 6) (7 5)),
            column!($mode ("r4" "r5" "r3") 52; (6 7) (7 6)),
            column!($mode ("r5" "r3" "r4") 56; (7 7)),
        )
    };
}

kernel! {
    /// `r = a b`, each carry propagated at once. `r` disjoint from `a` and `b`. Stack: 24 bytes.
    pub(super) fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r7, lr}}",
    "mov r3, #0",
    "mov r4, #0",
    "mov r5, #0",
    columns!(at_once),
    "str r3, [r0, #60]",
    "pop {{r4-r7, pc}}",
}

kernel! {
    /// As [`multiply`], with delayed carries.
    pub(super) fn delayed(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r7, lr}}",
    "mov r3, #0",
    "mov r4, #0",
    "mov r5, #0",
    "cmn r0, #0", // no carry
    columns!(delayed),
    "str r3, [r0, #60]",
    "pop {{r4-r7, pc}}",
}
