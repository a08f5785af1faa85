//! Kernels for Armv6-M (Cortex-M0, M0+), eight words: `MULS` gives only the low word of a product,
//! so words are multiplied by halves of 16 bits.
//!
//! **Text.** Constant in time: no branch, and no address depends on a word. Arguments come in
//! `r0` to `r3`; `r4` to `r10` are saved. The functions are safe because the types of arrays state
//! their lengths. Only `r0` to `r7` compute; pointers wait in higher ones.
//!
//! **Cost**, with a product in one cycle: a product 1868 cycles, a square 1223, a sum 64.

use super::Word;

/// A function that calls none.
macro_rules! leaf {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?; $($text:expr),+ $(,)?) => {
        $(#[$doc])*
        #[unsafe(naked)]
        pub(crate) extern "C" fn $name($($argument: $kind),*) $(-> $result)? {
            core::arch::naked_asm!($($text),+)
        }
    };
}

/// The texts of a macro for each list, one after another.
macro_rules! each {
    ($word:ident: $($list:tt)+) => { concat!($($word! $list),+) };
}

/// Adds the product in `r4` and `r0`, whose middle is `r1 + r3`, to `r5` to `r7`.
macro_rules! add_product {
    () => {
        "movs r2, #0
         adds r1, r1, r3
         adcs r2, r2, r2
         lsls r2, r2, #16
         lsrs r3, r1, #16
         lsls r1, r1, #16
         adds r0, r0, r1
         adcs r4, r4, r2
         adds r4, r4, r3
         adds r5, r5, r0
         adcs r6, r6, r4
         movs r2, #0
         adcs r7, r7, r2
"
    };
}

/// Adds the product of word `$i` behind `r8` and word `$j` behind `r9` to `r5` to `r7`.
macro_rules! product {
    ($i:literal $j:literal) => {
        concat!(
            "mov r0, r8\n ldrh r1, [r0, #4*",
            $i,
            "]\n ldrh r2, [r0, #4*",
            $i,
            "+2]\n mov r0, r9\n ldrh r3, [r0, #4*",
            $j,
            "]\n ldrh r4, [r0, #4*",
            $j,
            "+2]\n movs r0, r1\n muls r0, r3, r0\n muls r1, r4, r1\n muls r4, r2, r4\n muls r3, r2, r3\n",
            add_product!(),
        )
    };
}

/// Adds the square of word `$i` behind `r8`.
macro_rules! square {
    ($i:literal) => {
        concat!(
            "mov r0, r8\n ldrh r1, [r0, #4*",
            $i,
            "]\n ldrh r4, [r0, #4*",
            $i,
            "+2]\n movs r0, r1\n muls r0, r1, r0\n muls r1, r4, r1\n muls r4, r4, r4\n movs r3, r1\n",
            add_product!(),
        )
    };
}

/// Stores the word of column `$k` and begins the next.
macro_rules! store {
    ($k:literal) => {
        concat!(
            "mov r0, r10\n str r5, [r0, #4*",
            $k,
            "]\n movs r5, r6\n movs r6, r7\n movs r7, #0\n"
        )
    };
}

/// A column of a product.
macro_rules! column {
    ($k:literal $($pair:tt)+) => { concat!($(product! $pair,)+ store!($k)) };
}

/// A column of a square: twice the products, and the square of a word.
macro_rules! column_of_square {
    ($k:literal [$($i:literal)?] $($pair:tt)*) => {
        concat!(
            "mov r11, r5\n mov r12, r6\n movs r5, #0\n movs r6, #0\n movs r7, #0\n",
            $(product! $pair,)*
            "adds r5, r5, r5\n adcs r6, r6, r6\n adcs r7, r7, r7\n",
            "mov r0, r11\n mov r1, r12\n movs r2, #0\n",
            "adds r5, r5, r0\n adcs r6, r6, r1\n adcs r7, r7, r2\n",
            $(square!($i),)?
            store!($k),
        )
    };
}

/// Saves registers and begins a product: pointers to the result, `a` and `b` go to `r10`, `r8` and
/// `r9`.
macro_rules! enter {
    () => {
        "push {{r4-r7, lr}}
         mov r3, r8
         mov r4, r9
         mov r5, r10
         mov r6, r11
         push {{r3-r6}}
         mov r10, r0
         mov r8, r1
         mov r9, r2
         movs r5, #0
         movs r6, #0
         movs r7, #0
"
    };
}

macro_rules! leave {
    () => {
        "pop {{r3-r6}}
         mov r8, r3
         mov r9, r4
         mov r10, r5
         mov r11, r6
         pop {{r4-r7, pc}}
"
    };
}

leaf! {
    /// `r = a b`, by columns. Stack: 36 bytes.
    fn multiply(_r: &mut [Word; 16], _a: &[Word; 8], _b: &[Word; 8]);
    enter!(),
    each!(column: (0 (0 0)) (1 (0 1) (1 0)) (2 (0 2) (1 1) (2 0)) (3 (0 3) (1 2) (2 1) (3 0))
        (4 (0 4) (1 3) (2 2) (3 1) (4 0)) (5 (0 5) (1 4) (2 3) (3 2) (4 1) (5 0))
        (6 (0 6) (1 5) (2 4) (3 3) (4 2) (5 1) (6 0))
        (7 (0 7) (1 6) (2 5) (3 4) (4 3) (5 2) (6 1) (7 0))
        (8 (1 7) (2 6) (3 5) (4 4) (5 3) (6 2) (7 1)) (9 (2 7) (3 6) (4 5) (5 4) (6 3) (7 2))
        (10 (3 7) (4 6) (5 5) (6 4) (7 3)) (11 (4 7) (5 6) (6 5) (7 4)) (12 (5 7) (6 6) (7 5))
        (13 (6 7) (7 6)) (14 (7 7))),
    store!(15),
    leave!(),
}

leaf! {
    /// `r = a²`, by columns; `b` is `a`. Stack: 36 bytes.
    fn multiply_same(_r: &mut [Word; 16], _a: &[Word; 8], _b: &[Word; 8]);
    enter!(),
    each!(column_of_square: (0 [0]) (1 [] (0 1)) (2 [1] (0 2)) (3 [] (0 3) (1 2))
        (4 [2] (0 4) (1 3)) (5 [] (0 5) (1 4) (2 3)) (6 [3] (0 6) (1 5) (2 4))
        (7 [] (0 7) (1 6) (2 5) (3 4)) (8 [4] (1 7) (2 6) (3 5)) (9 [] (2 7) (3 6) (4 5))
        (10 [5] (3 7) (4 6)) (11 [] (4 7) (5 6)) (12 [6] (5 7)) (13 [] (6 7)) (14 [7])),
    store!(15),
    leave!(),
}

/// `r = a²`.
#[inline(always)]
pub(crate) fn square(r: &mut [Word; 16], a: &[Word; 8]) {
    multiply_same(r, a, a);
}

/// Two words more of a sum or difference.
macro_rules! two_words {
    ($first:literal $other:literal) => {
        concat!(
            "ldm r1!, {{r3, r4}}\n ldm r2!, {{r5, r6}}\n ",
            $first,
            " r3, r3, r5\n ",
            $other,
            " r4, r4, r6\n stm r0!, {{r3, r4}}\n"
        )
    };
}

leaf! {
    /// `r = a + b`; the carry. Stack: 16 bytes.
    fn add(_r: &mut [Word; 8], _a: &[Word; 8], _b: &[Word; 8]) -> Word;
    "push {{r4-r6, lr}}",
    each!(two_words: ("adds" "adcs") ("adcs" "adcs") ("adcs" "adcs") ("adcs" "adcs")),
    "movs r0, #0",
    "adcs r0, r0, r0",
    "pop {{r4-r6, pc}}",
}

leaf! {
    /// `r = a - b`; the borrow. Stack: 16 bytes.
    fn sub(_r: &mut [Word; 8], _a: &[Word; 8], _b: &[Word; 8]) -> Word;
    "push {{r4-r6, lr}}",
    each!(two_words: ("subs" "sbcs") ("sbcs" "sbcs") ("sbcs" "sbcs") ("sbcs" "sbcs")),
    "sbcs r0, r0, r0",
    "rsbs r0, r0, #0",
    "pop {{r4-r6, pc}}",
}

/// Adds or subtracts word `$i` behind `$from`: the sum is in `r3` and `r4`, and `r5` is 0.
macro_rules! term {
    ($first:literal $other:literal $from:literal $i:literal) => {
        concat!(
            "ldr r2, [",
            $from,
            ", #4*",
            $i,
            "]\n ",
            $first,
            " r3, r3, r2\n ",
            $other,
            " r4, r4, r5\n"
        )
    };
}

/// Word `$k` of the result: a word of the operand, words added and words subtracted.
macro_rules! column_of_p256 {
    ($k:literal [$($plus:literal)*] [$($minus:literal)*]) => {
        concat!(
            term!("adds" "adcs" "r1" $k),
            $(term!("adds" "adcs" "r0" $plus),)*
            $(term!("subs" "sbcs" "r0" $minus),)*
            "str r3, [r0, #4*",
            $k,
            "]\n movs r3, r4\n asrs r4, r4, #31\n",
        )
    };
}

leaf! {
    /// The words `q_k` of the multiple of P-256's prime `p` that clears the lower half of `t`, then
    /// the upper half of the sum, below `2 p`; its last carry. Because `p` is -1 modulo `2^32`,
    /// `q_k` is word `k` of the sum so far; `p = 2^256 - 2^224 + 2^192 + 2^96 - 1` says to which
    /// words it is added and from which subtracted. Stack: 12 bytes.
    fn reduce_p256(_r: &mut [Word; 16], _t: &[Word; 16]) -> Word;
    "push {{r4, r5, lr}}",
    "movs r3, #0",
    "movs r4, #0",
    "movs r5, #0",
    each!(column_of_p256: (0 [] []) (1 [] []) (2 [] []) (3 [0] []) (4 [1] []) (5 [2] []) (6 [3 0] [])
        (7 [4 1] [0]) (8 [5 2 0] [1]) (9 [6 3 1] [2]) (10 [7 4 2] [3]) (11 [5 3] [4])
        (12 [6 4] [5]) (13 [7 5] [6]) (14 [6] [7]) (15 [7] [])),
    "movs r0, r3",
    "pop {{r4, r5, pc}}",
}

/// `a + b + carry` for `carry` 0 or 1, and the new carry. The compiler would make a branch.
#[inline(always)]
pub(crate) fn adc(mut a: Word, b: Word, mut carry: Word) -> (Word, Word) {
    // SAFETY: reads and writes these registers and the flags.
    unsafe {
        core::arch::asm!(
            "lsrs {carry}, {carry}, #1",
            "adcs {a}, {a}, {b}",
            "adcs {carry}, {carry}, {carry}",
            a = inout(reg) a,
            b = in(reg) b,
            carry = inout(reg) carry,
            options(pure, nomem, nostack),
        );
    }
    (a, carry)
}

/// `a - b - borrow` for `borrow` 0 or 1, and the new borrow.
#[inline(always)]
pub(crate) fn sbb(mut a: Word, b: Word, mut borrow: Word) -> (Word, Word) {
    // SAFETY: reads and writes these registers and the flags.
    unsafe {
        core::arch::asm!(
            "rsbs {borrow}, {borrow}, #0",
            "sbcs {a}, {a}, {b}",
            "sbcs {borrow}, {borrow}, {borrow}",
            "rsbs {borrow}, {borrow}, #0",
            a = inout(reg) a,
            b = in(reg) b,
            borrow = inout(reg) borrow,
            options(pure, nomem, nostack),
        );
    }
    (a, borrow)
}
