//! Validation of parameters, without counting points: `[SEC1]`, 3.1.1.2.1 for a prime curve,
//! 3.1.2.2.1 for a binary one.

use super::Parameters;
use crate::curve::binary::{Uniform, contains};
use crate::curve::weierstrass::Jacobian;
use crate::curve::{AffinePoint, Curve, Group, Vartime};
use crate::error::{Error, Result};
use crate::field::Field;
use crate::field::binary::{AnyBinary, MOST_DEGREE, Sparse, words_for};
use crate::field::prime::Prime;
use crate::limb::{Bits, Kernel, Mask, Natural, WORD_BITS, Word, bit_length_vartime};
use crate::modmul::{ModMul, Modulus, Options, is_probable_prime_vartime};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// Words of an element of any binary field.
const BINARY_WORDS: usize = words_for(MOST_DEGREE);
/// Terms of a polynomial below its degree.
const MOST_TERMS: usize = 15;

fn wrong<T>(wrong: &'static str) -> Result<T> {
    Err(Error::Curve { wrong })
}

/// `a b`.
fn product(a: &[Word], b: &[Word]) -> Vec<Word> {
    let mut r = vec![0; a.len() + b.len()];
    Kernel::PORTABLE.schoolbook(&mut r, a, b);
    r
}

impl Parameters {
    pub(super) fn check(&self) -> Result<()> {
        if self.bits() > 6144 {
            return Err(Error::TooLarge { what: "the curve's prime", max_bits: 6144 });
        }
        if self.bits() < 3 || !is_probable_prime_vartime(&self.p) {
            return wrong("p is not a prime above 3");
        }
        let field = Modulus::new(&self.p, &Options::default())?;
        let reduced =
            |v: &[Word]| field.residue(v).or(wrong("a coefficient or coordinate is not below p"));
        let (a, b) = (reduced(&self.a)?, reduced(&self.b)?);
        let [x, y] = [reduced(&self.generator[0])?, reduced(&self.generator[1])?];
        let small = |n: Word| field.residue(&field.reduce(&[n])?);
        let discriminant = small(4)?.mul(&a.sqr().mul(&a)?)?.add(&small(27)?.mul(&b.sqr())?)?;
        if discriminant.to_words().iter().all(|&w| w == 0) {
            return wrong("the curve is singular: 4a³ + 27b² = 0");
        }
        let right = x.sqr().mul(&x)?.add(&a.mul(&x)?)?.add(&b)?;
        if y.sqr().to_words() != right.to_words() {
            return wrong("the generator does not lie on the curve");
        }
        self.check_order(&self.p)?;
        self.check_generator()
    }

    pub(super) fn check_binary(&self) -> Result<()> {
        let length = bit_length_vartime(&self.p);
        if length > MOST_DEGREE + 1 {
            return Err(Error::TooLarge { what: "the curve's field", max_bits: MOST_DEGREE });
        }
        if length < 4 || length % 2 == 1 {
            return wrong("the polynomial's degree is not odd and above 2");
        }
        let m = self.bits();
        let lower = self.lower_exponents();
        if lower.len() > MOST_TERMS {
            return wrong("the polynomial has more than 16 terms");
        }
        let Ok(polynomial) = Sparse::new(m, &lower) else {
            return wrong("the polynomial is not irreducible");
        };
        let field = AnyBinary::<BINARY_WORDS>::new(polynomial)?;
        let element = |v: &[Word]| {
            if bit_length_vartime(v) > m {
                return wrong("a coefficient or coordinate has not a degree below m");
            }
            Ok(filled(v))
        };
        let (a, b) = (element(&self.a)?, element(&self.b)?);
        let [x, y] = [element(&self.generator[0])?, element(&self.generator[1])?];
        if field.is_zero(&b).to_bool_vartime() {
            return wrong("the curve is singular: b = 0");
        }
        let curve = Curve::new(field, a, b, self.shape());
        if !contains(&curve, &x, &y).to_bool_vartime() {
            return wrong("the generator does not lie on the curve");
        }
        let mut size = vec![0; m / WORD_BITS + 1];
        size[m / WORD_BITS] = 1 << (m % WORD_BITS);
        self.check_order(&size)?;
        let group = Uniform::new(curve);
        must_vanish(vanishes_vartime(&group, &self.n, &AffinePoint::new(x, y)))
    }

    /// Checks `n` and `h` for a field of `q` elements.
    fn check_order(&self, q: &[Word]) -> Result<()> {
        if !is_probable_prime_vartime(&self.n) {
            return wrong("the order n is not prime");
        }
        let n = Natural::from_words(self.n.clone());
        let sixteen_p = Natural::from_words(product(q, &[16]));
        if Natural::from_words(product(&self.n, &self.n)) <= sixteen_p || n.is_zero() {
            return wrong("the order n is not above 4 √p");
        }
        // (h n - (p + 1))² <= 4 p.
        let mut points = product(&self.h, &self.n);
        let words = points.len().max(q.len() + 1);
        points.resize(words, 0);
        let mut middle = q.to_vec();
        middle.resize(words, 0);
        let _ = Kernel::PORTABLE.add_assign(&mut middle, &[1]);
        if Natural::from_words(points.clone()) < Natural::from_words(middle.clone()) {
            core::mem::swap(&mut points, &mut middle);
        }
        let _ = Kernel::PORTABLE.sub_assign(&mut points, &middle);
        if bit_length_vartime(&points) > bit_length_vartime(q)
            || Natural::from_words(product(&points, &points))
                > Natural::from_words(product(q, &[4]))
        {
            return wrong("h n is not within Hasse's interval around p + 1");
        }
        Ok(())
    }

    /// Checks `n G = O`; as n is prime and G is not O, the order of G is n.
    fn check_generator(&self) -> Result<()> {
        let modulus = Modulus::new(&self.p, &Options::default())?;
        let words = modulus.modmul().residue_words().max(self.p.len());
        macro_rules! by_size {
            ($($bits:literal),+) => {
                $(
                    if words <= $bits / WORD_BITS {
                        return self.check_generator_in::<{ $bits / WORD_BITS }>(modulus.modmul());
                    }
                )+
            };
        }
        by_size!(576);
        #[cfg(feature = "curves")]
        by_size!(2048, 6144);
        #[cfg(not(feature = "curves"))]
        if words <= 6144 / WORD_BITS {
            return Err(Error::NotInThisBuild {
                what: "curves over primes of more than 576 bits",
                feature: "curves",
            });
        }
        Err(Error::TooLarge { what: "the curve's prime", max_bits: 6144 })
    }

    /// [`Self::check_generator`] with elements of `N` words.
    fn check_generator_in<const N: usize>(&self, modmul: &Arc<dyn ModMul>) -> Result<()> {
        let field = Prime::<N, _>::new(modmul.clone())?;
        let [a, b, x, y] = [&self.a, &self.b, &self.generator[0], &self.generator[1]];
        let generator = AffinePoint::new(field.enter(x)?, field.enter(y)?);
        let (a, b) = (field.enter(a)?, field.enter(b)?);
        let group = Vartime::<_, Jacobian>::new(Curve::new(field, a, b, self.shape()));
        must_vanish(vanishes_vartime(&group, &self.n, &generator))
    }
}

fn must_vanish(vanishes: bool) -> Result<()> {
    if vanishes { Ok(()) } else { wrong("n times the generator is not the neutral element") }
}

/// Whether `n g` is neutral.
fn vanishes_vartime<G: Group<Mask = Mask>>(group: &G, n: &[Word], g: &G::Entry) -> bool {
    let mut r = group.neutral();
    let n = Bits::new_vartime(n);
    for i in (0..n.len()).rev() {
        r = group.double(&r);
        if n.bit(i) == 1 {
            r = group.add_entry(&r, g);
        }
    }
    group.is_neutral(&r).to_bool_vartime()
}

fn filled(words: &[Word]) -> [Word; BINARY_WORDS] {
    core::array::from_fn(|i| words.get(i).copied().unwrap_or(0))
}
