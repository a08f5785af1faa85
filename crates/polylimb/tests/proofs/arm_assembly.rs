//! The kernels of eight words for 32-bit Arm, any odd modulus: `crates/polylimb/src/limb/arm`.

#![cfg(target_os = "linux")]

use super::{comba_montgomery, operand_caching, sos_umaal, sums, table, umaal_rows};
use crate::field::lanes::proofs::assembly::{Argument, Case, Exact, Theorem};
use std::format;

fn weight(n: usize) -> Exact {
    Exact::constant(1).shl(32 * n as u64)
}

#[test]
fn products() {
    let theorem = Theorem::new("products of 8 words");
    for (what, kernel) in [
        ("umaal", umaal_rows::multiply as *const ()),
        ("umlal", operand_caching::multiply as *const ()),
        ("umlal, delayed carries", operand_caching::delayed as *const ()),
    ] {
        theorem.prove(what, |case| {
            let (r, a, b) = (case.place(16), case.operand(8), case.operand(8));
            let product = case.number(a).mul(&case.number(b));
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel, &[r, a, b].map(Argument::Memory))?;
            };
            case.verify_equal(&case.number(r), &product);
            Some(())
        });
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

#[test]
fn reductions() {
    let theorem = Theorem::new("Montgomery reductions of 16 words, any modulus");
    for (what, kernel) in [
        ("umaal", sos_umaal::by_four as *const ()),
        ("umlal", comba_montgomery::reduce as *const ()),
        ("umlal, delayed carries", comba_montgomery::delayed as *const ()),
    ] {
        theorem.prove(what, |case| {
            let (m, inverse) = case.modulus(8);
            let (r, t) = (case.place(8), case.wide_operand_below(m));
            let before = case.number(t);
            let [r_, t_, m_] = [r, t, m].map(Argument::Memory);
            // SAFETY: the kernel has these arguments.
            unsafe {
                case.call(kernel, &[r_, t_, m_, Argument::Word(inverse)])?;
            };
            case.verify_residue(&case.number(r), 8, &before, m);
            Some(())
        });
    }
}

fn sum(case: &mut Case, kernel: *const (), sign: i64, wide: bool) -> Option<()> {
    let (m, _) = case.modulus(8);
    let mut operand = || if wide { case.wide_operand_below(m) } else { case.operand_below(m) };
    let (a, b) = (operand(), operand());
    let r = case.place(if wide { 16 } else { 8 });
    let expected = case.number(a).add(&case.number(b).scale(&sign.into()));
    // SAFETY: the kernel has these arguments.
    unsafe {
        case.call(kernel, &[r, a, b, m].map(Argument::Memory))?;
    };
    let lower = if wide { 8 } else { 0 };
    // The same, or a modulus less or more.
    let modulus = case.number(m).mul(&weight(lower)).scale(&(-sign).into());
    let r_now = case.number(r);
    if !case.is_equal(&r_now, &expected) {
        case.verify_equal(&r_now, &expected.add(&modulus));
    }
    let upper = case.part(r, lower..lower + 8);
    case.verify_positive(&case.number(m).sub(&upper));
    Some(())
}

#[test]
fn sums_and_differences() {
    let theorem = Theorem::new("sums of 8 and of 16 words, any modulus");
    theorem.prove("a + b", |case| sum(case, sums::add as *const (), 1, false));
    theorem.prove("a - b", |case| sum(case, sums::sub as *const (), -1, false));
    theorem.prove("a + b, wide", |case| sum(case, sums::add_wide as *const (), 1, true));
    theorem.prove("a - b, wide", |case| sum(case, sums::sub_wide as *const (), -1, true));
}
