//! Columns of products with `UMLAL`: three words of a running sum.
//!
//! `UMLAL` loses the carry out of its upper word. So the product is added to a pair of the lowest
//! word of the sum and a zero, which cannot overflow; its upper word is then added to the middle
//! word by an addition whose carry goes to the third: four instructions. The carry of a column's
//! last product may stay in its flag until the first addition of the next column ("delayed
//! propagation"), and a word of an earlier row may be added in the same chain ("delayed
//! accumulation"): both are from `[Taira2013]`, section 4.2.

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

/// As [`last`], with a word at `[$from, $at]` added to `$low` in one chain of carries. Changes
/// `lr`.
#[rustfmt::skip]
macro_rules! last_onto {
    ($from:literal $low:literal $middle:literal, $a:literal $b:literal, $at:literal) => {
        concat!(
            "mov r12, #0\n",
            "umlal ", $low, ", r12, ", $a, ", ", $b, "\n",
            "ldr lr, [", $from, ", #", $at, "]\n",
            "adds ", $low, ", ", $low, ", lr\n",
            "adcs ", $middle, ", ", $middle, ", r12\n",
        )
    };
}

/// Adds a word at `[$from, $at]` to the column. Changes `lr`.
#[rustfmt::skip]
macro_rules! accumulate {
    ($from:literal $low:literal $middle:literal $high:literal, $at:literal) => {
        concat!(
            "ldr lr, [", $from, ", #", $at, "]\n",
            "adds ", $low, ", ", $low, ", lr\n",
            "adcs ", $middle, ", ", $middle, ", #0\n",
            "adc ", $high, ", ", $high, ", #0\n",
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
/// `(low middle high) at; (a b, loads …) …`; with `onto` in front, the word that an earlier row
/// stored at `at` is added.
macro_rules! at_once {
    ($sum:tt $at:literal; $($product:tt)+) => {
        concat!($(at_once!(@ $sum $product)),+, at_once!(@ store $sum $at))
    };
    (onto $sum:tt $at:literal; $($product:tt)+) => {
        concat!($(at_once!(@ $sum $product)),+, at_once!(@ onto $sum $at), at_once!(@ store $sum $at))
    };
    (@ ($low:literal $middle:literal $high:literal) ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* product!("adds" $low $middle $high, $a $b))
    };
    (@ onto ($low:literal $middle:literal $high:literal) $at:literal) => {
        accumulate!("r0" $low $middle $high, $at)
    };
    (@ store ($low:literal $middle:literal $high:literal) $at:literal) => {
        store!($low, $at)
    };
}

/// As [`at_once`], but the first product takes the carry of the column before and the last product
/// leaves its own.
macro_rules! delayed {
    (($low:literal $middle:literal $high:literal) $at:literal; ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* last!("adcs" $low $middle, $a $b), store!($low, $at))
    };
    ($sum:tt $at:literal; $first:tt $($rest:tt)+) => {
        concat!(delayed!(@ first $sum $first), delayed!(@ rest $sum $($rest)+), at_once!(@ store $sum $at))
    };
    (onto $sum:tt $at:literal; $first:tt $($rest:tt)+) => {
        concat!(delayed!(@ first $sum $first), delayed!(@ onto $at $sum $($rest)+), at_once!(@ store $sum $at))
    };
    (@ first ($low:literal $middle:literal $high:literal) ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* product!("adcs" $low $middle $high, $a $b))
    };
    (@ rest ($low:literal $middle:literal $high:literal) ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* last!("adds" $low $middle, $a $b))
    };
    (@ rest $sum:tt $product:tt $($rest:tt)+) => {
        concat!(at_once!(@ $sum $product), delayed!(@ rest $sum $($rest)+))
    };
    (@ onto $at:literal ($low:literal $middle:literal $high:literal) ($a:literal $b:literal $(, $load:expr)*)) => {
        concat!($($load, "\n",)* last_onto!("r0" $low $middle, $a $b, $at))
    };
    (@ onto $at:literal $sum:tt $product:tt $($rest:tt)+) => {
        concat!(at_once!(@ $sum $product), delayed!(@ onto $at $sum $($rest)+))
    };
}
