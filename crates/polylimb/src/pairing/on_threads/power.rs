//! A power in the cyclotomic subgroup with a public exponent, on two threads, right to left; and
//! the final exponentiation by such powers.
//!
//! **Idea.** As `doubling-and-adding` on curves: one thread squares and passes the squares of
//! nonzero digits to the other, which multiplies them. Exponents with few ones take compressed
//! squares; each thread decompresses its own, one of them only the last. **Cost.** The squares. For
//! dense exponents the products, a third of the bits, run at the same time.

use super::{Meanwhile, Shared, SharedQuadratic};
use crate::field::Field;
use crate::field::extension::Compressed;
use crate::pairing::curve::digits;
use crate::pairing::final_exponentiation::{MOST_ONES, hard_part};
use crate::pairing::{Family, PairingCurve, Value};
use crate::team::{End, Pipe, Reader, Split, Writer, each_chunk};
use zeroize::Zeroize;

/// `m^exponent` by compressed squares for an exponent with few ones, and the result of `meanwhile`.
pub(super) fn compressed_on<Q: SharedQuadratic>(
    curve: &PairingCurve<Q>,
    split: &dyn Split,
    m: &Value<Q>,
    exponent: u64,
    meanwhile: Meanwhile<'_, Value<Q>>,
) -> (Value<Q>, Value<Q>) {
    halves(
        curve,
        split,
        &Pipe::with_room(MOST_ONES),
        &|writer| curve.compressed_squares(m, exponent, writer),
        &|reader| curve.compressed_product(m, exponent, reader),
        meanwhile,
    )
}

/// `m^exponent` by the exponent's non-adjacent form, and the result of `meanwhile`.
pub(super) fn signed_on<G: Shared>(
    g: &G,
    split: &dyn Split,
    m: &G::El,
    exponent: u64,
    meanwhile: Meanwhile<'_, G::El>,
) -> (G::El, G::El) {
    let squares = |writer: Writer<'_, _>| signed_squares(g, m, exponent, writer);
    let product = |mut reader: Reader<'_, G::El>| {
        let squares = core::iter::from_fn(|| reader.read());
        squares.reduce(|a, b| g.mul(&a, &b)).unwrap_or_else(|| g.one())
    };
    halves(g, split, &Pipe::with_room(ones(exponent)), &squares, &product, meanwhile)
}

/// The digits of the exponent's non-adjacent form that are not 0.
fn ones(exponent: u64) -> usize {
    digits(exponent.into(), true).filter(|digit| *digit != 0).count()
}

/// The product of the result of `squares` on one thread and of `product` on the other, which runs
/// after `meanwhile`; and the result of that.
fn halves<G: Shared, S: Copy + Send + Zeroize>(
    g: &G,
    split: &dyn Split,
    pipe: &Pipe<S>,
    squares: &(dyn Fn(Writer<'_, S>) -> G::El + Sync),
    product: &(dyn Fn(Reader<'_, S>) -> G::El + Sync),
    meanwhile: Meanwhile<'_, G::El>,
) -> (G::El, G::El) {
    // Of each thread: a factor of the power, and the result of `meanwhile`.
    let mut halves = [(g.one(), None), (g.one(), None)];
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

/// The final exponentiation of an `m` from its easy part: the powers by `u` are a chain, but the
/// threads share each of them, and independent products run during a power.
pub(super) fn hard_part_on<G: Shared>(g: &G, split: &dyn Split, m: &G::El) -> G::El {
    if split.threads() < 2 {
        return hard_part(g, m);
    }
    match g.family() {
        Family::Bn => scott_on(g, split, m),
        Family::Bls12 => hayashida_on(g, split, m),
    }
}

/// As [`scott`](crate::pairing::final_exponentiation::bn::scott), with everything that does not
/// wait for `m^(u³)` computed before it: `y₀ y₁² y₂⁶ y₃¹² y₄¹⁸ y₅³⁰` and `y₆³⁶` separately.
fn scott_on<G: Shared>(g: &G, split: &dyn Split, m: &G::El) -> G::El {
    let (u1, y0) = g.power_u_on(split, m, &|| {
        g.mul(&g.mul(&g.frobenius(m, 1), &g.frobenius(m, 2)), &g.frobenius(m, 3))
    });
    let (u2, y3) = g.power_u_on(split, &u1, &|| g.conjugate(&g.frobenius(&u1, 1)));
    let (u3, rest) = g.power_u_on(split, &u2, &|| {
        let y4 = g.conjugate(&g.mul(&u1, &g.frobenius(&u2, 1)));
        let y5 = g.conjugate(&u2);
        let mut a = g.mul(&y4, &y5);
        let mut b = g.mul(&g.mul(&y3, &y5), &a);
        a = g.mul(&a, &g.frobenius(&u2, 2));
        b = g.sqr(&g.mul(&g.sqr(&b), &a));
        a = g.mul(&b, &g.conjugate(m));
        g.mul(&g.sqr(&a), &g.mul(&b, &y0))
    });
    let y6 = g.conjugate(&g.mul(&u3, &g.frobenius(&u3, 1)));
    let eighth = (0..3).fold(y6, |a, _| g.sqr(&a));
    let ninth = g.mul(&eighth, &y6);
    g.mul(&g.sqr(&g.sqr(&ninth)), &rest)
}

/// As [`exact`](crate::pairing::final_exponentiation::bls12::exact).
fn hayashida_on<G: Shared>(g: &G, split: &dyn Split, m: &G::El) -> G::El {
    let (u, negative) = g.u();
    // (u - 1)/3.
    let third = if negative { u.div_ceil(3) } else { u / 3 };
    let nothing = || *m;
    let (mut root, _) = g.power_on(split, m, third, &nothing);
    if negative {
        root = g.conjugate(&root);
    }
    let b = g.mul(&g.power_u_on(split, &root, &nothing).0, &g.conjugate(&root));
    let (power, image) = g.power_u_on(split, &b, &|| g.frobenius(&b, 1));
    let c = g.mul(&power, &image);
    let (power, rest) =
        g.power_u_on(split, &c, &|| g.mul(&g.mul(&g.frobenius(&c, 2), &g.conjugate(&c)), m));
    g.mul(&g.power_u_on(split, &power, &nothing).0, &rest)
}
