//! The measured operations of a field, and the correct result of a chain.

use crate::judge::field::{Element, Field, unreduced};
use num_bigint::BigUint;
use polylimb::authors::field::binary::words_for;
use polylimb::authors::limb::WORD_BITS;
use polylimb_catalogue::binary_field::{Method, Operation};

/// An operation; in a chain it takes the result of the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// `x b`.
    Mul,
    /// `x²`.
    Sqr,
    /// `x + b`.
    Add,
    /// `x - b`; not among the operations of binary fields, where it equals the sum.
    Sub,
    /// `1 / x + b`: without the sum every second result would be the start.
    Inv,
    /// `√x` in binary fields; in prime fields a root of the square `x`, and its square.
    Sqrt,
    /// The half-trace of binary fields.
    HalfTrace,
    /// `x b` as a polynomial; the chain continues with the sum of its upper and lower words.
    MulUnreduced,
    /// `x²` as a polynomial; the chain continues as after [`Op::MulUnreduced`].
    SqrUnreduced,
    /// Reduces an unreduced product, made of `x` and half of `x`, modulo the field's polynomial.
    Reduce,
}

impl Op {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Mul,
        Self::Sqr,
        Self::Add,
        Self::Sub,
        Self::Inv,
        Self::Sqrt,
        Self::HalfTrace,
        Self::MulUnreduced,
        Self::SqrUnreduced,
        Self::Reduce,
    ];
    /// The operations of prime fields.
    pub(super) const OF_PRIMES: [Self; 6] =
        [Self::Mul, Self::Sqr, Self::Add, Self::Sub, Self::Inv, Self::Sqrt];
    /// The operations of binary fields.
    pub(super) const OF_BINARY: [Self; 6] =
        [Self::Mul, Self::Sqr, Self::Add, Self::Inv, Self::Sqrt, Self::HalfTrace];
    /// The operations of towers.
    pub(super) const OF_TOWERS: [Self; 5] = [Self::Mul, Self::Sqr, Self::Add, Self::Sub, Self::Inv];

    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mul => "mul",
            Self::Sqr => "sqr",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Inv => "inv",
            Self::Sqrt => "sqrt",
            Self::HalfTrace => "half-trace",
            Self::MulUnreduced => "mul-unreduced",
            Self::SqrUnreduced => "sqr-unreduced",
            Self::Reduce => "reduce",
        }
    }

    /// The operation that a published method computes.
    pub(super) const fn of(method: &Method) -> Self {
        match method.operation {
            Operation::Square(_) => Self::SqrUnreduced,
            Operation::Multiply(_) => Self::MulUnreduced,
            Operation::Reduce(_) => Self::Reduce,
            Operation::Invert(_) => Self::Inv,
        }
    }

    /// Whether `result` is the correct end of a chain of `count` operations from `start`, with `b`
    /// as the second operand.
    pub(super) fn is_right(
        self,
        f: &Field,
        [start, b]: [&Element; 2],
        count: usize,
        result: &Element,
    ) -> bool {
        let times = |step: &dyn Fn(&Element) -> Element, from: &Element| {
            (0..count).fold(from.clone(), |x, _| step(&x))
        };
        let expected = match (self, f) {
            (Self::Mul, _) => f.mul(start, &f.pow(b, count)),
            (Self::Sqr, _) => times(&|x| f.sqr(x), start),
            (Self::Add, _) => f.add(start, &f.times(b, count)),
            (Self::Sub, _) => f.add(start, &f.neg(&f.times(b, count))),
            (Self::Inv, _) => times(&|x| f.add(&f.inv(x), b), start),
            // Squaring the result leads back to the start.
            (Self::Sqrt, Field::Binary { .. }) => {
                return times(&|x| f.sqr(x), result) == *start;
            }
            (Self::Sqrt, Field::Tower { .. }) => start.clone(),
            (Self::HalfTrace, _) => times(&|x| f.half_trace(x), start),
            (Self::MulUnreduced, _) => times(&|x| vec![folded(f, &unreduced(&x[0], &b[0]))], start),
            (Self::SqrUnreduced, _) => times(&|x| vec![folded(f, &unreduced(&x[0], &x[0]))], start),
            (Self::Reduce, _) => times(&|x| vec![f.reduced(doubled(f, &x[0]))], start),
        };
        *result == expected
    }
}

/// Bits of the words of an element.
fn word_bits(f: &Field) -> (usize, usize) {
    match f {
        Field::Binary { degree, .. } => (*degree, words_for(*degree) * WORD_BITS),
        Field::Tower { .. } => (0, 0),
    }
}

/// The sum of the upper and lower words of an unreduced product.
fn folded(f: &Field, a: &BigUint) -> BigUint {
    let (_, bits) = word_bits(f);
    let high = a >> bits;
    let low = a ^ (&high << bits);
    high ^ low
}

/// The input of a reduction: `x` in the lower words, and as much of it in the upper words as a
/// product has there.
fn doubled(f: &Field, x: &BigUint) -> BigUint {
    let (degree, bits) = word_bits(f);
    let upper = (2 * degree - 1).saturating_sub(bits);
    let mask = (BigUint::from(1u8) << upper) - 1u8;
    x ^ ((x & mask) << bits)
}
