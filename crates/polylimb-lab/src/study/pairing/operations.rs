//! The operations of the pairing on `bn254`, and of the final exponentiation on `bls12-381`,
//! counted: products and squares of `F_p²`.

use polylimb::Result;
use polylimb::authors::field::Encoding;
use polylimb::authors::field::extension::{Fp2, OnePlusU, Quadratic};
use polylimb::authors::field::prime::{Bls12381, Bn254Nogami, Portable};
use polylimb::authors::pairing::{Homogeneous, Lines, PairingCurve, Point};
use polylimb_catalogue::counted::Counted;
use polylimb_catalogue::pairing::{Jacobian, JacobianAsCounted, JacobianAsPrinted};

type Curve = PairingCurve<Counted<Fp2<Bn254Nogami<Portable>, OnePlusU>>>;

/// The parts.
const PARTS: [&str; 4] = [
    "doubling and line",
    "addition and line",
    "Miller loop and adjustment",
    "final exponentiation",
];

/// The counts of one part by one method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The curve.
    pub curve: &'static str,
    /// Bits of its prime.
    pub bits: usize,
    /// The counted part, by its name in the published counts.
    pub part: &'static str,
    /// The method, by its name in the register of pairings.
    pub way: &'static str,
    /// Products of `F_p²`.
    pub products: u32,
    /// Squares of `F_p²`.
    pub squares: u32,
}

/// Counts the operations of `work`.
fn counted<Q: Quadratic, T>(
    curve: &PairingCurve<Counted<Q>>,
    part: usize,
    way: &'static str,
    work: impl FnOnce() -> T,
) -> Entry {
    curve.tower().fp2().take();
    let _ = work();
    let counts = curve.tower().fp2().take();
    let (products, squares) = (counts.mul, counts.sqr);
    Entry { curve: "bn254", bits: 254, part: PARTS[part], way, products, squares }
}

/// A doubling, an addition, and the Miller loop with its adjustment, with these lines.
fn lines<L: Lines>(curve: &Curve, way: &'static str) -> Result<[Entry; 3]> {
    let pair = curve.generators()?;
    let mut t = Point::affine(curve.tower().fp2(), &pair.q);
    Ok([
        counted(curve, 0, way, || L::double(curve, &mut t)),
        counted(curve, 1, way, || L::add(curve, &mut t, &pair.q)),
        counted(curve, 2, way, || curve.miller_loop::<L>(&pair)),
    ])
}

/// The final exponentiation to the exact power, and to a cheaper one.
fn final_exponentiations<Q: Quadratic<Base: Encoding>>(
    curve: &PairingCurve<Counted<Q>>,
    [exact, other]: [&'static str; 2],
) -> Result<[Entry; 2]> {
    let value = curve.miller_loop::<Homogeneous>(&curve.generators()?);
    Ok([
        counted(curve, 3, exact, || curve.final_exponentiation(&value)),
        counted(curve, 3, other, || curve.final_exponentiation_to_a_power(&value)),
    ])
}

/// Every part by every method.
///
/// # Errors
/// Never: the curves have their fields.
pub fn count() -> Result<Vec<Entry>> {
    let curve: Curve =
        PairingCurve::bn254_nogami(Counted::new(Fp2::new(Bn254Nogami::new(Portable))));
    let mut entries = Vec::new();
    entries.extend(lines::<JacobianAsPrinted>(&curve, "jacobian-as-printed")?);
    entries.extend(lines::<JacobianAsCounted>(&curve, "jacobian-as-counted")?);
    entries.extend(lines::<Jacobian>(&curve, "jacobian")?);
    entries.extend(lines::<Homogeneous>(&curve, "homogeneous")?);
    entries.sort_by_key(|e| PARTS.iter().position(|part| *part == e.part));
    entries.extend(final_exponentiations(&curve, ["scott", "fuentes"])?);
    let curve =
        PairingCurve::bls12_381(Counted::new(Fp2::<_, OnePlusU>::new(Bls12381::new(Portable))));
    let others = final_exponentiations(&curve, ["hayashida", "hayashida-cubed"])?;
    entries.extend(others.map(|e| Entry { curve: "bls12-381", bits: 381, ..e }));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_the_text() {
        let entries = count().unwrap();
        let of = |part: &str, way: &str| {
            let entry = entries.iter().find(|e| e.part == part && e.way == way).unwrap();
            (entry.products, entry.squares)
        };
        assert_eq!(of("doubling and line", "jacobian-as-counted"), (7, 5));
        assert_eq!(of("doubling and line", "jacobian-as-printed"), (8, 5));
        assert_eq!(of("addition and line", "jacobian-as-counted"), (18, 4));
        assert_eq!(of("addition and line", "jacobian"), (10, 3));
        // A square and a product by a line fewer than in the text; its adjustment as it follows
        // from the other counts.
        let miller = (2172 + 2 * 18 + 2 * 13 - 12 - 13, 336 + 2 * 4);
        assert_eq!(of("Miller loop and adjustment", "jacobian-as-counted"), miller);
        assert!(entries.is_sorted_by_key(|e| e.part != "doubling and line"));
        assert_eq!(entries.len(), 16);
    }
}
