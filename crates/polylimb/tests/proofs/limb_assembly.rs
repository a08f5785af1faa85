//! The kernels `mulx` and `umulh` for words of any number: `crates/polylimb/src/limb/x86_64`,
//! `aarch64.rs`. What is for one processor only is plain Rust on the others.

#![cfg(target_os = "linux")]

#[cfg(target_arch = "x86_64")]
use super::{IFMA, SCALAR};
use crate::field::lanes::proofs::assembly::{Argument, Case, Exact, Region, Theorem};
#[cfg(target_arch = "x86_64")]
use crate::limb::Mask;
use crate::limb::Word;
#[cfg(target_arch = "aarch64")]
use crate::limb::kernel::UMULH as SCALAR;
use core::slice::{from_raw_parts, from_raw_parts_mut};
#[cfg(target_arch = "x86_64")]
use num_bigint::BigInt;
use std::format;

#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "asks for the CPU")]
#[path = "../../../polylimb-catalogue/src/limb/comba_mulx.rs"]
mod comba_mulx;

/// Words of the longest factor.
const LONGEST: usize = 17;
/// Words by which one factor is longer than the other; `AArch64` may be an emulator, which is slow.
const LONGER: usize = if cfg!(target_arch = "x86_64") { LONGEST } else { 1 };

/// As many words as `r` or `a` has.
///
/// SAFETY of all uses: the caller's operands have these lengths and do not overlap.
macro_rules! words {
    ($p:ident, $n:expr) => {
        // SAFETY: see the macro.
        unsafe { from_raw_parts($p, $n) }
    };
    (mut $p:ident, $n:expr) => {
        // SAFETY: see the macro.
        unsafe { from_raw_parts_mut($p, $n) }
    };
}

fn memory<const K: usize>(regions: [Region; K]) -> [Argument; K] {
    regions.map(Argument::Memory)
}

fn weight(n: usize) -> Exact {
    Exact::constant(1).shl(64 * n as u64)
}

/// `r = a b` for the lengths of a strip, and of several.
#[test]
fn products() {
    unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, n: usize, b: *const Word, m: usize) {
        // SAFETY: see `words`.
        (SCALAR.schoolbook)(words!(mut r, n + m), words!(a, n), words!(b, m));
    }
    let theorem = Theorem::new("products of up to 17 words");
    for (n, m) in (1..=17).flat_map(|n| (n..=LONGEST.min(n + LONGER)).map(move |m| (n, m))) {
        theorem.prove(&format!("{n} words times {m}"), |case| {
            let (r, a, b) = (case.place(n + m), case.operand(n), case.operand(m));
            let product = case.number(a).mul(&case.number(b));
            let [r_, a_, b_] = memory([r, a, b]);
            let arguments = [r_, a_, Argument::Known(n as u64), b_, Argument::Known(m as u64)];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &arguments)?;
            };
            case.verify_equal(&case.number(r), &product);
            Some(())
        });
    }
}

/// `r = a b mod 2^(64 n)`.
#[cfg(target_arch = "x86_64")]
#[test]
fn low_products() {
    unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, b: *const Word, n: usize) {
        // SAFETY: see `words`.
        (SCALAR.schoolbook_low)(words!(mut r, n), words!(a, n), words!(b, n));
    }
    let theorem = Theorem::new("low halves of products of up to 17 words");
    for n in 1..=17 {
        theorem.prove(&format!("{n} words times {n}, low half"), |case| {
            let (r, a, b) = (case.place(n), case.operand(n), case.operand(n));
            let product = case.number(a).mul(&case.number(b));
            let [r_, a_, b_] = memory([r, a, b]);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[r_, a_, b_, Argument::Known(n as u64)])?;
            };
            case.verify_low(&case.number(r), &product, 64 * n as u64);
            Some(())
        });
    }
}

/// `r = ⌊a b / β^(n-2)⌋ - ε`, `β = 2^64`; `ε = 0` up to 16 words, where the product is whole, else
/// `0 <= ε < (n - 2) β`. So `a b - r β^(n-2)` is at most the omitted columns and the words below.
#[cfg(target_arch = "x86_64")]
#[test]
fn high_products() {
    unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, b: *const Word, n: usize) {
        // SAFETY: see `words`.
        (SCALAR.schoolbook_high)(words!(mut r, n + 2), words!(a, n), words!(b, n));
    }
    let theorem = Theorem::new("high halves of products of up to 26 words");
    for n in 1..=26 {
        theorem.prove(&format!("{n} words times {n}, high half"), |case| {
            let (r, a, b) = (case.place(n + 2), case.operand(n), case.operand(n));
            let product = case.number(a).mul(&case.number(b));
            let [r_, a_, b_] = memory([r, a, b]);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[r_, a_, b_, Argument::Known(n as u64)])?;
            };
            let r = case.number(r);
            if n <= 2 {
                case.verify_equal(&r, &product.mul(&weight(2 - n)));
                return Some(());
            }
            let unit = BigInt::from(1) << (64 * (n - 2));
            let units = if n <= 16 { BigInt::from(1) } else { BigInt::from(n - 2) << 64 };
            case.verify_range(&product.sub(&r.mul(&weight(n - 2))), &(unit * units - 1));
            Some(())
        });
    }
}

/// The entry of the index; 0 for indices behind the table, of which some are tried.
#[cfg(target_arch = "x86_64")]
fn look_ups_by(theorem: &Theorem, kernel: *const (), lengths: &[usize], tables: &[usize]) {
    for (&n, &entries) in lengths.iter().flat_map(|n| tables.iter().map(move |e| (n, e))) {
        let indices = (0..=entries as u64).chain([1 << 32, 1 << 63, u64::MAX]);
        for index in indices {
            theorem.prove(&format!("{n} words, entry {index} of {entries}"), |case| {
                let (r, table) = (case.place(n), case.operand(n * entries));
                let [r_, table_] = memory([r, table]);
                let [n_, words, index_] =
                    [n as u64, (n * entries) as u64, index].map(Argument::Known);
                // SAFETY: the kernel has these arguments.
                unsafe {
                    case.call(kernel, &[r_, n_, table_, words, index_])?;
                };
                let expected = match index as usize {
                    i if i < entries => case.part(table, n * i..n * (i + 1)),
                    _ => Exact::default(),
                };
                case.verify_equal(&case.number(r), &expected);
                Some(())
            });
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn look_ups() {
    macro_rules! kernel {
        ($table:ident) => {{
            unsafe extern "C" fn kernel(
                r: *mut Word,
                n: usize,
                table: *const Word,
                words: usize,
                index: Word,
            ) {
                // SAFETY: see `words`.
                ($table.look_up)(words!(mut r, n), words!(table, words), index);
            }
            kernel as *const ()
        }};
    }
    let (lengths, entries) = (&[1, 4, 8, 9, 16, 25], &[1, 2, 3, 8, 16]);
    let theorem = Theorem::new("table look-ups, 16 entries of up to 25 words");
    look_ups_by(&theorem, kernel!(SCALAR), lengths, entries);
    let theorem = Theorem::new("table look-ups with AVX-512, 16 entries of up to 160 words");
    look_ups_by(&theorem, kernel!(IFMA), &[1, 8, 25, 160], entries);
}

/// The catalogue's product scanning; its squares are Rust around the same columns.
#[cfg(target_arch = "x86_64")]
#[test]
fn product_scanning() {
    unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, b: *const Word, n: usize) {
        // SAFETY: it is `()`. It stands for a CPU with BMI2: on others the kernel is only proved.
        let bmi2 = unsafe { core::mem::transmute::<(), comba_mulx::Bmi2>(()) };
        bmi2.mul(words!(mut r, 2 * n), words!(a, n), words!(b, n));
    }
    unsafe extern "C" fn square(r: *mut Word, a: *const Word, n: usize) {
        // SAFETY: as above.
        let bmi2 = unsafe { core::mem::transmute::<(), comba_mulx::Bmi2>(()) };
        bmi2.sqr(words!(mut r, 2 * n), words!(a, n));
    }
    let theorem = Theorem::new("the catalogue's product scanning of up to 9 words");
    for n in 1..=9 {
        theorem.prove(&format!("{n} words times {n}, by columns"), |case| {
            let (r, a, b) = (case.place(2 * n), case.operand(n), case.operand(n));
            let product = case.number(a).mul(&case.number(b));
            let [r_, a_, b_] = memory([r, a, b]);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[r_, a_, b_, Argument::Known(n as u64)])?;
            };
            case.verify_equal(&case.number(r), &product);
            Some(())
        });
    }
    let theorem = Theorem::new("the catalogue's squares by columns of up to 9 words");
    for n in 1..=9 {
        theorem.prove(&format!("square of {n} words, by columns"), |case| {
            let (r, a) = (case.place(2 * n), case.operand(n));
            let expected = case.number(a).mul(&case.number(a));
            let [r_, a_] = memory([r, a]);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(square as *const (), &[r_, a_, Argument::Known(n as u64)])?;
            };
            case.verify_equal(&case.number(r), &expected);
            Some(())
        });
    }
}

#[test]
fn squares() {
    unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, n: usize) {
        // SAFETY: see `words`.
        (SCALAR.schoolbook_square)(words!(mut r, 2 * n), words!(a, n));
    }
    let theorem = Theorem::new("squares of up to 17 words");
    for n in 1..=17 {
        theorem.prove(&format!("square of {n} words"), |case| {
            let (r, a) = (case.place(2 * n), case.operand(n));
            let square = case.number(a).mul(&case.number(a));
            let [r_, a_] = memory([r, a]);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[r_, a_, Argument::Known(n as u64)])?;
            };
            case.verify_equal(&case.number(r), &square);
            Some(())
        });
    }
}

/// One word times many, onto memory.
#[test]
fn rows() {
    unsafe extern "C" fn mul(r: *mut Word, a: *const Word, w: Word, n: usize) -> Word {
        // SAFETY: see `words`.
        (SCALAR.mul_1)(words!(mut r, n), words!(a, n), w)
    }
    unsafe extern "C" fn addmul(r: *mut Word, a: *const Word, w: Word, n: usize) -> Word {
        // SAFETY: see `words`.
        (SCALAR.addmul_1)(words!(mut r, n), words!(a, n), w)
    }
    unsafe extern "C" fn submul(r: *mut Word, a: *const Word, w: Word, n: usize) -> Word {
        // SAFETY: see `words`.
        (SCALAR.submul_1)(words!(mut r, n), words!(a, n), w)
    }
    let theorem = Theorem::new("rows of up to 9 words");
    let kernels = [
        ("r + a w", addmul as *const (), 1, 1),
        ("a w", mul as *const (), 0, 1),
        ("r - a w", submul as *const (), 1, -1),
    ];
    let kernels = &kernels[..if cfg!(target_arch = "x86_64") { 3 } else { 1 }];
    for &(what, kernel, old, sign) in kernels {
        for n in 0..=9 {
            theorem.prove(&format!("{what}, {n} words"), |case| {
                let (r, a, w) = (case.place(n), case.operand(n), case.word(Word::MAX));
                let product = case.number(a).mul(w.exact()).scale(&sign.into());
                let expected = case.number(r).scale(&old.into()).add(&product);
                let [r_, a_] = memory([r, a]);
                let arguments = [r_, a_, Argument::Word(w), Argument::Known(n as u64)];
                // SAFETY: the kernel has these arguments.
                unsafe {
                    case.call(kernel, &arguments)?;
                };
                let above = case.result().mul(&weight(n)).scale(&sign.into());
                case.verify_equal(&case.number(r).add(&above), &expected);
                Some(())
            });
        }
    }
}

/// `r ± a` with a condition: `r + sign a` and the carry, times `sign`, above.
#[cfg(target_arch = "x86_64")]
fn sum(
    case: &mut Case,
    kernel: *const (),
    n: usize,
    sign: i64,
    condition: Option<bool>,
) -> Option<()> {
    let (r, a) = (case.place(n), case.operand(n));
    let times = if condition == Some(false) { 0 } else { sign };
    let expected = case.number(r).add(&case.number(a).scale(&times.into()));
    let [r_, a_] = memory([r, a]);
    let condition = Argument::Known(condition.unwrap_or(false).into());
    // SAFETY: the kernel has these arguments, and perhaps no condition.
    unsafe {
        case.call(kernel, &[r_, a_, Argument::Known(n as u64), condition])?;
    };
    let above = case.result().mul(&weight(n)).scale(&sign.into());
    case.verify_range(&case.result(), &1.into());
    case.verify_equal(&case.number(r).add(&above), &expected);
    Some(())
}

#[cfg(target_arch = "x86_64")]
#[test]
fn sums() {
    macro_rules! kernel {
        ($name:ident) => {{
            unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, n: usize) -> Word {
                // SAFETY: see `words`.
                (SCALAR.$name)(words!(mut r, n), words!(a, n))
            }
            kernel as *const ()
        }};
        ($name:ident if) => {{
            unsafe extern "C" fn kernel(r: *mut Word, a: *const Word, n: usize, bit: Word) -> Word {
                // SAFETY: see `words`.
                (SCALAR.$name)(words!(mut r, n), words!(a, n), Mask::from_bit(bit))
            }
            kernel as *const ()
        }};
    }
    let theorem = Theorem::new("sums of up to 9 words");
    for n in 0..=9 {
        theorem
            .prove(&format!("r + a, {n} words"), |case| sum(case, kernel!(add_assign), n, 1, None));
        theorem.prove(&format!("r - a, {n} words"), |case| {
            sum(case, kernel!(sub_assign), n, -1, None)
        });
        theorem.prove(&format!("r + a where a condition holds, {n} words"), |case| {
            let condition = case.case();
            sum(case, kernel!(add_assign_if if), n, 1, Some(condition))
        });
        theorem.prove(&format!("r - a where a condition holds, {n} words"), |case| {
            let condition = case.case();
            sum(case, kernel!(sub_assign_if if), n, -1, Some(condition))
        });
    }
}

/// `a b / 2^(64 n)` modulo any odd number.
#[cfg(target_arch = "x86_64")]
#[test]
fn montgomery_products() {
    unsafe extern "C" fn kernel(
        r: *mut Word,
        a: *const Word,
        b: *const Word,
        m: *const Word,
        inverse: Word,
        n: usize,
    ) {
        // SAFETY: see `words`.
        (SCALAR.montgomery_mul)(
            words!(mut r, n),
            words!(a, n),
            words!(b, n),
            words!(m, n),
            inverse,
        );
    }
    let theorem = Theorem::new("Montgomery products of up to 8 words, any modulus");
    for n in 1..=8 {
        theorem.prove(&format!("{n} words"), |case| {
            let (m, inverse) = case.modulus(n);
            let (r, a, b) = (case.place(n), case.operand_below(m), case.operand_below(m));
            let product = case.number(a).mul(&case.number(b));
            let [r_, a_, b_, m_] = memory([r, a, b, m]);
            let arguments = [r_, a_, b_, m_, Argument::Word(inverse), Argument::Known(n as u64)];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &arguments)?;
            };
            case.verify_residue(&case.number(r), n, &product, m);
            Some(())
        });
    }
}

/// `(t + q m) / 2^(64 k)` for any odd `m` and a `q < 2^(64 k)`.
#[test]
fn montgomery_reductions() {
    unsafe extern "C" fn kernel(
        t: *mut Word,
        length: usize,
        m: *const Word,
        n: usize,
        inverse: Word,
    ) -> Word {
        // SAFETY: see `words`.
        (SCALAR.montgomery_reduce)(words!(mut t, length), words!(m, n), inverse)
    }
    let theorem = Theorem::new("Montgomery reductions of up to 12 words, any modulus");
    for (n, k) in (1..=12).flat_map(|n| (1..=n).map(move |k| (n, k))) {
        theorem.prove(&format!("{k} of {n} words"), |case| {
            let (m, inverse) = case.modulus(n);
            let t = case.operand(n + k);
            let before = case.number(t);
            let [t_, m_] = memory([t, m]);
            let arguments = [
                t_,
                Argument::Known((n + k) as u64),
                m_,
                Argument::Known(n as u64),
                Argument::Word(inverse),
            ];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &arguments)?;
            };
            let after = case.part(t, k..n + k).add(&case.result().mul(&weight(n)));
            case.verify_range(&case.result(), &1.into());
            case.verify_multiple(&after.mul(&weight(k)).sub(&before), &weight(k), m);
            Some(())
        });
    }
}

/// `z - m` if that is not negative, else `z`, for any odd `m` and a `z` below `2^(64 n) + m`.
#[cfg(target_arch = "x86_64")]
#[test]
fn last_subtractions() {
    unsafe extern "C" fn kernel(
        r: *mut Word,
        high: Word,
        z: *const Word,
        m: *const Word,
        n: usize,
    ) {
        // SAFETY: see `words`.
        (SCALAR.subtract_once)(words!(mut r, n), high, words!(z, n), words!(m, n));
    }
    let theorem = Theorem::new("last subtractions of up to 9 words");
    for n in 1..=9 {
        theorem.prove(&format!("{n} words"), |case| {
            let (m, _) = case.modulus(n);
            // Above the words: 0, or 1 and a number below m.
            let (r, above) = (case.place(n), case.case());
            let z = if above { case.operand_below(m) } else { case.operand(n) };
            let whole = case.number(z).add(&weight(n).scale(&i64::from(above).into()));
            let [r_, z_, m_] = memory([r, z, m]);
            let arguments = [r_, Argument::Known(above.into()), z_, m_, Argument::Known(n as u64)];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &arguments)?;
            };
            // Where `z` stays it is below `m`.
            let (r, m) = (case.number(r), case.number(m));
            if !case.is_equal(&r, &whole.sub(&m)) {
                case.verify_equal(&r, &whole);
                case.verify_positive(&m.sub(&r));
            }
            Some(())
        });
    }
}

/// `-r mod 2^(64 n)` where a condition holds.
#[cfg(target_arch = "x86_64")]
#[test]
fn negations() {
    unsafe extern "C" fn kernel(r: *mut Word, n: usize, bit: Word) {
        // SAFETY: see `words`.
        (SCALAR.negate_if)(words!(mut r, n), Mask::from_bit(bit));
    }
    let theorem = Theorem::new("negations of up to 9 words");
    for n in 0..=9 {
        theorem.prove(&format!("{n} words"), |case| {
            let (r, condition) = (case.operand(n), case.case());
            let before = case.number(r);
            let expected = if condition { before.scale(&(-1).into()) } else { before };
            let arguments =
                [Argument::Memory(r), Argument::Known(n as u64), Argument::Known(condition.into())];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &arguments)?;
            };
            case.verify_low(&case.number(r), &expected, 64 * n as u64);
            Some(())
        });
    }
}

/// `z0 + z2 ± p`, the middle of Karatsuba's product.
#[cfg(target_arch = "x86_64")]
#[test]
fn middles() {
    unsafe extern "C" fn kernel(
        p: *mut Word,
        z0: *const Word,
        n: usize,
        z2: *const Word,
        m: usize,
        bit: Word,
    ) -> Word {
        // SAFETY: see `words`.
        (SCALAR.interpolate)(words!(mut p, n), words!(z0, n), words!(z2, m), Mask::from_bit(bit))
    }
    let theorem = Theorem::new("Karatsuba's middles of up to 9 words");
    for (n, m) in (1..=9).flat_map(|n| (n.max(3) - 2..=n).map(move |m| (n, m))) {
        theorem.prove(&format!("{n} words, {m} words"), |case| {
            let ([p, z0], z2) = ([(); 2].map(|()| case.operand(n)), case.operand(m));
            let subtracts = case.case();
            let times = if subtracts { -1 } else { 1 };
            let expected =
                case.number(z0).add(&case.number(z2)).add(&case.number(p).scale(&times.into()));
            let [p_, z0_, z2_] = memory([p, z0, z2]);
            let lengths = [n as u64, m as u64, subtracts.into()].map(Argument::Known);
            let [n_, m_, subtracts_] = lengths;
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[p_, z0_, n_, z2_, m_, subtracts_])?;
            };
            // Modulo 2^64 in the word above, which may be -1 only if the sum may not be.
            let above = case.result().mul(&weight(n));
            case.verify_low(&case.number(p).add(&above), &expected, 64 * (n as u64 + 1));
            Some(())
        });
    }
}
