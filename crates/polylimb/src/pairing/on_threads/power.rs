//! A power in the cyclotomic subgroup with a public exponent, on two threads, right to left.
//!
//! **Idea.** As `doubling-and-adding` on curves: one thread squares and passes the squares of
//! nonzero digits to the other, which multiplies them. Exponents with few ones take compressed
//! squares; each thread decompresses its own, one of them only the last. **Cost.** The squares. For
//! dense exponents the products, a third of the bits, run at the same time.

use super::{Shared, SharedQuadratic};
use crate::field::Field;
use crate::field::extension::Compressed;
use crate::pairing::digits::digits;
use crate::pairing::final_exponentiation::MOST_ONES;
use crate::pairing::{PairingCurve, Value};
use crate::team::{End, Pipe, Reader, Split, Writer, each_chunk};
use zeroize::Zeroize;

/// `m^exponent` by compressed squares for an exponent with few ones, and the result of `meanwhile`.
pub(super) fn compressed_on<Q: SharedQuadratic, T: Send>(
    curve: &PairingCurve<Q>,
    split: &dyn Split,
    m: &Value<Q>,
    exponent: u64,
    meanwhile: impl Fn() -> T + Sync,
) -> (Value<Q>, T) {
    halves(
        curve,
        split,
        &Pipe::with_room(MOST_ONES),
        |writer| curve.compressed_squares(m, exponent, writer),
        |reader| curve.compressed_product(m, exponent, reader),
        meanwhile,
    )
}

/// `m^exponent` by the exponent's non-adjacent form, and the result of `meanwhile`.
pub(super) fn signed_on<G: Shared, T: Send>(
    g: &G,
    split: &dyn Split,
    m: &G::El,
    exponent: u64,
    meanwhile: impl Fn() -> T + Sync,
) -> (G::El, T) {
    let squares = |writer: Writer<'_, _>| signed_squares(g, m, exponent, writer);
    let product = |mut reader: Reader<'_, G::El>| {
        let squares = core::iter::from_fn(|| reader.read());
        squares.reduce(|a, b| g.mul(&a, &b)).unwrap_or_else(|| g.one())
    };
    let ones = digits(exponent.into(), true).filter(|digit| *digit != 0).count();
    halves(g, split, &Pipe::with_room(ones), squares, product, meanwhile)
}

/// The result of a thread: a factor of the power, and the result of `meanwhile`.
type Done<E, T> = (E, Option<T>);

/// The product of the result of `squares` on one thread and of `product` on the other, which runs
/// after `meanwhile`.
fn halves<G: Shared, S: Copy + Send + Zeroize, T: Send>(
    g: &G,
    split: &dyn Split,
    pipe: &Pipe<S>,
    squares: impl Fn(Writer<'_, S>) -> G::El + Sync,
    product: impl Fn(Reader<'_, S>) -> G::El + Sync,
    meanwhile: impl Fn() -> T + Sync,
) -> (G::El, T) {
    let mut halves: [Done<G::El, T>; 2] = [(g.one(), None), (g.one(), None)];
    each_chunk(split, &mut halves, 1, |_, half| {
        half[0] = match pipe.enter() {
            End::Writes(writer) => (squares(writer), None),
            End::Reads(reader) => {
                let other = meanwhile();
                (product(reader), Some(other))
            }
        };
    });
    let [(a, first), (b, second)] = halves;
    let other = first.or(second).unwrap_or_else(meanwhile);
    (g.mul(&a, &b), other)
}

/// Writes the squares, or their inverses, for the digits of the exponent's non-adjacent form below
/// the highest, which is 1. Returns the square for the highest.
fn signed_squares<G: Shared>(
    g: &G,
    m: &G::El,
    exponent: u64,
    mut writer: Writer<'_, G::El>,
) -> G::El {
    let mut write = |square| {
        writer.write(square);
        writer.show();
    };
    let mut square = *m;
    let mut digits = digits(exponent.into(), true);
    let _highest = digits.next_back();
    for digit in digits {
        match digit {
            0 => {}
            1 => write(square),
            _ => write(g.conjugate(&square)),
        }
        square = g.sqr(&square);
    }
    square
}

impl<Q: SharedQuadratic> PairingCurve<Q> {
    /// Writes the squares for the ones of the exponent between the lowest bit and the highest.
    /// Returns the square for the highest.
    fn compressed_squares(
        &self,
        m: &Value<Q>,
        exponent: u64,
        mut writer: Writer<'_, Compressed<Q::El>>,
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
                writer.write(square);
                writer.show();
            }
        }
        // Ends the queue.
        drop(writer);
        let mut last = [tower.one()];
        tower.decompress(&[square], &mut last);
        last[0]
    }

    /// The product of the squares read, and of `m` if the lowest bit is 1 and is not the highest.
    fn compressed_product(
        &self,
        m: &Value<Q>,
        exponent: u64,
        mut reader: Reader<'_, Compressed<Q::El>>,
    ) -> Value<Q> {
        let tower = &self.tower;
        let mut kept = [tower.compress(m); MOST_ONES];
        let mut count = 0;
        while let Some(square) = reader.read() {
            kept[count] = square;
            count += 1;
        }
        let mut squares = [tower.one(); MOST_ONES];
        tower.decompress(&kept[..count], &mut squares[..count]);
        let lowest = (exponent > 1 && exponent & 1 == 1).then_some(*m);
        let factors = lowest.into_iter().chain(squares[..count].iter().copied());
        factors.reduce(|a, b| tower.mul(&a, &b)).unwrap_or_else(|| tower.one())
    }
}
