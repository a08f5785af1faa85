//! The kernels of signed digits for 32-bit Arm:
//! `crates/polylimb/src/limb/arm/neon_signed_digits.rs`.

use super::super::neon_signed_digits;
use super::power;
use crate::field::lanes::proofs::assembly::{Argument, Case, Exact, Region, Theorem};
use crate::field::prime::{Bls12381, Portable};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;

/// Digits but the top one of a factor before its carries, and of a result; top digits.
const SUM: i64 = 15 << 27;
const DIGIT: i64 = 1 << 27;
const TOP: i64 = 1 << 23;

/// The sizes of the digits of `numbers` numbers with the two zeros after them.
fn sizes(numbers: usize, digit: i64, top: i64) -> Vec<i64> {
    [&[digit; 13][..], &[top, 0, 0]].concat().repeat(numbers)
}

/// The sizes of the columns of two products.
fn column_sizes(column: BigInt) -> Vec<BigInt> {
    [vec![column; 27], vec![BigInt::ZERO]].concat()
}

/// The prime of BLS12-381 and what the kernels need of it, as they have it.
fn constants(case: &mut Case) -> (BigInt, Region) {
    let p = Bls12381::<Portable>::MODULUS;
    let p = p.iter().rev().fold(BigInt::ZERO, |p, word| (p << 32) + *word);
    let digits = |mut n: BigInt| -> Vec<i32> {
        let mut digits = Vec::new();
        for _ in 0..14 {
            let above: BigInt = (&n + power(27)) >> 28;
            digits.push(i32::try_from(&n - (&above << 28)).expect("a digit"));
            n = above;
        }
        [&digits[..], &[0, 0]].concat()
    };
    let inverse = (-&p).modinv(&power(28)).expect("p is odd");
    let kappa = if inverse < power(27) { inverse } else { inverse - power(28) };
    let h: BigInt = (&kappa * &p + 1) >> 28;
    let tops = i32::try_from((power(399) / &p + 1) >> 1).expect("a word");
    let last = vec![i32::try_from(kappa).expect("a digit"), tops];
    let words = [digits(p.clone()), digits(h), last].concat();
    (p, case.known(&words))
}

/// Products and sums in signed digits: any digits of their sizes.
#[test]
fn products() {
    let theorem = Theorem::new("NEON, signed digits of 28 bits");
    let columns = column_sizes((26 * power(54)) + power(40));
    let factors = |case: &mut Case, digit, top| {
        let sizes = sizes(1, digit, top);
        let both = case.signed_digits(&sizes.repeat(2));
        (both, [0, 1].map(|i| case.signed_number(both, 16 * i, &sizes)))
    };
    let products = |case: &mut Case, kernel: *const (), of: &[Region], expected: [Exact; 2]| {
        let r = case.place(2 * 56);
        let arguments: Vec<Argument> =
            [&[r][..], of].concat().into_iter().map(Argument::Memory).collect();
        // SAFETY: the callers' kernels have these arguments.
        unsafe {
            case.call(kernel, &arguments)?;
        };
        for (i, expected) in expected.iter().enumerate() {
            case.verify_equal(&case.columns_number(r, 28 * i, &columns), expected);
        }
        Some(())
    };
    theorem.prove("a complex product", |case| {
        let ((a, [a0, a1]), (b, [b0, b1])) = (factors(case, SUM, TOP), factors(case, SUM, TOP));
        let expected = [a0.mul(&b0).sub(&a1.mul(&b1)), a0.mul(&b1).add(&a1.mul(&b0))];
        products(case, neon_signed_digits::complex_wide as *const (), &[a, b], expected)
    });
    theorem.prove("two products", |case| {
        let ((a, [a0, a1]), (b, [b0, b1])) = (factors(case, SUM, TOP), factors(case, SUM, TOP));
        let kernel = of_pairs!(neon_signed_digits::two_wide, 64);
        products(case, kernel, &[a, b], [a0.mul(&b0), a1.mul(&b1)])
    });
    // The sum of both is a factor.
    theorem.prove("a complex square", |case| {
        let (a, [a0, a1]) = factors(case, SUM / 2, TOP / 2);
        let expected = [a0.mul(&a0).sub(&a1.mul(&a1)), a0.mul(&a1).scale(&2.into())];
        products(case, neon_signed_digits::square_wide as *const (), &[a], expected)
    });
}

/// Reductions, sums and carries in signed digits.
#[test]
fn reductions_and_sums() {
    let theorem = Theorem::new("NEON, signed digits of 28 bits, BLS12-381");
    theorem.prove("two reductions", |case| {
        let (p, constants) = constants(case);
        let mut columns = column_sizes(506 * power(54));
        columns[26] = power(52);
        let (t, r) = (case.columns(&[&columns[..]; 2].concat()), case.place(32));
        let before = [0, 28].map(|from| case.columns_number(t, from, &columns));
        // SAFETY: the kernel has these arguments.
        unsafe {
            let kernel = neon_signed_digits::reduce as *const ();
            case.call(kernel, &[r, t, constants].map(Argument::Memory))?;
        };
        for (i, before) in before.iter().enumerate() {
            let r = case.signed_number(r, 16 * i, &sizes(1, DIGIT, 1 << 25));
            case.verify_congruent(&r.shl(392), before, &p);
        }
        Some(())
    });
    theorem.prove("settled, of up to 12 primes", |case| {
        let (p, constants) = constants(case);
        let of = sizes(1, SUM, 12 * 106_514);
        let (a, r) = (case.signed_digits(&of), case.place(16));
        let before = case.signed_number(a, 0, &of);
        // SAFETY: as above.
        unsafe {
            let kernel = neon_signed_digits::settle as *const ();
            case.call(kernel, &[r, a, constants].map(Argument::Memory))?;
        };
        let r = case.signed_number(r, 0, &sizes(1, DIGIT + 16, TOP));
        case.verify_congruent(&r, &before, &p);
        Some(())
    });
    theorem.prove("carried", |case| {
        let of = sizes(1, SUM, TOP);
        let (a, r) = (case.signed_digits(&of), case.place(16));
        let before = case.signed_number(a, 0, &of);
        // SAFETY: as above.
        unsafe {
            let kernel = neon_signed_digits::carried as *const ();
            case.call(kernel, &[r, a].map(Argument::Memory))?;
        };
        case.verify_equal(&case.signed_number(r, 0, &sizes(1, DIGIT + 8, TOP + 8)), &before);
        Some(())
    });
    let kernels = [
        (neon_signed_digits::add as *const (), neon_signed_digits::add_wide as *const (), 1),
        (neon_signed_digits::sub as *const (), neon_signed_digits::sub_wide as *const (), -1),
    ];
    for (kernel, wide, sign) in kernels {
        theorem.prove("sums", |case| {
            let of = sizes(1, SUM / 2, TOP);
            let [a, b] = [(); 2].map(|()| case.signed_digits(&of));
            let [x, y] = [a, b].map(|of_| case.signed_number(of_, 0, &of));
            let r = case.place(16);
            // SAFETY: as above.
            unsafe {
                case.call(kernel, &[r, a, b].map(Argument::Memory))?;
            };
            let sum = case.signed_number(r, 0, &sizes(1, SUM, 2 * TOP));
            case.verify_equal(&sum, &x.add(&y.scale(&sign.into())));
            Some(())
        });
        theorem.prove("wide sums", |case| {
            let of = column_sizes(253 * power(54));
            let [a, b] = [(); 2].map(|()| case.columns(&of));
            let [x, y] = [a, b].map(|of_| case.columns_number(of_, 0, &of));
            let r = case.place(56);
            // SAFETY: as above.
            unsafe {
                case.call(wide, &[r, a, b].map(Argument::Memory))?;
            };
            let sum = case.columns_number(r, 0, &column_sizes(506 * power(54)));
            case.verify_equal(&sum, &x.add(&y.scale(&sign.into())));
            Some(())
        });
    }
}
