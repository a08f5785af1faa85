//! Scalars: integers modulo the order, stored as the number in `[0, n)`.
//!
//! Not as elements of a field, because most methods of the traits need the number: its bytes, its
//! bits, comparisons. For that a product costs one Montgomery multiplication more.

use super::wrapped::{OrderOf, Wrapped, choice, mask, plain_data};
use crate::field::prime::Portable;
use crate::field::{Field as _, SquareRoot as _};
use crate::limb::{self, Mask, WORD_BITS, WORD_BYTES, Word, assign_if, less_than, shr_assign};
use core::cmp::Ordering;
use core::marker::PhantomData;
use elliptic_curve::array::Array;
use elliptic_curve::bigint::{ArrayEncoding, Invert, Reduce};
use elliptic_curve::ctutils;
use elliptic_curve::ops::Retrieve;
use elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use elliptic_curve::scalar::{FromUintUnchecked, IsHigh};
use elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use elliptic_curve::{Error, FieldBytes, Generate, NonZeroScalar, ScalarValue};

/// A scalar of the curve `C`, whose order has `N` words.
pub struct Scalar<C, const N: usize> {
    pub(super) words: [Word; N],
    curve: PhantomData<fn() -> C>,
}

impl<C, const N: usize> Scalar<C, N> {
    pub(super) const fn of(words: [Word; N]) -> Self {
        Self { words, curve: PhantomData }
    }
}

/// The integers modulo the order.
pub(super) const fn order<C: Wrapped<N>, const N: usize>() -> OrderOf<C, N> {
    OrderOf::<C, N>::new(Portable)
}

impl<C: Wrapped<N>, const N: usize> Scalar<C, N> {
    /// The number in bytes, most significant first, and whether it is below the order.
    pub(super) fn read(bytes: &[u8]) -> (Self, Choice) {
        let words = words(bytes.rchunks(WORD_BYTES));
        (Self::of(words), choice(less_than(&words, &OrderOf::<C, N>::MODULUS)))
    }

    /// The number in these bytes, modulo the order.
    pub(super) fn reduced(bytes: &[u8]) -> Self {
        let f = order::<C, N>();
        let mut sum = f.zero();
        // From the top, a number of N words after the other.
        let first = match bytes.len() % (N * WORD_BYTES) {
            0 => N * WORD_BYTES,
            rest => rest,
        };
        let (top, rest) = bytes.split_at(first.min(bytes.len()));
        for part in core::iter::once(top).chain(rest.chunks(N * WORD_BYTES)) {
            let number: [Word; N] = words(part.rchunks(WORD_BYTES));
            // Entered, the sum is itself times 2^(N words).
            sum = f.add(&f.enter_mod(&sum), &f.leave(&f.enter_mod(&number)));
        }
        Self::of(sum)
    }

    pub(super) fn write(&self) -> FieldBytes<C> {
        let mut bytes = FieldBytes::<C>::default();
        let le = self.words.iter().flat_map(|word| word.to_le_bytes());
        for (byte, number) in bytes.iter_mut().rev().zip(le) {
            *byte = number;
        }
        bytes
    }

    pub(super) fn uint(&self) -> C::Uint {
        let mut bytes = Array::<u8, <C::Uint as ArrayEncoding>::ByteSize>::default();
        let le = self.words.iter().flat_map(|word| word.to_le_bytes());
        for (byte, number) in bytes.iter_mut().zip(le) {
            *byte = number;
        }
        C::Uint::from_le_byte_array(bytes)
    }

    pub(super) fn inverse(&self) -> Self {
        let f = order::<C, N>();
        Self::of(f.leave(&f.inv0(&f.enter_mod(&self.words))))
    }

    /// A root and whether there is one.
    pub(super) fn root(&self) -> (Self, Choice) {
        let f = order::<C, N>();
        let (root, exists) = f.sqrt(&f.enter_mod(&self.words));
        (Self::of(f.leave(&root)), choice(exists))
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let f = order::<C, N>();
        Self::of(f.mul(&f.enter_mod(&self.words), &other.words))
    }

    /// Uniform, by rejection.
    pub(super) fn draw<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut bytes = FieldBytes::<C>::default();
        loop {
            rng.try_fill_bytes(&mut bytes)?;
            bytes[0] >>= (8 * bytes.len()).saturating_sub(OrderOf::<C, N>::BITS);
            let (scalar, below) = Self::read(&bytes);
            // Rejected draws reveal nothing about the accepted one.
            if below.into() {
                return Ok(scalar);
            }
        }
    }
}

plain_data!(
    Scalar,
    default || Self::of([0; N]),
    equal | a,
    b | limb::equal(&a.words, &b.words),
    select | condition,
    if_true,
    if_false | {
        let mut r = *if_false;
        assign_if(&mut r.words, &if_true.words, condition);
        r
    }
);

/// A number from words, least significant first; each is given as bytes, most significant first.
fn words<'a, const N: usize>(chunks: impl Iterator<Item = &'a [u8]>) -> [Word; N] {
    let mut words = [0; N];
    for (word, chunk) in words.iter_mut().zip(chunks) {
        *word = chunk.iter().fold(0, |w, b| shifted_byte(w) | Word::from(*b));
    }
    words
}

const fn shifted_byte(w: Word) -> Word {
    if WORD_BITS == 8 { 0 } else { w << (8 % WORD_BITS) }
}

impl<C: Wrapped<N>, const N: usize> PartialOrd for Scalar<C, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Wrapped<N>, const N: usize> Ord for Scalar<C, N> {
    /// Compares the numbers; the result is public.
    fn cmp(&self, other: &Self) -> Ordering {
        if less_than(&self.words, &other.words).to_bool_vartime() {
            Ordering::Less
        } else if self == other {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
}

impl<C: Wrapped<N>, const N: usize> AsRef<Self> for Scalar<C, N> {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<C: Wrapped<N>, const N: usize> From<u64> for Scalar<C, N> {
    /// The number itself: each order has more than 64 bits.
    fn from(number: u64) -> Self {
        Self::of(words(number.to_be_bytes().rchunks(WORD_BYTES)))
    }
}

impl<C: Wrapped<N>, const N: usize> From<ScalarValue<C>> for Scalar<C, N> {
    fn from(value: ScalarValue<C>) -> Self {
        Self::from_uint_unchecked(*value.as_uint())
    }
}

impl<C: Wrapped<N>, const N: usize> From<Scalar<C, N>> for ScalarValue<C> {
    fn from(scalar: Scalar<C, N>) -> Self {
        Self::from_uint_unchecked(scalar.uint())
    }
}

impl<C: Wrapped<N>, const N: usize> From<Scalar<C, N>> for FieldBytes<C> {
    fn from(scalar: Scalar<C, N>) -> Self {
        scalar.write()
    }
}

impl<C: Wrapped<N>, const N: usize> From<NonZeroScalar<C>> for Scalar<C, N> {
    fn from(scalar: NonZeroScalar<C>) -> Self {
        *scalar
    }
}

impl<C: Wrapped<N>, const N: usize> TryFrom<Scalar<C, N>> for NonZeroScalar<C> {
    type Error = Error;

    fn try_from(scalar: Scalar<C, N>) -> Result<Self, Error> {
        Self::new(scalar).into_option().ok_or(Error)
    }
}

impl<C: Wrapped<N>, const N: usize> FromUintUnchecked for Scalar<C, N> {
    type Uint = C::Uint;

    fn from_uint_unchecked(uint: C::Uint) -> Self {
        let bytes = uint.to_be_byte_array();
        Self::of(words(bytes.rchunks(WORD_BYTES)))
    }
}

impl<C: Wrapped<N>, const N: usize> Retrieve for Scalar<C, N> {
    type Output = C::Uint;

    fn retrieve(&self) -> C::Uint {
        self.uint()
    }
}

impl<C: Wrapped<N>, const N: usize> Reduce<FieldBytes<C>> for Scalar<C, N> {
    fn reduce(bytes: &FieldBytes<C>) -> Self {
        Self::reduced(bytes)
    }
}

impl<C: Wrapped<N>, const N: usize> Invert for Scalar<C, N> {
    type Output = CtOption<Self>;

    fn invert(&self) -> CtOption<Self> {
        CtOption::new(self.inverse(), !ConstantTimeEq::ct_eq(self, &Self::default()))
    }
}

impl<C: Wrapped<N>, const N: usize> IsHigh for Scalar<C, N> {
    fn is_high(&self) -> Choice {
        // (n - 1) / 2.
        let mut half = OrderOf::<C, N>::MODULUS;
        shr_assign(&mut half, 1);
        choice(less_than(&half, &self.words))
    }
}
