//! Products of four, six and nine words for narrow cores, where `mul` and `umulh` take three cycles
//! each.
//!
//! **Source.** `[Karatsuba1962]`; three words as in `[Weimerskirch2006]`. **Idea.** Mixed products
//! `x₀ y₁ + x₁ y₀` are `x₀ y₀ + x₁ y₁ + (x₀ - x₁)(y₁ - y₀)`. The differences are multiplied without
//! their signs; where these differ, the product is complemented. **Cost.** Four words are halves of
//! two words, with three products each: 9 pairs of `mul` and `umulh`, not 16. Six words are halves
//! of three words, with six products each, three of them of differences: 18 pairs, not 36. Nine
//! words are thirds of three words, in the same way: 36 pairs, not 81. On a wide core the additions
//! cost more than is saved. Squares have few mixed products: `narrow_squares.rs`. **Constant
//! time.**

use crate::limb::Word;
use core::arch::asm;

/// Instructions, a line each.
macro_rules! lines {
    ($($name:literal $first:literal $($operand:literal)*;)*) => {
        concat!($($name, " ", $first, $(", ", $operand,)* "\n",)*)
    };
}

/// `d = a + b`, word by word, the carry being left in the flag.
macro_rules! sums {
    ($op:literal; ; ; ) => { "" };
    ($op:literal; $d:literal $($ds:literal)*; $a:literal $($as:literal)*; $b:literal $($bs:literal)*) => {
        concat!($op, " ", $d, ", ", $a, ", ", $b, "\n", sums!("adcs"; $($ds)*; $($as)*; $($bs)*))
    };
}

/// `$d = |a - b|`, word by word, and `$s` all ones where `a < b`.
macro_rules! distance {
    ($s:literal; $($d:literal $a:literal $b:literal)+) => {
        concat!(
            less!("subs"; $($d)+; $($a)+; $($b)+),
            lines!("csetm" $s "lo";),
            $(lines!("eor" $d $d $s;),)+
            lines!("cmn" $s "#1";),
            $(lines!("adcs" $d $d "xzr";),)+
        )
    };
}

/// `$h:$l = (a - b)(d - c)` in two's complement, `$s` being the words above.
macro_rules! signed {
    ($l:literal $h:literal $s:literal; $a:literal $b:literal; $c:literal $d:literal; $x:literal) => {
        lines!(
            "subs" $h $a $b;
            "cneg" $h $h "lo";
            "csetm" $s "lo";
            "subs" $x $d $c;
            "cneg" $x $x "lo";
            "cinv" $s $s "lo";
            "mul" $l $h $x;
            "umulh" $h $h $x;
            "eor" $l $l $s;
            "eor" $h $h $s;
            // The carry: one more, if it is negative.
            "cmn" $s "#1";
        )
    };
}

/// `t = x y` for two words each.
macro_rules! two_words {
    ($t0:literal $t1:literal $t2:literal $t3:literal; $x0:literal $x1:literal; $y0:literal $y1:literal;
        $l:literal $h:literal $u:literal $s:literal) => {
        concat!(
            lines!(
                "mul" $t0 $x0 $y0;
                "mul" $t2 $x1 $y1;
                "umulh" $t1 $x0 $y0;
                "umulh" $t3 $x1 $y1;
                "adds" $u $t1 $t2;
                "adc" $t3 $t3 "xzr";
                "adds" $t1 $u $t0;
                "adcs" $t2 $t3 $u;
                "adc" $t3 $t3 "xzr";
            ),
            signed!($l $h $s; $x0 $x1; $y0 $y1; $u),
            lines!(
                "adcs" $t1 $t1 $l;
                "adcs" $t2 $t2 $h;
                "adc" $t3 $t3 $s;
            )
        )
    };
}

/// `t = x y` for three words each: `n (1 + B + B²)` for `n = x₀ y₀ + x₁ y₁ B + x₂ y₂ B²`, and three
/// products of differences.
macro_rules! three_words {
    ($t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal;
        $x0:literal $x1:literal $x2:literal; $y0:literal $y1:literal $y2:literal;
        $m:literal $l:literal $n:literal $s:literal) => {
        concat!(
            lines!(
                "mul" $t0 $x0 $y0;
                "umulh" $t1 $x0 $y0;
                "mul" $m $x1 $y1;
                "umulh" $t2 $x1 $y1;
                "mul" $l $x2 $y2;
                "umulh" $t5 $x2 $y2;
                "adds" $t1 $t1 $m;
                "adcs" $t2 $t2 $l;
                "adc" $t5 $t5 "xzr";
                // Plus its multiple by B,
                "adds" $m $t1 $t0;
                "adcs" $t3 $t2 $t1;
                "adcs" $t4 $t5 $t2;
                "adc" $l $t5 "xzr";
                // and by B².
                "adds" $n $t3 $t0;
                "adcs" $t3 $t4 $t1;
                "adcs" $t4 $l $t2;
                "adc" $t5 $t5 "xzr";
            ),
            signed!($l $t1 $s; $x1 $x2; $y1 $y2; $t2),
            lines!(
                "adcs" $t3 $t3 $l;
                "adcs" $t4 $t4 $t1;
                "adc" $t5 $t5 $s;
            ),
            signed!($l $t1 $s; $x0 $x2; $y0 $y2; $t2),
            lines!(
                "adcs" $n $n $l;
                "adcs" $t3 $t3 $t1;
                "adcs" $t4 $t4 $s;
                "adc" $t5 $t5 $s;
            ),
            signed!($l $t1 $s; $x0 $x1; $y0 $y1; $t2),
            lines!(
                "adcs" $m $m $l;
                "adcs" $t2 $n $t1;
                "adcs" $t3 $t3 $s;
                "adcs" $t4 $t4 $s;
                "adc" $t5 $t5 $s;
                "mov" $t1 $m;
            )
        )
    };
}

/// The parts for halves of a number of words. Constant time. No stack. Clobber flags.
macro_rules! parts {
    ($half:tt $whole:tt, $product:ident $distance:ident $combine:ident $mul:ident;
        $($i:literal $x:ident $y:ident $d:ident)+; $text:expr; $($free:ident)+; $($k:literal $t:ident)+;
        $distances:expr;
        $($j:literal $low:ident $high:ident $middle:ident)+; [$($a:literal)+] [$($b:literal)+]
        [$($c:literal)+] [$($e:literal)+] [$($m:literal)+] [$($sign:literal)+]) => {
        /// `x y`.
        #[inline(always)]
        pub(super) fn $product(x: &[Word; $half], y: &[Word; $half]) -> [Word; $whole] {
            let mut t: [Word; $whole] = [0; $whole];
            // SAFETY: registers only.
            unsafe {
                asm!(
                    $text,
                    $($x = in(reg) x[$i], $y = in(reg) y[$i],)+
                    $($t = out(reg) t[$k],)+
                    $($free = out(reg) _,)+
                    options(pure, nomem, nostack),
                );
            }
            t
        }

        /// `|x - y|`, and all ones if that is `y - x`.
        #[inline(always)]
        pub(super) fn $distance(x: &[Word; $half], y: &[Word; $half]) -> ([Word; $half], Word) {
            let mut d: [Word; $half] = [0; $half];
            let sign: Word;
            // SAFETY: registers only.
            unsafe {
                asm!(
                    $distances,
                    $($x = in(reg) x[$i], $y = in(reg) y[$i], $d = out(reg) d[$i],)+
                    sign = out(reg) sign,
                    options(pure, nomem, nostack),
                );
            }
            (d, sign)
        }

        /// `(low + high B)(1 + B) ± middle B`, less if the sign is all ones, else it is 0.
        #[inline(always)]
        pub(super) fn $combine(
            low: &[Word; $whole],
            high: &[Word; $whole],
            middle: &[Word; $whole],
            sign: Word,
        ) -> [[Word; $whole]; 2] {
            let mut t: [[Word; $whole]; 2] = [[0; $whole]; 2];
            // SAFETY: registers only.
            unsafe {
                asm!(
                    // `n = low + high B` is in the registers `a`, `c` and `e`; then `n + n B`.
                    chain!("adds" "adcs"; $($c)+; $($b)+),
                    $(concat!("adcs ", $e, ", ", $e, ", xzr"),)+
                    $(concat!("eor ", $m, ", ", $m, ", {sign}"),)+
                    sums!("adds"; $($b)+; $($c)+; $($a)+),
                    chain!("adcs" "adcs"; $($c)+; $($e)+),
                    $(concat!("adcs ", $e, ", ", $e, ", xzr"),)+
                    "cmn {sign}, #1",
                    chain!("adcs" "adcs"; $($b)+ $($c)+ $($e)+; $($m)+ $($sign)+),
                    $($low = inout(reg) low[$j] => t[0][$j],)+
                    $($high = inout(reg) high[$j] => t[1][$j],)+
                    $($middle = inout(reg) middle[$j] => _,)+
                    sign = in(reg) sign,
                    options(pure, nomem, nostack),
                );
            }
            t
        }

        /// `a b`.
        #[inline(always)]
        pub(super) fn $mul(a: &[Word; $whole], b: &[Word; $whole]) -> [[Word; $whole]; 2] {
            let ([a_low, a_high], [b_low, b_high]) = (halves(a), halves(b));
            let (low, high) = ($product(&a_low, &b_low), $product(&a_high, &b_high));
            let ((x, a_sign), (y, b_sign)) =
                ($distance(&a_low, &a_high), $distance(&b_high, &b_low));
            $combine(&low, &high, &$product(&x, &y), a_sign ^ b_sign)
        }
    };
}

/// The lower and the upper words.
#[inline(always)]
fn halves<const HALF: usize, const N: usize>(a: &[Word; N]) -> [[Word; HALF]; 2] {
    [*a.first_chunk().expect("half"), *a.last_chunk().expect("half")]
}

parts!(2 4, product_two distance_two combine_four mul_four;
    0 x0 y0 d0 1 x1 y1 d1;
    two_words!("{t0}" "{t1}" "{t2}" "{t3}"; "{x0}" "{x1}"; "{y0}" "{y1}"; "{l0}" "{l1}" "{l2}" "{s}");
    l0 l1 l2 s; 0 t0 1 t1 2 t2 3 t3;
    distance!("{sign}"; "{d0}" "{x0}" "{y0}" "{d1}" "{x1}" "{y1}");
    0 a0 c0 m0 1 a1 c1 m1 2 b0 e0 m2 3 b1 e1 m3;
    ["{a0}" "{a1}"] ["{b0}" "{b1}"] ["{c0}" "{c1}"] ["{e0}" "{e1}"] ["{m0}" "{m1}" "{m2}" "{m3}"]
    ["{sign}" "{sign}"]);
parts!(3 6, product_three distance_three combine_six mul_six;
    0 x0 y0 d0 1 x1 y1 d1 2 x2 y2 d2;
    three_words!("{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"; "{x0}" "{x1}" "{x2}"; "{y0}" "{y1}" "{y2}"; "{l0}" "{l1}" "{l2}" "{s}");
    l0 l1 l2 s; 0 t0 1 t1 2 t2 3 t3 4 t4 5 t5;
    distance!("{sign}"; "{d0}" "{x0}" "{y0}" "{d1}" "{x1}" "{y1}" "{d2}" "{x2}" "{y2}");
    0 a0 c0 m0 1 a1 c1 m1 2 a2 c2 m2 3 b0 e0 m3 4 b1 e1 m4 5 b2 e2 m5;
    ["{a0}" "{a1}" "{a2}"] ["{b0}" "{b1}" "{b2}"] ["{c0}" "{c1}" "{c2}"] ["{e0}" "{e1}" "{e2}"]
    ["{m0}" "{m1}" "{m2}" "{m3}" "{m4}" "{m5}"] ["{sign}" "{sign}" "{sign}"]);

/// `n (1 + B + B²)` for `n = low + middle B + high B²`. Constant time. No stack. Clobbers flags.
///
/// - Requires that `middle` and `high` are products of three words.
#[inline(always)]
pub(super) fn spread_nine(low: &[Word; 6], middle: &[Word; 6], high: &[Word; 6]) -> [Word; 18] {
    let mut t: [Word; 18] = [0; 18];
    // SAFETY: registers only.
    unsafe {
        asm!(
            // `n` is in `a`, `b`, `c` and `d`;
            chain!("adds" "adcs"; "{b0}" "{b1}" "{b2}" "{c0}" "{c1}" "{c2}"; "{s0}" "{s1}" "{s2}" "{u0}" "{u1}" "{u2}"),
            "adcs {d0}, {d0}, xzr",
            "adcs {d1}, {d1}, xzr",
            "adc {d2}, {d2}, xzr",
            // `n + n B` in `a`, `s`, `u`, `v` and `w`.
            sums!("adds"; "{s0}" "{s1}" "{s2}" "{u0}" "{u1}" "{u2}" "{v0}" "{v1}" "{v2}"; "{a0}" "{a1}" "{a2}" "{b0}" "{b1}" "{b2}" "{c0}" "{c1}" "{c2}"; "{b0}" "{b1}" "{b2}" "{c0}" "{c1}" "{c2}" "{d0}" "{d1}" "{d2}"),
            "adcs {w0}, {d0}, xzr",
            "adcs {w1}, {d1}, xzr",
            "adc {w2}, {d2}, xzr",
            chain!("adds" "adcs"; "{u0}" "{u1}" "{u2}" "{v0}" "{v1}" "{v2}" "{w0}" "{w1}" "{w2}"; "{a0}" "{a1}" "{a2}" "{b0}" "{b1}" "{b2}" "{c0}" "{c1}" "{c2}"),
            "adcs {d0}, {d0}, xzr",
            "adcs {d1}, {d1}, xzr",
            "adc {d2}, {d2}, xzr",
            a0 = inout(reg) low[0] => t[0],
            a1 = inout(reg) low[1] => t[1],
            a2 = inout(reg) low[2] => t[2],
            b0 = inout(reg) low[3] => _,
            b1 = inout(reg) low[4] => _,
            b2 = inout(reg) low[5] => _,
            s0 = inout(reg) middle[0] => t[3],
            s1 = inout(reg) middle[1] => t[4],
            s2 = inout(reg) middle[2] => t[5],
            c0 = inout(reg) middle[3] => _,
            c1 = inout(reg) middle[4] => _,
            c2 = inout(reg) middle[5] => _,
            u0 = inout(reg) high[0] => t[6],
            u1 = inout(reg) high[1] => t[7],
            u2 = inout(reg) high[2] => t[8],
            d0 = inout(reg) high[3] => t[15],
            d1 = inout(reg) high[4] => t[16],
            d2 = inout(reg) high[5] => t[17],
            v0 = out(reg) t[9],
            v1 = out(reg) t[10],
            v2 = out(reg) t[11],
            w0 = out(reg) t[12],
            w1 = out(reg) t[13],
            w2 = out(reg) t[14],
            options(pure, nomem, nostack),
        );
    }
    t
}

/// `t += d` from a word on, or `-d` if the sign is all ones, else it is 0. Constant time. No stack.
/// Clobbers flags.
macro_rules! add_signed {
    ($name:ident; $($i:literal $t:ident $place:literal)+; $($sign:literal)+) => {
        #[inline(always)]
        pub(super) fn $name(t: &mut [Word; 18], d: &[Word; 6], sign: Word) {
            // SAFETY: registers only.
            unsafe {
                asm!(
                    "eor {d0}, {d0}, {sign}",
                    "eor {d1}, {d1}, {sign}",
                    "eor {d2}, {d2}, {sign}",
                    "eor {d3}, {d3}, {sign}",
                    "eor {d4}, {d4}, {sign}",
                    "eor {d5}, {d5}, {sign}",
                    "cmn {sign}, #1",
                    chain!("adcs" "adcs"; $($place)+; "{d0}" "{d1}" "{d2}" "{d3}" "{d4}" "{d5}" $($sign)+),
                    $($t = inout(reg) t[$i],)+
                    d0 = inout(reg) d[0] => _,
                    d1 = inout(reg) d[1] => _,
                    d2 = inout(reg) d[2] => _,
                    d3 = inout(reg) d[3] => _,
                    d4 = inout(reg) d[4] => _,
                    d5 = inout(reg) d[5] => _,
                    sign = in(reg) sign,
                    options(pure, nomem, nostack),
                );
            }
        }
    };
}

add_signed!(add_from_three; 3 t3 "{t3}" 4 t4 "{t4}" 5 t5 "{t5}" 6 t6 "{t6}" 7 t7 "{t7}" 8 t8 "{t8}"
    9 t9 "{t9}" 10 t10 "{t10}" 11 t11 "{t11}" 12 t12 "{t12}" 13 t13 "{t13}" 14 t14 "{t14}"
    15 t15 "{t15}" 16 t16 "{t16}" 17 t17 "{t17}";
    "{sign}" "{sign}" "{sign}" "{sign}" "{sign}" "{sign}" "{sign}" "{sign}" "{sign}");
add_signed!(add_from_six; 6 t6 "{t6}" 7 t7 "{t7}" 8 t8 "{t8}" 9 t9 "{t9}" 10 t10 "{t10}" 11 t11 "{t11}"
    12 t12 "{t12}" 13 t13 "{t13}" 14 t14 "{t14}" 15 t15 "{t15}" 16 t16 "{t16}" 17 t17 "{t17}";
    "{sign}" "{sign}" "{sign}" "{sign}" "{sign}" "{sign}");
add_signed!(add_from_nine; 9 t9 "{t9}" 10 t10 "{t10}" 11 t11 "{t11}" 12 t12 "{t12}" 13 t13 "{t13}"
    14 t14 "{t14}" 15 t15 "{t15}" 16 t16 "{t16}" 17 t17 "{t17}"; "{sign}" "{sign}" "{sign}");

/// `a b` of nine words, which are thirds of three.
#[inline(always)]
pub(super) fn mul_nine(a: &[Word; 9], b: &[Word; 9]) -> [[Word; 9]; 2] {
    let ([a0, a1, a2], [b0, b1, b2]) = (thirds(a), thirds(b));
    let mut t =
        spread_nine(&product_three(&a0, &b0), &product_three(&a1, &b1), &product_three(&a2, &b2));
    let mixed = |a: [&[Word; 3]; 2], b: [&[Word; 3]; 2]| {
        let ((x, a_sign), (y, b_sign)) = (distance_three(a[0], a[1]), distance_three(b[1], b[0]));
        (product_three(&x, &y), a_sign ^ b_sign)
    };
    let (product, sign) = mixed([&a0, &a1], [&b0, &b1]);
    add_from_three(&mut t, &product, sign);
    let (product, sign) = mixed([&a0, &a2], [&b0, &b2]);
    add_from_six(&mut t, &product, sign);
    let (product, sign) = mixed([&a1, &a2], [&b1, &b2]);
    add_from_nine(&mut t, &product, sign);
    [*t.first_chunk().expect("half"), *t.last_chunk().expect("half")]
}

#[inline(always)]
fn thirds(a: &[Word; 9]) -> [[Word; 3]; 3] {
    let (thirds, _) = a.as_chunks();
    *thirds.first_chunk().expect("three")
}
