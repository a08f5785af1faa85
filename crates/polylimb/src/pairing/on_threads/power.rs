//! A power in the cyclotomic subgroup by a public exponent on two threads, from the right to the left.
//!
//! **Idea.** As `doubling-and-adding` on curves: one thread squares, and hands the squares where a digit is not 0 to the other, which multiplies them. Exponents with few ones take compressed
//! squares; each thread then decompresses what it has, one of them the last square only. **Cost.** The squares; for dense exponents the
//! products, a third of the bits, run beside them.

use super::SharedQuadratic;
use crate::field::Field;
use crate::field::extension::Compressed;
use crate::pairing::final_exponentiation::MOST_ONES;
use crate::pairing::{PairingCurve, Value};
use crate::team::{End, Pipe, Split, each_chunk};

/// What a thread has at its end: a factor of the power, and what it did meanwhile.
type Done<Q, T> = (Value<Q>, Option<T>);

impl<Q: SharedQuadratic> PairingCurve<Q> {
    /// `m^u`, and what `meanwhile` computes.
    pub(super) fn power_u_on<T: Send>(
        &self,
        split: &dyn Split,
        m: &Value<Q>,
        meanwhile: impl Fn() -> T + Sync,
    ) -> (Value<Q>, T) {
        let (power, other) = self.power_on(split, m, self.u, meanwhile);
        (if self.u_is_negative { self.tower.conjugate(&power) } else { power }, other)
    }

    /// `m^exponent` for a public exponent other than 0, and what `meanwhile` computes.
    pub(super) fn power_on<T: Send>(
        &self,
        split: &dyn Split,
        m: &Value<Q>,
        exponent: u64,
        meanwhile: impl Fn() -> T + Sync,
    ) -> (Value<Q>, T) {
        let tower = &self.tower;
        let mut halves: [Done<Q, T>; 2] = [(tower.one(), None), (tower.one(), None)];
        if exponent.count_ones() as usize <= MOST_ONES {
            let pipe = Pipe::with_room(MOST_ONES);
            each_chunk(split, &mut halves, 1, |_, half| {
                half[0] = match pipe.enter() {
                    End::Writes(mut writer) => {
                        let write = move |square| {
                            writer.write(square);
                            writer.show();
                        };
                        (self.compressed_squares(m, exponent, write), None)
                    }
                    End::Reads(mut reader) => {
                        let other = meanwhile();
                        (self.compressed_product(m, exponent, || reader.read()), Some(other))
                    }
                };
            });
        } else {
            let pipe = Pipe::with_room(u64::BITS as usize);
            each_chunk(split, &mut halves, 1, |_, half| {
                half[0] = match pipe.enter() {
                    End::Writes(mut writer) => {
                        let write = move |square| {
                            writer.write(square);
                            writer.show();
                        };
                        (self.signed_squares(m, exponent, write), None)
                    }
                    End::Reads(mut reader) => {
                        let other = meanwhile();
                        let squares = core::iter::from_fn(|| reader.read());
                        let product = squares.reduce(|a, b| tower.mul(&a, &b));
                        (product.unwrap_or_else(|| tower.one()), Some(other))
                    }
                };
            });
        }
        let [(a, first), (b, second)] = halves;
        let other = first.or(second).unwrap_or_else(meanwhile);
        (tower.mul(&a, &b), other)
    }

    /// Writes the squares for the ones of the exponent between the lowest bit and the highest; the square for the highest.
    fn compressed_squares(
        &self,
        m: &Value<Q>,
        exponent: u64,
        mut write: impl FnMut(Compressed<Q::El>),
    ) -> Value<Q> {
        let tower = &self.tower;
        let top = exponent.ilog2();
        if top == 0 {
            return *m;
        }
        let mut square = tower.compress(m);
        for i in 1..=top {
            square = tower.compressed_sqr(&square);
            if i < top && exponent >> i & 1 == 1 {
                write(square);
            }
        }
        // Ends the queue.
        drop(write);
        let mut last = [tower.one()];
        tower.decompress(&[square], &mut last);
        last[0]
    }

    /// The product of the squares read, and of `m` where the lowest bit is 1 and not the highest.
    fn compressed_product(
        &self,
        m: &Value<Q>,
        exponent: u64,
        mut read: impl FnMut() -> Option<Compressed<Q::El>>,
    ) -> Value<Q> {
        let tower = &self.tower;
        let mut kept = [tower.compress(m); MOST_ONES];
        let mut count = 0;
        while let Some(square) = read() {
            kept[count] = square;
            count += 1;
        }
        let mut squares = [tower.one(); MOST_ONES];
        tower.decompress(&kept[..count], &mut squares[..count]);
        let lowest = (exponent > 1 && exponent & 1 == 1).then_some(*m);
        let factors = lowest.into_iter().chain(squares[..count].iter().copied());
        factors.reduce(|a, b| tower.mul(&a, &b)).unwrap_or_else(|| tower.one())
    }

    /// Writes the squares, or their inverses, for the digits of the exponent's non-adjacent form below the highest, which is 1; the square for the highest.
    fn signed_squares(
        &self,
        m: &Value<Q>,
        exponent: u64,
        mut write: impl FnMut(Value<Q>),
    ) -> Value<Q> {
        let tower = &self.tower;
        // Digit i is the difference of the bits i + 1 of three times and of once the exponent.
        let (once, thrice) = (u128::from(exponent), 3 * u128::from(exponent));
        let mut square = *m;
        for i in 1..thrice.ilog2() {
            match (thrice >> i & 1, once >> i & 1) {
                (1, 0) => write(square),
                (0, 1) => write(tower.conjugate(&square)),
                _ => {}
            }
            square = tower.cyclotomic_sqr(&square);
        }
        square
    }
}
