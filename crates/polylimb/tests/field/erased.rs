//! The fixed prime fields behind one object, so that a check is compiled once and not for each of
//! 24 primes and each kernel set.
//!
//! An element is its words, padded with zeros. A [`Field::Wide`] is the list of its terms; only
//! [`Field::reduce`] computes, on the field itself, by `mul_wide`, `sqr_wide`, `add_wide`,
//! `sub_wide` and `reduce`.

use polylimb::Result;
use polylimb::authors::field::prime::{Fixed, KernelSet, PrimeParameters, words_for};
use polylimb::authors::field::{Encoding, Field, SquareRoot};
use polylimb::authors::limb::{Mask, Word};
use std::mem::MaybeUninit;
use zeroize::Zeroize;

/// Words of an element of the largest prime.
const MOST: usize = words_for(521);
/// The most terms of a wide value.
const TERMS: usize = 16;

/// An element of any of the fields, or a number.
pub type El = [Word; MOST];

/// Zeros.
pub const ZERO: El = [0; MOST];

fn narrow<const N: usize>(a: &El) -> [Word; N] {
    assert!(a[N..].iter().all(|&w| w == 0), "more words than the field has");
    *a.first_chunk().expect("the largest prime has `MOST` words")
}

fn widen<const N: usize>(a: &[Word; N]) -> El {
    let mut r = ZERO;
    r[..N].copy_from_slice(a);
    r
}

/// A term of a wide value: a product, or the square of the first element.
#[derive(Clone, Copy)]
pub struct Term {
    factors: [El; 2],
    is_square: bool,
    is_subtracted: bool,
}

/// A sum of unreduced products.
#[derive(Clone, Copy)]
pub struct Wide {
    terms: [Term; TERMS],
    count: usize,
}

impl Zeroize for Wide {
    fn zeroize(&mut self) {
        *self = Self::of([[0; MOST]; 2], false);
    }
}

impl Wide {
    fn of(factors: [El; 2], is_square: bool) -> Self {
        Self { terms: [Term { factors, is_square, is_subtracted: false }; TERMS], count: 1 }
    }

    fn with(mut self, other: &Self, is_subtracted: bool) -> Self {
        for term in &other.terms[..other.count] {
            self.terms[self.count] = Term { is_subtracted, ..*term };
            self.count += 1;
        }
        self
    }
}

/// Operations on one element.
#[derive(Clone, Copy)]
pub enum Unary {
    Sqr,
    Neg,
    Double,
    Halve,
    Inv0,
}

/// Operations on two elements.
#[derive(Clone, Copy)]
pub enum Binary {
    Mul,
    Add,
    Sub,
    TripleAdd,
    SubDouble,
    DoubleSub,
    AddProducts,
    SubProducts,
}

/// The operations of every fixed prime field.
pub trait Any {
    /// The prime's name and the kernel set's.
    fn names(&self) -> [&'static str; 2];
    fn modulus(&self) -> &'static [Word];
    /// The parameter of that name.
    fn root_of_unity(&self) -> Option<El>;
    fn one(&self) -> El;
    fn small(&self, n: u32) -> El;
    fn unary(&self, what: Unary, a: &El) -> El;
    fn binary(&self, what: Binary, a: &El, b: &El) -> El;
    fn mul_small(&self, a: &El, n: u32) -> El;
    fn sum_of(&self, terms: &[Term]) -> El;
    fn equal(&self, a: &El, b: &El) -> Mask;
    fn is_zero(&self, a: &El) -> Mask;
    fn select(&self, condition: Mask, if_true: &El, if_false: &El) -> El;
    fn swap_if(&self, condition: Mask, a: &mut El, b: &mut El);
    fn sqrt(&self, a: &El) -> (El, Mask);
    fn sqrt_ratio(&self, a: &El, b: &El) -> (El, Mask);
    fn enter(&self, number: &[Word]) -> Result<El>;
    fn enter_mod(&self, number: &[Word]) -> El;
    fn leave(&self, a: &El) -> El;
    fn encoded_bytes(&self) -> usize;
    fn encode(&self, bytes: &mut [u8], a: &El) -> Result<()>;
    fn encode_be(&self, bytes: &mut [u8], a: &El) -> Result<()>;
    fn decode(&self, bytes: &[u8]) -> Result<El>;
    fn decode_be(&self, bytes: &[u8]) -> Result<El>;
}

/// Each operation is a function of its own in the table: the kernels are inlined once.
impl<const N: usize, P: PrimeParameters<N>, K: KernelSet> Any for Fixed<N, P, K> {
    fn names(&self) -> [&'static str; 2] {
        [P::NAME, K::NAME]
    }

    fn modulus(&self) -> &'static [Word] {
        Fixed::modulus(self)
    }

    fn root_of_unity(&self) -> Option<El> {
        P::ROOT_OF_UNITY.map(|c| widen(&c))
    }

    fn one(&self) -> El {
        widen(&Field::one(self))
    }

    fn small(&self, n: u32) -> El {
        widen(&Field::small(self, n))
    }

    fn unary(&self, what: Unary, a: &El) -> El {
        let a = narrow(a);
        widen(&match what {
            Unary::Sqr => self.sqr(&a),
            Unary::Neg => self.neg(&a),
            Unary::Double => self.double(&a),
            Unary::Halve => self.halve(&a),
            Unary::Inv0 => self.inv0(&a),
        })
    }

    fn binary(&self, what: Binary, a: &El, b: &El) -> El {
        let (a, b) = (narrow(a), narrow(b));
        widen(&match what {
            Binary::Mul => self.mul(&a, &b),
            Binary::Add => self.add(&a, &b),
            Binary::Sub => self.sub(&a, &b),
            Binary::TripleAdd => self.triple_add(&a, &b),
            Binary::SubDouble => self.sub_double(&a, &b),
            Binary::DoubleSub => self.double_sub(&a, &b),
            Binary::AddProducts => self.add_products(&a, &b),
            Binary::SubProducts => self.sub_products(&a, &b),
        })
    }

    fn mul_small(&self, a: &El, n: u32) -> El {
        widen(&Field::mul_small(self, &narrow(a), n))
    }

    fn sum_of(&self, terms: &[Term]) -> El {
        const { assert!(<Self as Field>::WIDE_TERMS >= TERMS) };
        let mut sum = None;
        for term in terms {
            let [a, b] = &term.factors.each_ref().map(narrow);
            let product = if term.is_square { self.sqr_wide(a) } else { self.mul_wide(a, b) };
            sum = Some(match &sum {
                None => product,
                Some(sum) if term.is_subtracted => self.sub_wide(sum, &product),
                Some(sum) => self.add_wide(sum, &product),
            });
        }
        widen(&self.reduce(&sum.expect("at least one term")))
    }

    fn equal(&self, a: &El, b: &El) -> Mask {
        Field::equal(self, &narrow(a), &narrow(b))
    }

    fn is_zero(&self, a: &El) -> Mask {
        Field::is_zero(self, &narrow(a))
    }

    fn select(&self, condition: Mask, if_true: &El, if_false: &El) -> El {
        widen(&Field::select(self, condition, &narrow(if_true), &narrow(if_false)))
    }

    fn swap_if(&self, condition: Mask, a: &mut El, b: &mut El) {
        let (mut x, mut y) = (narrow(a), narrow(b));
        Field::swap_if(self, condition, &mut x, &mut y);
        (*a, *b) = (widen(&x), widen(&y));
    }

    fn sqrt(&self, a: &El) -> (El, Mask) {
        let (root, exists) = SquareRoot::sqrt(self, &narrow(a));
        (widen(&root), exists)
    }

    fn sqrt_ratio(&self, a: &El, b: &El) -> (El, Mask) {
        let (root, exists) = SquareRoot::sqrt_ratio(self, &narrow(a), &narrow(b));
        (widen(&root), exists)
    }

    fn enter(&self, number: &[Word]) -> Result<El> {
        Fixed::enter(self, number.try_into().expect("N words")).map(|a| widen(&a))
    }

    fn enter_mod(&self, number: &[Word]) -> El {
        widen(&Fixed::enter_mod(self, number.try_into().expect("N words")))
    }

    fn leave(&self, a: &El) -> El {
        widen(&Fixed::leave(self, &narrow(a)))
    }

    fn encoded_bytes(&self) -> usize {
        Encoding::encoded_bytes(self)
    }

    fn encode(&self, bytes: &mut [u8], a: &El) -> Result<()> {
        Encoding::encode(self, bytes, &narrow(a))
    }

    fn encode_be(&self, bytes: &mut [u8], a: &El) -> Result<()> {
        Encoding::encode_be(self, bytes, &narrow(a))
    }

    fn decode(&self, bytes: &[u8]) -> Result<El> {
        Encoding::decode(self, bytes).map(|a| widen(&a))
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<El> {
        Encoding::decode_be(self, bytes).map(|a| widen(&a))
    }
}

/// One of the fields.
#[derive(Clone, Copy)]
pub struct Erased<'f>(pub &'f dyn Any);

macro_rules! forward {
    ($($method:ident: $operation:ident $what:path, ($($argument:ident),*);)*) => {
        $(
            fn $method(&self, $($argument: &El),*) -> El {
                self.0.$operation($what, $($argument),*)
            }
        )*
    };
}

impl Field for Erased<'_> {
    type El = El;
    type Mask = Mask;
    type Wide = Wide;
    /// As `Any::sum_of` checks.
    const WIDE_TERMS: usize = TERMS;

    forward! {
        neg: unary Unary::Neg, (a);
        double: unary Unary::Double, (a);
        halve: unary Unary::Halve, (a);
        inv0: unary Unary::Inv0, (a);
        add: binary Binary::Add, (a, b);
        sub: binary Binary::Sub, (a, b);
        triple_add: binary Binary::TripleAdd, (a, b);
        sub_double: binary Binary::SubDouble, (a, b);
        double_sub: binary Binary::DoubleSub, (a, b);
        add_products: binary Binary::AddProducts, (a, b);
        sub_products: binary Binary::SubProducts, (a, b);
    }

    fn zero(&self) -> El {
        [0; MOST]
    }

    fn one(&self) -> El {
        self.0.one()
    }

    fn small(&self, n: u32) -> El {
        self.0.small(n)
    }

    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<El>, a: &El, b: &El) -> &'r mut El {
        r.write(self.0.binary(Binary::Mul, a, b))
    }

    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<El>, a: &El) -> &'r mut El {
        r.write(self.0.unary(Unary::Sqr, a))
    }

    fn mul_small(&self, a: &El, n: u32) -> El {
        self.0.mul_small(a, n)
    }

    fn equal(&self, a: &El, b: &El) -> Mask {
        self.0.equal(a, b)
    }

    fn is_zero(&self, a: &El) -> Mask {
        self.0.is_zero(a)
    }

    fn select(&self, condition: Mask, if_true: &El, if_false: &El) -> El {
        self.0.select(condition, if_true, if_false)
    }

    fn swap_if(&self, condition: Mask, a: &mut El, b: &mut El) {
        self.0.swap_if(condition, a, b);
    }

    fn mul_wide(&self, a: &El, b: &El) -> Wide {
        Wide::of([*a, *b], false)
    }

    fn sqr_wide(&self, a: &El) -> Wide {
        Wide::of([*a, *a], true)
    }

    fn add_wide(&self, a: &Wide, b: &Wide) -> Wide {
        a.with(b, false)
    }

    fn sub_wide(&self, a: &Wide, b: &Wide) -> Wide {
        a.with(b, true)
    }

    fn reduce(&self, a: &Wide) -> El {
        self.0.sum_of(&a.terms[..a.count])
    }
}

impl Encoding for Erased<'_> {
    fn encoded_bytes(&self) -> usize {
        self.0.encoded_bytes()
    }

    fn encode(&self, bytes: &mut [u8], a: &El) -> Result<()> {
        self.0.encode(bytes, a)
    }

    fn encode_be(&self, bytes: &mut [u8], a: &El) -> Result<()> {
        self.0.encode_be(bytes, a)
    }

    fn decode(&self, bytes: &[u8]) -> Result<El> {
        self.0.decode(bytes)
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<El> {
        self.0.decode_be(bytes)
    }
}

impl SquareRoot for Erased<'_> {
    fn sqrt(&self, a: &El) -> (El, Mask) {
        self.0.sqrt(a)
    }

    fn sqrt_ratio(&self, a: &El, b: &El) -> (El, Mask) {
        self.0.sqrt_ratio(a, b)
    }
}
