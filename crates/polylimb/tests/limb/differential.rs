//! Every kernel's loops against num-bigint, and thereby against each other.

use crate::common::{below, big, modulus, operand, residue, rng, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word, inverse_mod_word};
use polylimb::cpu::Features;

/// Every length up to 40 words, then lengths around the powers of two.
fn lengths() -> impl Iterator<Item = usize> {
    (1..=40).chain([64, 65, 127, 128, 129, 255, 256, 257])
}

fn rounds(n: usize) -> usize {
    if n <= 40 { 24 } else { 6 }
}

fn kernels() -> Vec<Kernel> {
    let kernels: Vec<_> = Kernel::available(Features::detect()).collect();
    for name in Kernel::names().filter(|name| kernels.iter().all(|k| k.name() != *name)) {
        println!("SKIPPED kernel {name}: this CPU lacks what it needs");
    }
    kernels
}

/// A word that is unlikely in a result.
const CANARY: Word = 0xa5;

/// A buffer of `n` words with canaries on both sides.
struct Guarded(Vec<Word>);

impl Guarded {
    const AROUND: usize = 9;

    fn new(n: usize) -> Self {
        Self(vec![CANARY; n + 2 * Self::AROUND])
    }

    fn of(words: &[Word]) -> Self {
        let mut buffer = Self::new(words.len());
        buffer.get().copy_from_slice(words);
        buffer
    }

    fn get(&mut self) -> &mut [Word] {
        let n = self.0.len() - 2 * Self::AROUND;
        &mut self.0[Self::AROUND..Self::AROUND + n]
    }

    /// The content, after a check of the canaries.
    fn checked(&mut self) -> &mut [Word] {
        let n = self.0.len();
        assert!(
            self.0[..Self::AROUND].iter().chain(&self.0[n - Self::AROUND..]).all(|&w| w == CANARY),
            "written outside its buffer"
        );
        self.get()
    }
}

#[test]
fn products_and_squares() {
    let mut rng = rng(1);
    let mut compared = 0;
    for kernel in kernels() {
        for n in lengths() {
            for _ in 0..rounds(n) {
                let (a, b) = (operand(&mut rng, n), operand(&mut rng, n));
                let product = words(&(big(&a) * big(&b)), 2 * n);
                let square = words(&(big(&a) * big(&a)), 2 * n);
                let mut r = Guarded::new(2 * n);
                kernel.schoolbook(r.get(), &a, &b);
                assert_eq!(r.checked(), product, "{kernel:?} schoolbook {n}: {a:x?} {b:x?}");
                let mut scratch = Guarded::new(kernel.mul_scratch(n, n));
                r.get().fill(1);
                kernel.mul(r.get(), &a, &b, scratch.get());
                assert_eq!(r.checked(), product, "{kernel:?} mul {n}: {a:x?} {b:x?}");
                scratch.checked();
                r.get().fill(1);
                kernel.schoolbook_square(r.get(), &a);
                assert_eq!(r.checked(), square, "{kernel:?} schoolbook square {n}: {a:x?}");
                let mut scratch = Guarded::new(kernel.sqr_scratch(n));
                r.get().fill(1);
                kernel.sqr(r.get(), &a, scratch.get());
                assert_eq!(r.checked(), square, "{kernel:?} sqr {n}: {a:x?}");
                scratch.checked();
                let mut low = Guarded::new(n);
                let mut scratch = Guarded::new(kernel.mul_low_scratch(n));
                kernel.mul_low(low.get(), &a, &b, scratch.get());
                assert_eq!(low.checked(), &product[..n], "{kernel:?} mul_low {n}: {a:x?} {b:x?}");
                scratch.checked();
                compared += 7;
            }
        }
    }
    assert!(compared >= 7000, "only {compared} comparisons ran");
}

#[test]
fn products_of_unequal_lengths() {
    let mut rng = rng(2);
    let mut compared = 0;
    for kernel in kernels() {
        for (n, m) in lengths().flat_map(|n| lengths().map(move |m| (n, m))) {
            let (a, b) = (operand(&mut rng, n), operand(&mut rng, m));
            let product = words(&(big(&a) * big(&b)), n + m);
            let mut r = Guarded::new(n + m);
            kernel.schoolbook(r.get(), &a, &b);
            assert_eq!(r.checked(), product, "{kernel:?} schoolbook {n}x{m}: {a:x?} {b:x?}");
            let mut scratch = Guarded::new(kernel.mul_scratch(n, m));
            r.get().fill(1);
            kernel.mul(r.get(), &a, &b, scratch.get());
            assert_eq!(r.checked(), product, "{kernel:?} mul {n}x{m}: {a:x?} {b:x?}");
            scratch.checked();
            compared += 2;
        }
    }
    assert!(compared >= 4600, "only {compared} comparisons ran");
}

#[test]
fn sums_differences_and_rows() {
    let mut rng = rng(3);
    let mut compared = 0;
    for kernel in kernels() {
        for n in lengths() {
            let r_to_n = BigUint::from(1u32) << (n * WORD_BITS);
            for _ in 0..rounds(n) {
                let (a, b, c) = (operand(&mut rng, n), operand(&mut rng, n), operand(&mut rng, n));
                let w = operand(&mut rng, 1)[0];
                let mut r = Guarded::new(n);
                let mut check = |what: &str, r: &mut Guarded, high: Word, expected: &BigUint| {
                    let mut got = r.checked().to_vec();
                    got.push(high);
                    assert_eq!(
                        got,
                        words(expected, n + 1),
                        "{kernel:?} {what} {n}: {a:x?} {b:x?} {c:x?} {w:x}"
                    );
                    compared += 1;
                };
                // The number that the words of a difference and its borrow word stand for.
                let lift = |minuend: BigUint, subtrahend: BigUint| {
                    if minuend >= subtrahend {
                        return minuend - subtrahend;
                    }
                    let borrow = (&subtrahend - &minuend + &r_to_n - 1u32) / &r_to_n;
                    let words = &borrow * &r_to_n + minuend - subtrahend;
                    borrow * &r_to_n + words
                };
                let carry = kernel.add(r.get(), &a, &b);
                check("add", &mut r, carry, &(big(&a) + big(&b)));
                let borrow = kernel.sub(r.get(), &a, &b);
                check("sub", &mut r, borrow, &lift(big(&a), big(&b)));
                let high = kernel.mul_1(r.get(), &a, w);
                check("mul_1", &mut r, high, &(big(&a) * big(&[w])));
                let mut r = Guarded::of(&c);
                let high = kernel.addmul_1(r.get(), &a, w);
                check("addmul_1", &mut r, high, &(big(&c) + big(&a) * big(&[w])));
                let mut r = Guarded::of(&c);
                let high = kernel.submul_1(r.get(), &a, w);
                check("submul_1", &mut r, high, &lift(big(&c), big(&a) * big(&[w])));
                for short in [0, 1, n / 2, n.saturating_sub(1), n] {
                    let mut r = Guarded::of(&c);
                    let carry = kernel.add_assign(r.get(), &a[..short]);
                    check("add_assign", &mut r, carry, &(big(&c) + big(&a[..short])));
                    let mut r = Guarded::of(&c);
                    let borrow = kernel.sub_assign(r.get(), &a[..short]);
                    check("sub_assign", &mut r, borrow, &lift(big(&c), big(&a[..short])));
                }
                for condition in [Mask::TRUE, Mask::FALSE] {
                    let operand = if condition.to_bool_vartime() { big(&a) } else { BigUint::ZERO };
                    let mut r = Guarded::of(&c);
                    let carry = kernel.add_assign_if(r.get(), &a, condition);
                    check("add_assign_if", &mut r, carry, &(big(&c) + &operand));
                    let mut r = Guarded::of(&c);
                    let borrow = kernel.sub_assign_if(r.get(), &a, condition);
                    check("sub_assign_if", &mut r, borrow, &lift(big(&c), operand));
                }
            }
        }
    }
    assert!(compared >= 19_000, "only {compared} comparisons ran");
}

#[test]
fn montgomery_reductions() {
    let mut rng = rng(4);
    let mut compared = 0;
    for kernel in kernels() {
        for n in lengths() {
            for _ in 0..rounds(n) {
                let mut m = operand(&mut rng, n);
                m[0] |= 1;
                let minus_inverse = (0 as Word).wrapping_sub(inverse_mod_word(m[0]));
                // Any t: a carry may come out.
                let before = operand(&mut rng, 2 * n);
                let mut t = Guarded::of(&before);
                let carry = kernel.montgomery_reduce(t.get(), &m, minus_inverse);
                assert!(carry <= 1);
                let mut result = t.checked()[n..].to_vec();
                result.push(carry);
                // The definition: result * 2^(n words) - t = q m with 0 <= q < 2^(n words).
                let shifted = big(&result) << (n * WORD_BITS);
                assert!(shifted >= big(&before), "{kernel:?} {n}: {before:x?} {m:x?}");
                let multiple = shifted - big(&before);
                let what = format!("{kernel:?} montgomery_reduce {n}: {before:x?} {m:x?}");
                assert_eq!(&multiple % big(&m), BigUint::ZERO, "{what}");
                assert!(multiple / big(&m) < BigUint::from(1u32) << (n * WORD_BITS), "{what}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 1000, "only {compared} comparisons ran");
}

#[test]
fn montgomery_multiplications() {
    let mut rng = rng(7);
    let mut compared = 0;
    for kernel in kernels() {
        for n in lengths() {
            // Most rounds for lengths with a fused function in some kernel.
            for _ in 0..if n <= 10 { 400 } else { rounds(n) } {
                let bits = n * WORD_BITS - below(&mut rng, WORD_BITS);
                let m = modulus(&mut rng, bits.max(2), true);
                let (a, b) = (residue(&mut rng, &m), residue(&mut rng, &m));
                let minus_inverse = (0 as Word).wrapping_sub(inverse_mod_word(m[0]));
                let mut r = Guarded::new(n);
                let mut scratch = Guarded::new(kernel.montgomery_mul_scratch(n));
                kernel.montgomery_mul(r.get(), &a, &b, &m, minus_inverse, scratch.get());
                scratch.checked();
                let what = format!("{kernel:?} montgomery_mul {n}: {a:x?} {b:x?} mod {m:x?}");
                let result = big(r.checked());
                assert!(result < big(&m), "{what}");
                let back = (result << (n * WORD_BITS)) % big(&m);
                assert_eq!(back, big(&a) * big(&b) % big(&m), "{what}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 4700, "only {compared} comparisons ran");
}

#[test]
fn corrections() {
    let mut rng = rng(8);
    let mut compared = 0;
    for kernel in kernels() {
        for n in lengths() {
            for _ in 0..rounds(n) {
                let bits = n * WORD_BITS - below(&mut rng, WORD_BITS);
                let m = modulus(&mut rng, bits.max(2), false);
                let (a, b) = (residue(&mut rng, &m), residue(&mut rng, &m));
                for z in [big(&a) + big(&b), big(&m), big(&m) + big(&m) - 1u32, big(&m) - 1u32] {
                    let expected = words(&(&z % big(&m)), n);
                    let z = words(&z, n + 1);
                    let mut r = Guarded::new(n);
                    kernel.subtract_once(r.get(), z[n], &z[..n], &m);
                    assert_eq!(r.checked(), expected, "{kernel:?} {n}: {z:x?} mod {m:x?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 4000, "only {compared} comparisons ran");
}
