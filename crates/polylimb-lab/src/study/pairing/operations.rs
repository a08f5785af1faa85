//! The operations of the pairing on `bn254`, counted: products and squares of `F_p²`.

use polylimb::Result;
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::prime::{Bn254Nogami, Portable};
use polylimb::authors::pairing::{Homogeneous, Lines, PairingCurve, Point};
use polylimb_catalogue::counted::Counted;
use polylimb_catalogue::pairing::{Jacobian, JacobianAsCounted, JacobianAsPrinted};

type Curve = PairingCurve<Counted<Fp2<Bn254Nogami<Portable>, OnePlusU>>>;

/// The counts of one part by one method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
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
fn counted<T>(
    curve: &Curve,
    part: &'static str,
    way: &'static str,
    work: impl FnOnce() -> T,
) -> Entry {
    curve.tower().fp2().take();
    let _ = work();
    let counts = curve.tower().fp2().take();
    Entry { part, way, products: counts.mul, squares: counts.sqr }
}

/// A doubling, an addition, and the Miller loop with its adjustment, with these lines.
fn lines<L: Lines>(curve: &Curve, way: &'static str) -> Result<[Entry; 3]> {
    let pair = curve.generators()?;
    let mut t = Point::affine(curve.tower().fp2(), &pair.q);
    Ok([
        counted(curve, "doubling and line", way, || L::double(curve, &mut t)),
        counted(curve, "addition and line", way, || L::add(curve, &mut t, &pair.q)),
        counted(curve, "Miller loop and adjustment", way, || curve.miller_loop::<L>(&pair)),
    ])
}

/// Every part by every method.
///
/// # Errors
/// Never: the curve has its field.
pub fn count() -> Result<Vec<Entry>> {
    let curve: Curve =
        PairingCurve::bn254_nogami(Counted::new(Fp2::new(Bn254Nogami::new(Portable))));
    let mut entries = Vec::new();
    entries.extend(lines::<JacobianAsPrinted>(&curve, "jacobian-as-printed")?);
    entries.extend(lines::<JacobianAsCounted>(&curve, "jacobian-as-counted")?);
    entries.extend(lines::<Jacobian>(&curve, "jacobian")?);
    entries.extend(lines::<Homogeneous>(&curve, "homogeneous")?);
    let value = curve.miller_loop::<Homogeneous>(&curve.generators()?);
    let part = "final exponentiation";
    entries.push(counted(&curve, part, "scott", || curve.final_exponentiation(&value)));
    entries
        .push(counted(&curve, part, "fuentes", || curve.final_exponentiation_to_a_power(&value)));
    entries.sort_by_key(|e| {
        let order = ["doubling and line", "addition and line", "Miller loop and adjustment", part];
        order.iter().position(|part| *part == e.part)
    });
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
        assert_eq!(entries.len(), 14);
    }
}
