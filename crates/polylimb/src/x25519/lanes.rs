//! X25519 over eight lanes.
//!
//! **Idea.** The ladder takes the same steps for each scalar. One bit of each scalar makes a mask
//! over the lanes. One inversion serves all results of a part. **Cost** for eight: one ladder.
//! **Constant time.**

use super::COFACTOR_BITS;
use crate::cpu::Features;
use crate::curve::{LinePoint, Montgomery};
use crate::curve25519::{A24, BYTES, SCALAR_BITS, clamp};
use crate::error::Result;
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, primes::F25519};
use crate::field::{Field, Op, invert_all};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Digits of an element.
const D: usize = 5;
type Lanes<V> = FixedLanes<V, F25519, D>;
type Line<V> = LinePoint<[V; D]>;
/// The bits of the scalar that the ladder takes: all but the low ones, which are always 0.
const STEPS: usize = SCALAR_BITS - COFACTOR_BITS;

/// The function of RFC 7748 for each scalar and coordinate.
///
/// # Errors
/// [`Error::MissingFeature`](crate::Error::MissingFeature) if this CPU or `features` lack the
/// instructions of the vectors.
pub(crate) fn x25519<V: Compiled>(
    features: Features,
    jobs: &[(&[u8; BYTES], &[u8; BYTES])],
) -> Result<Vec<[u8; BYTES]>> {
    let curve = Montgomery::new(Lanes::<V>::new(features)?, A24);
    let eight = |jobs: &[(&[u8; BYTES], &[u8; BYTES])]| {
        let mut u = [[0; D]; LANES];
        let mut bits = [0; STEPS];
        for (lane, (k, coordinate)) in jobs.iter().enumerate() {
            let mut coordinate = **coordinate;
            coordinate[BYTES - 1] &= 0x7f;
            u[lane] = Lanes::<V>::digits(coordinate.into_iter());
            let k = Zeroizing::new(clamp(**k));
            for (i, bits) in (COFACTOR_BITS..).zip(&mut bits) {
                *bits |= (k[i / 8] >> (i % 8) & 1) << lane;
            }
        }
        let line = curve.field().run(Ladder { curve: &curve, u: &u, bits: &bits });
        bits.zeroize();
        u.zeroize();
        line
    };
    let mut lines: Vec<Line<V>> = jobs.chunks(LANES).map(eight).collect();
    let zero = curve.field().zero();
    let (mut inverses, mut scratch) = (vec![zero; lines.len()], vec![zero; lines.len()]);
    let mut digits = Zeroizing::new(vec![[[0; D]; LANES]; lines.len()]);
    curve.field().run(Divide {
        field: curve.field(),
        lines: &lines,
        inverses: &mut inverses,
        scratch: &mut scratch,
        digits: &mut digits,
    });
    lines.zeroize();
    inverses.zeroize();
    scratch.zeroize();
    let result = |i: usize| {
        let mut bytes = [0; BYTES];
        Lanes::<V>::write_bytes(&digits[i / LANES][i % LANES], bytes.iter_mut());
        bytes
    };
    Ok((0..jobs.len()).map(result).collect())
}

/// Eight multiples, as fractions.
struct Ladder<'a, V: Compiled> {
    curve: &'a Montgomery<Lanes<V>>,
    u: &'a [[u64; D]; LANES],
    /// Bit `lane` of each belongs to that lane's scalar.
    bits: &'a [u8; STEPS],
}

impl<V: Compiled> Op for Ladder<'_, V> {
    type Out = Line<V>;

    #[inline(always)]
    fn call(self) -> Line<V> {
        let u = self.curve.field().of_digits(self.u);
        let mut p = self.curve.ladder_of(&u, STEPS, |i| LaneMask::from_bits(self.bits[i]));
        for _ in 0..COFACTOR_BITS {
            p = self.curve.double(&p);
        }
        p
    }
}

/// The quotients of all fractions.
struct Divide<'a, V: Compiled> {
    field: &'a Lanes<V>,
    lines: &'a [Line<V>],
    inverses: &'a mut [[V; D]],
    scratch: &'a mut [[V; D]],
    digits: &'a mut [[[u64; D]; LANES]],
}

impl<V: Compiled> Op for Divide<'_, V> {
    type Out = ();

    #[inline(always)]
    fn call(self) {
        let f = self.field;
        for (inverse, line) in self.inverses.iter_mut().zip(self.lines) {
            *inverse = line.z;
        }
        invert_all(f, self.inverses, self.scratch);
        for ((digits, line), inverse) in self.digits.iter_mut().zip(self.lines).zip(&*self.inverses)
        {
            *digits = f.to_digits(&f.mul(&line.x, inverse));
        }
    }
}
