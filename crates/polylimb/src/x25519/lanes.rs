//! X25519 over eight lanes.
//!
//! **Idea.** The ladder takes the same steps for each scalar. One bit of each scalar makes a mask
//! over the lanes. One inversion serves all results of a part. **Cost** for eight: one ladder.
//! **Constant time.**

use crate::cpu::Features;
use crate::curve::{LinePoint, ladder_in_eights};
use crate::curve25519::{BYTES, SCALAR_BITS, clamp};
use crate::error::Result;
use crate::field::lanes::{Compiled, FixedLanes, LANES, primes::F25519};
use crate::field::{Field, Op, invert_all};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Digits of an element.
const D: usize = 5;
type Lanes<V> = FixedLanes<V, F25519, D>;
type Line<V> = LinePoint<[V; D]>;

/// The function of RFC 7748 for each scalar and coordinate.
///
/// # Errors
/// [`Error::MissingFeature`](crate::Error::MissingFeature) if this CPU or `features` lack the
/// instructions of the vectors.
pub(crate) fn x25519<V: Compiled>(
    features: Features,
    jobs: &[(&[u8; BYTES], &[u8; BYTES])],
) -> Result<Vec<[u8; BYTES]>> {
    let field = Lanes::<V>::new(features)?;
    let eight = |jobs: &[(&[u8; BYTES], &[u8; BYTES])]| {
        let mut u = [[0; D]; LANES];
        let mut bits = [0; SCALAR_BITS];
        for (lane, (k, coordinate)) in jobs.iter().enumerate() {
            let mut coordinate = **coordinate;
            coordinate[BYTES - 1] &= 0x7f;
            u[lane] = Lanes::<V>::digits(coordinate.into_iter());
            let k = Zeroizing::new(clamp(**k));
            for (i, bits) in bits.iter_mut().enumerate() {
                *bits |= (k[i / 8] >> (i % 8) & 1) << lane;
            }
        }
        let line = field.run(Ladder { field, u: &u, bits: &bits });
        bits.zeroize();
        u.zeroize();
        line
    };
    let mut lines: Vec<Line<V>> = jobs.chunks(LANES).map(eight).collect();
    let zero = field.zero();
    let (mut inverses, mut scratch) = (vec![zero; lines.len()], vec![zero; lines.len()]);
    let mut digits = Zeroizing::new(vec![[[0; D]; LANES]; lines.len()]);
    field.run(Divide {
        field,
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
    field: Lanes<V>,
    u: &'a [[u64; D]; LANES],
    /// Bit `lane` of each belongs to that lane's scalar.
    bits: &'a [u8; SCALAR_BITS],
}

impl<V: Compiled> Op for Ladder<'_, V> {
    type Out = Line<V>;

    #[inline(always)]
    fn call(self) -> Line<V> {
        ladder_in_eights(self.bits, &self.field.of_digits(self.u))
    }
}

/// The quotients of all fractions.
struct Divide<'a, V: Compiled> {
    field: Lanes<V>,
    lines: &'a [Line<V>],
    inverses: &'a mut [[V; D]],
    scratch: &'a mut [[V; D]],
    digits: &'a mut [[[u64; D]; LANES]],
}

impl<V: Compiled> Op for Divide<'_, V> {
    type Out = ();

    #[inline(always)]
    fn call(self) {
        let f = &self.field;
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
