//! The kernels of eight and twelve words for 32-bit Arm, any odd modulus, 2^255 - 19 and P-256:
//! `crates/polylimb/src/limb/arm`; those for Armv6-M, which every Arm executes. The code is A32 or
//! T32, as the program was compiled.

#![cfg(target_os = "linux")]

use super::neon_short_digits::{self, ShortDigits};
use super::{comba_montgomery, f25519, operand_caching, p256, sos_umaal, sums, table, umaal_rows};
use crate::field::lanes::proofs::assembly::{Argument, Case, Exact, Theorem};
use crate::limb::Word;
use num_bigint::BigInt;
use std::format;

#[allow(dead_code, reason = "sums of words in compiled code")]
#[path = "../../src/limb/armv6m.rs"]
mod armv6m;

fn weight(n: usize) -> Exact {
    Exact::constant(1).shl(32 * n as u64)
}

fn product(theorem: &Theorem, what: &str, kernel: *const (), words: usize) {
    theorem.prove(what, |case| {
        let (r, a, b) = (case.place(2 * words), case.operand(words), case.operand(words));
        let product = case.number(a).mul(&case.number(b));
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r, a, b].map(Argument::Memory))?;
        };
        case.verify_equal(&case.number(r), &product);
        Some(())
    });
}

#[test]
fn products() {
    let theorem = Theorem::new("products of 8 words");
    for (what, kernel) in [
        ("umaal", umaal_rows::multiply as *const ()),
        ("umlal", operand_caching::multiply as *const ()),
        ("umlal, delayed carries", operand_caching::delayed as *const ()),
    ] {
        product(&theorem, what, kernel, 8);
    }
}

#[test]
fn rows() {
    let theorem = Theorem::new("rows of up to 9 words");
    for n in 0..=9 {
        theorem.prove(&format!("r + a w, {n} words"), |case| {
            let (r, a, w) = (case.place(n), case.operand(n), case.word(u32::MAX));
            let expected = case.number(r).add(&case.number(a).mul(w.exact()));
            let [r_, a_] = [r, a].map(Argument::Memory);
            let arguments = [r_, a_, Argument::Known(n as u32), Argument::Word(w)];
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(table::row as *const (), &arguments)?;
            };
            case.verify_equal(&case.number(r).add(&case.result().mul(&weight(n))), &expected);
            Some(())
        });
    }
}

fn reduction(theorem: &Theorem, what: &str, kernel: *const (), words: usize) {
    theorem.prove(what, |case| {
        let (m, inverse) = case.modulus(words);
        let (r, t) = (case.place(words), case.wide_operand_below(m));
        let before = case.number(t);
        let [r_, t_, m_] = [r, t, m].map(Argument::Memory);
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(kernel, &[r_, t_, m_, Argument::Word(inverse)])?;
        };
        case.verify_residue(&case.number(r), words, &before, m);
        Some(())
    });
}

#[test]
fn reductions() {
    let theorem = Theorem::new("Montgomery reductions of 16 words, any modulus");
    for (what, kernel) in [
        ("umaal", sos_umaal::by_four as *const ()),
        ("umlal", comba_montgomery::reduce as *const ()),
        ("umlal, delayed carries", comba_montgomery::delayed as *const ()),
    ] {
        reduction(&theorem, what, kernel, 8);
    }
}

fn sum(case: &mut Case, kernel: *const (), words: usize, sign: i64, wide: bool) -> Option<()> {
    let (m, _) = case.modulus(words);
    let mut operand = || if wide { case.wide_operand_below(m) } else { case.operand_below(m) };
    let (a, b) = (operand(), operand());
    let r = case.place(if wide { 2 * words } else { words });
    let expected = case.number(a).add(&case.number(b).scale(&sign.into()));
    // SAFETY: the kernel has these arguments.
    unsafe {
        case.call(kernel, &[r, a, b, m].map(Argument::Memory))?;
    };
    let lower = if wide { words } else { 0 };
    // The same, or a modulus less or more.
    let modulus = case.number(m).mul(&weight(lower)).scale(&(-sign).into());
    let r_now = case.number(r);
    if !case.is_equal(&r_now, &expected) {
        case.verify_equal(&r_now, &expected.add(&modulus));
    }
    let upper = case.part(r, lower..lower + words);
    case.verify_positive(&case.number(m).sub(&upper));
    Some(())
}

/// `a + b`, `a - b`, and both of wide numbers.
fn of_sums(theorem: &Theorem, words: usize, kernels: [*const (); 4]) {
    let [add, sub, add_wide, sub_wide] = kernels;
    theorem.prove("a + b", |case| sum(case, add, words, 1, false));
    theorem.prove("a - b", |case| sum(case, sub, words, -1, false));
    theorem.prove("a + b, wide", |case| sum(case, add_wide, words, 1, true));
    theorem.prove("a - b, wide", |case| sum(case, sub_wide, words, -1, true));
}

#[test]
fn sums_and_differences() {
    let kernels: [*const (); 4] = [
        sums::add as *const (),
        sums::sub as *const (),
        sums::add_wide as *const (),
        sums::sub_wide as *const (),
    ];
    of_sums(&Theorem::new("sums of 8 and of 16 words, any modulus"), 8, kernels);
}

#[test]
fn twelve_words() {
    let theorem = Theorem::new("12 words, any modulus");
    product(&theorem, "a b", umaal_rows::multiply_twelve as *const (), 12);
    reduction(&theorem, "t / 2^384", sos_umaal::twelve_by_four as *const (), 12);
    let kernels: [*const (); 4] = [
        sums::add_twelve as *const (),
        sums::sub_twelve as *const (),
        sums::add_wide_twelve as *const (),
        sums::sub_wide_twelve as *const (),
    ];
    of_sums(&theorem, 12, kernels);
}

/// A routine as a function, with the text around it that the field has.
macro_rules! function {
    ($before:literal, $routine:path, $after:literal) => {{
        #[unsafe(naked)]
        extern "C" fn function() {
            core::arch::naked_asm!(
                "push {{r4-r11, lr}}", $before, "bl {routine}", $after, "pop {{r4-r11, pc}}",
                routine = sym $routine,
            )
        }
        function as *const ()
    }};
    (of $routine:path) => {
        function!("ldm r1, {{r4-r11}}", $routine, "stm r0, {{r4-r11}}")
    };
}

type Formula = fn(&Exact, &Exact) -> Exact;

fn square(a: &Exact, _: &Exact) -> Exact {
    a.mul(a)
}

fn power(n: u64) -> BigInt {
    BigInt::from(1) << n
}

/// One prime.
struct Prime {
    p: BigInt,
    theorem: Theorem,
}

impl Prime {
    /// `2^lost` times the result of `kernel` is `formula`, for operands up to `operands`; the
    /// result is up to `most`.
    fn prove(
        &self,
        what: &str,
        kernel: *const (),
        operands: [&BigInt; 2],
        (most, lost): (&BigInt, u64),
        formula: Formula,
    ) {
        self.theorem.prove(what, |case| {
            let [a, b] = operands.map(|most| case.operand_up_to(8, most));
            let r = case.place(8);
            let expected = formula(&case.number(a), &case.number(b));
            // SAFETY: the kernel has these arguments, or the first two.
            unsafe {
                case.call(kernel, &[r, a, b].map(Argument::Memory))?;
            };
            let r = case.number(r);
            case.verify_range(&r, most);
            case.verify_congruent(&r.shl(lost), &expected, &self.p);
            Some(())
        });
    }
}

#[test]
fn modulo_2_255_less_19() {
    let prime = Prime { p: power(255) - 19, theorem: Theorem::new("2^255 - 19, 8 words") };
    let (any, product) = (power(256) - 1, power(255) + 1481);
    let [all, products] = [&any, &product].map(|most| [most; 2]);
    for (what, kernel, operands, most, formula) in [
        ("a b", function!("", f25519::multiply, ""), all, &product, Exact::mul as Formula),
        ("a²", function!("ldm r1, {{r4-r11}}", f25519::square, ""), all, &product, square),
        ("a + b", function!(of f25519::add), all, &product, Exact::add),
        ("a - b", function!(of f25519::sub), all, &any, Exact::sub),
        ("a + b of products", function!(of f25519::add_products), products, &any, Exact::add),
        ("a - b of products", function!(of f25519::sub_products), products, &any, Exact::sub),
    ] {
        prime.prove(what, kernel, operands, (most, 0), formula);
    }
    prime.theorem.prove("r + n a", |case| {
        let (r, a, n) = (case.operand(8), case.operand(8), case.word((1 << 20) - 1));
        let expected = case.number(r).add(&case.number(a).mul(n.exact()));
        let arguments = [Argument::Memory(r), Argument::Memory(a), Argument::Word(n)];
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(function!("", f25519::add_multiple, ""), &arguments)?;
        };
        let r = case.number(r);
        case.verify_range(&r, &(power(255) + power(26)));
        case.verify_congruent(&r, &expected, &prime.p);
        Some(())
    });
}

fn p256() -> BigInt {
    power(256) - power(224) + power(192) + power(96) - 1
}

#[test]
fn modulo_p256() {
    let prime = Prime { p: p256(), theorem: Theorem::new("P-256, 8 words") };
    let most = &(&prime.p - 1);
    for (what, kernel, lost, formula) in [
        ("a b", function!("", p256::multiply, ""), 256, Exact::mul as Formula),
        ("a²", function!("ldm r1, {{r4-r11}}", p256::square, ""), 256, square),
        ("a + b", function!(of p256::add), 0, Exact::add),
        ("a - b", function!(of p256::sub), 0, Exact::sub),
    ] {
        prime.prove(what, kernel, [most; 2], (most, lost), formula);
    }
}

/// Two Montgomery products with NEON, of any modulus.
#[test]
#[ignore = "a minute where Arm is emulated: make prove"]
fn of_neon() {
    /// The operands are two numbers each.
    #[unsafe(naked)]
    extern "C" fn multiply() {
        core::arch::naked_asm!(
            "push {{r3, lr}}",
            "add r12, r1, #32",
            "add lr, r2, #32",
            "push {{r1, r2, r12, lr}}",
            "mov r1, sp",
            "mov r2, r3",
            "bl {multiply}",
            "add sp, sp, #16",
            "pop {{r3, pc}}",
            multiply = sym neon_short_digits::multiply,
        )
    }
    let theorem = Theorem::new("NEON, 8 words in digits of 29 bits, any modulus");
    theorem.prove("two products", |case| {
        let m = case.short_modulus(size_of::<ShortDigits>() / 4);
        let (r, a, b) =
            (case.place(16), case.two_operands_below_modulus(), case.two_operands_below_modulus());
        let parts = [0..8, 8..16];
        let products = parts.clone().map(|i| case.part(a, i.clone()).mul(&case.part(b, i)));
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(multiply as *const (), &[r, a, b, m].map(Argument::Memory))?;
        };
        for (i, product) in parts.into_iter().zip(&products) {
            case.verify_residue_of_modulus(&case.part(r, i), 8, product);
        }
        Some(())
    });
}

/// What Cortex-M0 computes: products, sums, and the reduction that leaves `t + q p` over `q`.
#[test]
fn of_armv6m() {
    let theorem = Theorem::new("Armv6-M, 8 words");
    for same in [false, true] {
        theorem.prove(if same { "a²" } else { "a b" }, |case| {
            let (r, a) = (case.place(16), case.operand(8));
            let b = if same { a } else { case.operand(8) };
            let product = case.number(a).mul(&case.number(b));
            let kernel = if same { armv6m::multiply_same } else { armv6m::multiply };
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel as *const (), &[r, a, b].map(Argument::Memory))?;
            };
            case.verify_equal(&case.number(r), &product);
            Some(())
        });
    }
    for (what, kernel, sign) in
        [("a + b", armv6m::add as *const (), 1), ("a - b", armv6m::sub as *const (), -1)]
    {
        theorem.prove(what, |case| {
            let (r, a, b) = (case.place(8), case.operand(8), case.operand(8));
            let expected = case.number(a).add(&case.number(b).scale(&sign.into()));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel, &[r, a, b].map(Argument::Memory))?;
            };
            let above = case.result().mul(&weight(8)).scale(&sign.into());
            case.verify_range(&case.result(), &1.into());
            case.verify_equal(&case.number(r).add(&above), &expected);
            Some(())
        });
    }
    theorem.prove("t + q p", |case| {
        let (r, t) = (case.place(16), case.operand(16));
        let before = case.number(t);
        // SAFETY: the kernel has these arguments.
        unsafe {
            case.call(armv6m::reduce_p256 as *const (), &[r, t].map(Argument::Memory))?;
        };
        case.verify_range(&case.result(), &1.into());
        let (q, upper) = (case.part(r, 0..8), case.part(r, 8..16));
        let whole = upper.add(&case.result().mul(&weight(8))).mul(&weight(8));
        case.verify_equal(&whole, &before.add(&q.scale(&p256())));
        Some(())
    });
}
