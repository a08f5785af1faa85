//! Primes below 256: tests can try all elements, pairs and triples, so every formula over a field
//! is tested exhaustively. Not constant time (it divides); never for secrets.

use crate::error::{Error, Result};
use crate::field::{Encoding, Field, SquareRoot, VartimeField};
use crate::limb::{Mask, Word};
use core::mem::MaybeUninit;

/// The integers modulo a prime below 256; an element is the number in `[0, p)`.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::prime::Toy;
/// let f = Toy::new(29)?;
/// assert_eq!(f.mul(&f.small(7), &f.small(8)), f.small(27));
/// assert_eq!(f.inv0(&f.small(2)), f.small(15));
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toy {
    p: u8,
}

impl Toy {
    /// The field of `p` elements.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `p` is not prime.
    pub fn new(p: u8) -> Result<Self> {
        if p >= 2 && (2..p).take_while(|d| *d < 16).all(|d| !p.is_multiple_of(d)) {
            Ok(Self { p })
        } else {
            Err(Error::Parameter { expected: "p: a prime below 256" })
        }
    }

    /// All elements, 0 first.
    pub fn elements(self) -> impl Iterator<Item = u8> {
        0..self.p
    }

    /// The number; debug builds check that it is below `p`.
    fn number(self, a: u8) -> u32 {
        debug_assert!(a < self.p, "an element is below the prime");
        u32::from(a)
    }

    fn residue(self, a: u32) -> u8 {
        (a % u32::from(self.p)) as u8
    }
}

impl Field for Toy {
    type El = u8;
    type Mask = Mask;
    type Wide = u32;
    const WIDE_TERMS: usize = 1 << 15;

    fn zero(&self) -> u8 {
        0
    }

    fn one(&self) -> u8 {
        1
    }

    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<u8>, a: &u8, b: &u8) -> &'r mut u8 {
        r.write(self.residue(self.number(*a) * self.number(*b)))
    }

    fn add(&self, a: &u8, b: &u8) -> u8 {
        self.residue(self.number(*a) + self.number(*b))
    }

    fn sub(&self, a: &u8, b: &u8) -> u8 {
        self.residue(self.number(*a) + u32::from(self.p) - self.number(*b))
    }

    fn halve(&self, a: &u8) -> u8 {
        match (self.p, a % 2) {
            (2, _) => 0,
            (_, 0) => a / 2,
            (p, _) => a.midpoint(p),
        }
    }

    /// Extended Euclid.
    fn inv0(&self, a: &u8) -> u8 {
        let (mut r, mut s) = (i16::from(self.p), i16::from(*a));
        let (mut u, mut v) = (0, 1);
        while s != 0 {
            let q = r / s;
            (r, s) = (s, r - q * s);
            (u, v) = (v, u - q * v);
        }
        if *a == 0 { 0 } else { u.rem_euclid(i16::from(self.p)) as u8 }
    }

    fn equal(&self, a: &u8, b: &u8) -> Mask {
        Mask::equal(Word::from(*a), Word::from(*b))
    }

    fn select(&self, condition: Mask, if_true: &u8, if_false: &u8) -> u8 {
        condition.select(Word::from(*if_true), Word::from(*if_false)) as u8
    }

    fn mul_wide(&self, a: &u8, b: &u8) -> u32 {
        self.number(*a) * self.number(*b)
    }

    fn add_wide(&self, a: &u32, b: &u32) -> u32 {
        a + b
    }

    fn sub_wide(&self, a: &u32, b: &u32) -> u32 {
        a + u32::from(self.p) * u32::from(self.p) - b
    }

    fn reduce(&self, a: &u32) -> u8 {
        self.residue(*a)
    }
}

impl VartimeField for Toy {}

impl Encoding for Toy {
    fn encoded_bytes(&self) -> usize {
        1
    }

    fn encode(&self, bytes: &mut [u8], a: &u8) -> Result<()> {
        match bytes {
            [byte] => {
                *byte = *a;
                Ok(())
            }
            _ => Err(Error::Length { what: "encoded element", expected: 1, got: bytes.len() }),
        }
    }

    fn decode(&self, bytes: &[u8]) -> Result<u8> {
        match *bytes {
            [a] if a < self.p => Ok(a),
            [_] => Err(Error::NotReduced { operand: "encoded element" }),
            _ => Err(Error::Length { what: "encoded element", expected: 1, got: bytes.len() }),
        }
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<u8> {
        self.decode(bytes)
    }
}

impl SquareRoot for Toy {
    /// By trial of all elements.
    fn sqrt(&self, a: &u8) -> (u8, Mask) {
        let root = self.elements().find(|r| self.sqr(r) == *a);
        (root.unwrap_or(0), Mask::from_bit(Word::from(root.is_some())))
    }
}
