//! Calls each kernel on random and extreme operands, each call between two marks, and prints
//! operands and results.
//!
//! `polylimb-arm CALLS`. A line is `KIND NAME ADDRESS OPERANDS = RESULT`, numbers in hexadecimal
//! with the most significant word first; the plugin prints how many instructions the same call
//! took, in the same order. Nothing is checked here; the host does that with other arithmetic.

#![allow(
    improper_ctypes_definitions,
    reason = "both sides are Rust; only the convention is that of C"
)]

mod fields;
mod operands;
mod pairings;
mod sets;

use operands::{Operands, Text};
use polylimb::authors::limb::{Kernel, Word, inverse_mod_word};
use polylimb_catalogue::limb::arm::{MULTIPLICATIONS, REDUCTIONS};
use std::arch::asm;

/// The prime of the curve, `p`.
type Prime =
    polylimb::authors::field::prime::Bn254Nogami<polylimb::authors::field::prime::Portable>;

/// The measured function, of up to four words or pointers.
type Function = *const ();

/// Calls `function` between two marks without effect: `mov r8, r8` and `mov r10, r10`.
///
/// # Safety
/// `function` takes these arguments by the convention of C and returns nothing or a word.
#[inline(never)]
unsafe fn marked(function: Function, arguments: [usize; 4]) {
    // SAFETY: the caller's contract; the clobbers follow the calling convention.
    unsafe {
        asm!(
            "mov r8, r8",
            "blx {function}",
            "mov r10, r10",
            function = in(reg) function,
            inlateout("r0") arguments[0] => _,
            inlateout("r1") arguments[1] => _,
            inlateout("r2") arguments[2] => _,
            inlateout("r3") arguments[3] => _,
            clobber_abi("C"),
        );
    }
}

/// Calls a function of a result and up to three operands, all behind pointers, and prints a line.
///
/// # Safety
/// As for [`marked`]; the function reads and writes values of these types.
unsafe fn measure<R: Text, A: Text, B: Text, C>(
    kind: &str,
    name: &str,
    function: Function,
    r: &mut R,
    (a, b): (&A, &B),
    last: *const C,
) {
    let arguments =
        [&raw mut *r as usize, &raw const *a as usize, &raw const *b as usize, last as usize];
    // SAFETY: the caller's contract.
    unsafe { marked(function, arguments) };
    println!("{kind} {name} {:x} {} {} = {}", function as usize, a.text(), b.text(), r.text());
}

/// The methods in plain Rust, as functions of the C calling convention.
mod plain {
    use super::{Kernel, Word};
    use polylimb_catalogue::limb;

    macro_rules! method {
        ($name:ident, $call:expr) => {
            pub(super) extern "C" fn $name(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]) {
                let call: fn(Kernel, &mut [Word], &[Word], &[Word]) = $call;
                call(Kernel::PORTABLE, r, a, b);
            }
        };
    }
    method!(schoolbook, |k, r, a, b| k.schoolbook(r, a, b));
    method!(comba, |k, r, a, b| limb::comba::mul(k, r, a, b));
    method!(hybrid, |_, r, a, b| limb::hybrid::<4>(r, a, b));
    method!(operand_caching, |_, r, a, b| limb::operand_caching::<3>(r, a, b));

    pub(super) extern "C" fn reduce(
        r: &mut [Word; 8],
        t: &[Word; 16],
        m: &[Word; 8],
        inverse: Word,
    ) {
        let mut t = *t;
        let carry = Kernel::PORTABLE.montgomery_reduce(&mut t, m, inverse);
        Kernel::PORTABLE.subtract_once(r, carry, &t[8..], m);
    }
}

fn main() {
    let calls = std::env::args().nth(1).and_then(|n| n.parse().ok()).expect("the number of calls");
    let p = Prime::MODULUS;
    let minus_inverse = inverse_mod_word(p[0]).wrapping_neg();
    let plain: [(&str, extern "C" fn(&mut [Word; 16], &[Word; 8], &[Word; 8])); 4] = [
        ("plain-schoolbook", plain::schoolbook),
        ("plain-comba", plain::comba),
        ("plain-hybrid-4", plain::hybrid),
        ("plain-operand-caching-3", plain::operand_caching),
    ];
    let mut operands = Operands::new();
    let none: [Word; 0] = [];
    for i in 0..calls {
        let (a, b): ([_; 8], [_; 8]) = (operands.any(i), operands.any(i / 3));
        let kernels = MULTIPLICATIONS.iter().map(|m| (m.name, m.function));
        for (name, function) in plain.into_iter().chain(kernels) {
            let (mut r, function) = ([0; 16], function as Function);
            // SAFETY: a multiplication takes a result and two operands of these types.
            unsafe { measure("multiply", name, function, &mut r, (&a, &b), p.as_ptr()) };
        }
        let t = operands.wide(i, &p);
        let kernels = REDUCTIONS.iter().map(|m| (m.name, m.function));
        let plain: (&str, extern "C" fn(&mut [Word; 8], &[Word; 16], &[Word; 8], Word)) =
            ("plain-sos", plain::reduce);
        for (name, function) in std::iter::once(plain).chain(kernels) {
            let mut r = [0; 8];
            let last = minus_inverse as usize as *const Word;
            let arguments =
                [&raw mut r as usize, &raw const t as usize, &raw const p as usize, last as usize];
            // SAFETY: a reduction takes a result, a wide number, the modulus and a word.
            unsafe { marked(function as Function, arguments) };
            println!(
                "reduce {name} {:x} {} {} = {}",
                function as usize,
                t.text(),
                none.text(),
                r.text()
            );
        }
    }
    fields::measure_all(calls, &mut operands);
    pairings::measure_all();
}
