//! Short digits as a [`Field`].

use super::kernel::{Columns, Constants, DIGITS, Number, RADIX, VECTORS};
use super::kernels::{self, carried, two_products, two_products_wide};
use crate::cpu::Features;
use crate::error::Result;
use crate::field::lanes::{digits_of, power_of_2};
#[cfg(target_arch = "arm")]
use crate::field::prime::fixed::Neon as Words;
#[cfg(target_arch = "aarch64")]
use crate::field::prime::fixed::Umulh as Words;
use crate::field::prime::fixed::{Bls12381, KernelSet, PrimeParameters, primes};
use crate::field::{Encoding, Field};
use crate::limb::{Mask, WORD_BITS, Word};
use core::mem::MaybeUninit;

/// Words of the prime.
const WORDS: usize = 384 / WORD_BITS;
const PRIME: [u64; DIGITS] = digits_of(&primes::Bls12381::MODULUS, RADIX as u32);
const CONSTANTS: Constants = constants();
const ZERO: Number = [[0; 4]; VECTORS];
const ONE: Number = centred(&power_of_2(DIGITS * RADIX as usize, &PRIME, RADIX as u32));
const R_SQUARED: Number = centred(&power_of_2(2 * DIGITS * RADIX as usize, &PRIME, RADIX as u32));
/// `2^34 2^364 / p`, rounded.
const TOPS: i32 = 161_293;
/// The number 1, which is no element.
const PLAIN_ONE: Number = [[1, 0, 0, 0], [0; 4], [0; 4], [0; 4]];

/// `(n a + carry) / 2^(28 shift)` in signed digits, if that has no remainder.
const fn multiple(a: &[u64; DIGITS], n: i64, mut carry: i64, shift: usize) -> Number {
    let (mut r, mut k) = (ZERO, 0);
    while k < DIGITS + shift {
        let sum = if k < DIGITS { n * a[k].cast_signed() } else { 0 } + carry;
        carry = if k + 1 < DIGITS + shift { (sum + (1 << (RADIX - 1))) >> RADIX } else { 0 };
        if k >= shift {
            r[(k - shift) / 4][(k - shift) % 4] = (sum - (carry << RADIX)) as i32;
        }
        k += 1;
    }
    r
}

/// The number in signed digits.
const fn centred(a: &[u64; DIGITS]) -> Number {
    multiple(a, 1, 0, 0)
}

const fn constants() -> Constants {
    // Newton's iteration, from three bits on.
    let (p, mut inverse, mut step) = (PRIME[0] as u32, PRIME[0] as u32, 0);
    while step < 4 {
        inverse = inverse.wrapping_mul(2u32.wrapping_sub(p.wrapping_mul(inverse)));
        step += 1;
    }
    // The signed digit.
    let kappa = inverse.wrapping_neg().cast_signed() << (32 - RADIX) >> (32 - RADIX);
    let last = [[kappa, TOPS, 0, 0], [0; 4], [0; 4], [0; 4]];
    [centred(&PRIME), multiple(&PRIME, kappa as i64, 1, 1), last]
}

/// The field of BLS12-381 for pairings; see the folder's header.
#[derive(Clone, Copy)]
pub(crate) struct ShortDigits(Bls12381<Words>);

impl ShortDigits {
    /// The field, on processors where it is faster than words.
    #[must_use]
    pub(crate) fn available(features: Features) -> Option<Self> {
        if cfg!(target_arch = "aarch64") && !features.allows(Features::NARROW) {
            return None;
        }
        Words::available(features).map(|kernel| Self(Bls12381::new(kernel)))
    }

    /// The element for a number below the prime.
    fn enter(number: &[Word; WORDS]) -> Number {
        let digits = core::array::from_fn(|k| {
            let (word, bit) = (k * RADIX as usize / WORD_BITS, k * RADIX as usize % WORD_BITS);
            let above = number.get(word + 1).map_or(0, |&above| u128::from(above) << WORD_BITS);
            ((u128::from(number[word]) | above) >> bit) as u64 & ((1 << RADIX) - 1)
        });
        two(&[[&centred(&digits), &R_SQUARED], [&ZERO, &ZERO]])[0]
    }

    /// The number below the prime.
    fn leave(a: &Number) -> [Word; WORDS] {
        // Below 0.77 p in size.
        let [number, _] = two(&[[a, &PLAIN_ONE], [&ZERO, &ZERO]]);
        let (mut words, mut above, mut word) = ([0; WORDS], 0_i128, 0);
        for (k, &digit) in number.as_flattened()[..DIGITS].iter().enumerate() {
            above += i128::from(digit) << (k * RADIX as usize - word * WORD_BITS);
            if (k + 1) * RADIX as usize >= (word + 1) * WORD_BITS {
                words[word] = above.cast_unsigned() as Word;
                (above, word) = (above >> WORD_BITS, word + 1);
            }
        }
        // Plus the prime, if it is negative.
        let (negative, mut carry) = (above.cast_unsigned() as Word, 0);
        for (word, p) in words.iter_mut().zip(primes::Bls12381::MODULUS) {
            let sum = u128::from(*word) + u128::from(p & negative) + u128::from(carry);
            (*word, carry) = (sum as Word, (sum >> WORD_BITS) as Word);
        }
        words
    }

    /// The element in words.
    fn words(self, a: &Number) -> [Word; WORDS] {
        self.0.enter_mod(&Self::leave(a))
    }

    /// The inverse of [`ShortDigits::words`].
    fn of_words(self, a: &[Word; WORDS]) -> Number {
        Self::enter(&self.0.leave(a))
    }
}

#[inline(never)]
fn two(pairs: &[[&Number; 2]; 2]) -> [Number; 2] {
    let [[a, b], [c, d]] = pairs;
    two_products([a, c], [b, d], &CONSTANTS)
}

/// Digit by digit.
#[inline(always)]
pub(super) fn each(a: &Number, b: &Number, f: impl Fn(i32, i32) -> i32) -> Number {
    let mut r = *a;
    for k in 0..VECTORS {
        for i in 0..4 {
            r[k][i] = f(a[k][i], b[k][i]);
        }
    }
    r
}

impl Field for ShortDigits {
    type El = Number;
    type Mask = Mask;
    type Wide = Columns;
    const WIDE_TERMS: usize = usize::MAX;

    fn zero(&self) -> Number {
        ZERO
    }

    fn one(&self) -> Number {
        ONE
    }

    fn small(&self, n: u32) -> Number {
        let mut number = [0; WORDS];
        number[0] = n.into();
        Self::enter(&number)
    }

    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<Number>,
        a: &Number,
        b: &Number,
    ) -> &'r mut Number {
        r.write(two(&[[a, b], [&ZERO, &ZERO]])[0])
    }

    /// Two at a time.
    #[inline(always)]
    fn products<const M: usize, const S: usize>(
        &self,
        m: [(&Number, &Number); M],
        s: [&Number; S],
    ) -> ([Number; M], [Number; S]) {
        let (mut products, mut squares) = ([ZERO; M], [ZERO; S]);
        for i in (0..M).step_by(2) {
            let j = usize::min(i + 1, M - 1);
            [products[i], products[j]] = two(&[[m[i].0, m[i].1], [m[j].0, m[j].1]]);
        }
        for i in (0..S).step_by(2) {
            let j = usize::min(i + 1, S - 1);
            [squares[i], squares[j]] = two(&[[s[i]; 2], [s[j]; 2]]);
        }
        (products, squares)
    }

    #[inline(always)]
    fn add(&self, a: &Number, b: &Number) -> Number {
        kernels::add(a, b)
    }

    #[inline(always)]
    fn sub(&self, a: &Number, b: &Number) -> Number {
        kernels::sub(a, b)
    }

    #[inline(always)]
    fn settle(&self, a: &Number) -> Number {
        kernels::settle(a, &CONSTANTS)
    }

    /// Digits are halved one by one: the lowest bit of each goes to the digit below; an odd `p`
    /// clears the lowest bit of the number.
    fn halve(&self, a: &Number) -> Number {
        let odd = -(a[0][0] & 1);
        let mut r = each(&carried(a), &CONSTANTS[0], |a, p| a + (p & odd));
        let digits = r.as_flattened_mut();
        for k in 0..DIGITS {
            digits[k] = (digits[k] >> 1) + ((digits[k + 1] & 1) << (RADIX - 1));
        }
        r
    }

    fn inv0(&self, a: &Number) -> Number {
        self.of_words(&self.0.inv0(&self.words(a)))
    }

    fn equal(&self, a: &Number, b: &Number) -> Mask {
        self.is_zero(&self.sub(a, b))
    }

    fn is_zero(&self, a: &Number) -> Mask {
        self.0.is_zero(&Self::leave(a))
    }

    fn select(&self, condition: Mask, if_true: &Number, if_false: &Number) -> Number {
        let mask = condition.word() as i32;
        each(if_true, if_false, |a, b| b ^ (mask & (a ^ b)))
    }

    fn mul_wide(&self, a: &Number, b: &Number) -> Columns {
        two_products_wide([a, &ZERO], [b, &ZERO])[0]
    }

    #[inline(always)]
    fn complex_product_wide(&self, a: &[Number; 2], b: &[Number; 2]) -> [Columns; 2] {
        kernels::complex_product_wide(a, b)
    }

    #[inline(always)]
    fn complex_square_wide(&self, a: &[Number; 2]) -> [Columns; 2] {
        kernels::complex_square_wide(a)
    }

    #[inline(always)]
    fn complex_product(&self, a: &[Number; 2], b: &[Number; 2]) -> Option<[Number; 2]> {
        Some(kernels::complex_product(a, b, &CONSTANTS))
    }

    #[inline(always)]
    fn complex_square(&self, a: &[Number; 2]) -> Option<[Number; 2]> {
        Some(kernels::complex_square(a, &CONSTANTS))
    }

    #[inline(always)]
    fn add_wide(&self, a: &Columns, b: &Columns) -> Columns {
        kernels::add_wide(a, b)
    }

    #[inline(always)]
    fn sub_wide(&self, a: &Columns, b: &Columns) -> Columns {
        kernels::sub_wide(a, b)
    }

    /// Each column hands on what exceeds a digit.
    fn settle_wide(&self, a: &Columns) -> Columns {
        let (mut r, mut below) = (*a, 0);
        for column in r.as_flattened_mut() {
            let above = (*column + (1 << (RADIX - 1))) >> RADIX;
            (*column, below) = (*column - (above << RADIX) + below, above);
        }
        r
    }

    fn reduce(&self, a: &Columns) -> Number {
        self.reduce_two(&[*a; 2])[0]
    }

    #[inline(never)]
    fn reduce_two(&self, a: &[Columns; 2]) -> [Number; 2] {
        kernels::reduce_two(a, &CONSTANTS)
    }
}

impl Encoding for ShortDigits {
    fn encoded_bytes(&self) -> usize {
        self.0.encoded_bytes()
    }

    fn encode(&self, bytes: &mut [u8], a: &Number) -> Result<()> {
        self.0.encode(bytes, &self.words(a))
    }

    fn decode(&self, bytes: &[u8]) -> Result<Number> {
        Ok(self.of_words(&self.0.decode(bytes)?))
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<Number> {
        Ok(self.of_words(&self.0.decode_be(bytes)?))
    }
}
