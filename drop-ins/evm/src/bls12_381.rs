//! The precompiles on BLS12-381: EIP-2537, and the evaluation of a polynomial, EIP-4844.
//!
//! The EIP writes the lower coefficient of an element of `F_p²` first, polylimb the higher one.

use super::Result;
use polylimb::Error;
use polylimb::authors::limb::{Bits, Natural, less_than};
use polylimb::pairing::{G1, G2, PairingEngine, PairingGroup};
use revm_precompile::PrecompileHalt;
use revm_precompile::bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar};

/// Bytes of a number below the prime.
const NUMBER: usize = 48;
/// The prime.
const PRIME: [u8; NUMBER] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
    0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
    0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];

/// `x` and `y` in the order of polylimb.
type Coordinates<const C: usize> = [[u8; C]; 2];

fn coordinates_of_g1(&(x, y): &G1Point) -> Coordinates<NUMBER> {
    [x, y]
}

fn coordinates_of_g2((x0, x1, y0, y1): &G2Point) -> Coordinates<{ 2 * NUMBER }> {
    [[x1, x0], [y1, y0]].map(|halves| {
        let mut bytes = [0; 2 * NUMBER];
        bytes[..NUMBER].copy_from_slice(halves[0]);
        bytes[NUMBER..].copy_from_slice(halves[1]);
        bytes
    })
}

fn bytes_of_g1(p: &Coordinates<NUMBER>) -> [u8; 2 * NUMBER] {
    let mut bytes = [0; 2 * NUMBER];
    bytes.copy_from_slice(p.as_flattened());
    bytes
}

fn bytes_of_g2(p: &Coordinates<{ 2 * NUMBER }>) -> [u8; 4 * NUMBER] {
    let mut bytes = [0; 4 * NUMBER];
    bytes.copy_from_slice(p.as_flattened());
    for element in bytes.chunks_exact_mut(2 * NUMBER) {
        element.rotate_left(NUMBER);
    }
    bytes
}

/// As polylimb takes them: `None` for zeros, the neutral element.
fn given<const C: usize>(p: &Coordinates<C>) -> Option<[&[u8]; 2]> {
    p.as_flattened().iter().any(|&byte| byte != 0).then(|| p.each_ref().map(|c| &c[..]))
}

fn taken<const C: usize>(p: Option<[&[u8]; 2]>) -> Coordinates<C> {
    let mut coordinates = [[0; C]; 2];
    for (to, from) in coordinates.iter_mut().zip(p.into_iter().flatten()) {
        to.copy_from_slice(from);
    }
    coordinates
}

/// One of the two groups, with its reasons to halt.
struct Group<'a, P> {
    group: &'a dyn PairingGroup<P>,
    not_on_curve: PrecompileHalt,
    not_in_group: PrecompileHalt,
}

fn g1(engine: &dyn PairingEngine) -> Group<'_, G1> {
    Group {
        group: engine.g1(),
        not_on_curve: PrecompileHalt::Bls12381G1NotOnCurve,
        not_in_group: PrecompileHalt::Bls12381G1NotInSubgroup,
    }
}

fn g2(engine: &dyn PairingEngine) -> Group<'_, G2> {
    Group {
        group: engine.g2(),
        not_on_curve: PrecompileHalt::Bls12381G2NotOnCurve,
        not_in_group: PrecompileHalt::Bls12381G2NotInSubgroup,
    }
}

impl<P> Group<'_, P> {
    fn halt(&self, error: Error) -> PrecompileHalt {
        match error {
            Error::NotReduced { .. } => PrecompileHalt::NonCanonicalFp,
            _ => self.not_on_curve.clone(),
        }
    }

    /// The point of the group.
    fn point<const C: usize>(&self, p: &Coordinates<C>) -> Result<P> {
        let Some([x, y]) = given(p) else { return Ok(self.group.neutral()) };
        self.group.point(x, y).map_err(|error| {
            let on_curve = self.group.add_on_curve_vartime(Some([x, y]), None).is_ok();
            if on_curve { self.not_in_group.clone() } else { self.halt(error) }
        })
    }

    /// The sum of two points of the curve.
    fn add<const C: usize>(
        &self,
        p: &Coordinates<C>,
        q: &Coordinates<C>,
    ) -> Result<Coordinates<C>> {
        let sum = self.group.add_on_curve_vartime(given(p), given(q));
        let sum = sum.map_err(|error| self.halt(error))?;
        Ok(taken(sum.as_ref().map(|sum| sum.each_ref().map(|c| &c[..]))))
    }

    /// The sum of multiples of points of the group.
    fn sum<const C: usize>(
        &self,
        pairs: impl Iterator<Item = Result<(Coordinates<C>, [u8; 32])>>,
        coordinates: fn(&P) -> Option<[&[u8]; 2]>,
    ) -> Result<Coordinates<C>> {
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        for pair in pairs {
            let (p, scalar) = pair?;
            points.push(self.point(&p)?);
            scalars.push(Natural::from_be_bytes(&scalar));
        }
        let scalars = scalars.iter().map(|scalar| Bits::new_vartime(scalar.words()));
        let terms: Vec<_> = scalars.zip(&points).collect();
        let sum = self.group.sum_of_multiples_vartime(&terms);
        Ok(taken(coordinates(&sum.map_err(|error| self.halt(error))?)))
    }
}

pub(super) fn add_g1(engine: &dyn PairingEngine, p: &G1Point, q: &G1Point) -> Result<[u8; 96]> {
    let sum = g1(engine).add(&coordinates_of_g1(p), &coordinates_of_g1(q))?;
    Ok(bytes_of_g1(&sum))
}

pub(super) fn add_g2(engine: &dyn PairingEngine, p: &G2Point, q: &G2Point) -> Result<[u8; 192]> {
    let sum = g2(engine).add(&coordinates_of_g2(p), &coordinates_of_g2(q))?;
    Ok(bytes_of_g2(&sum))
}

pub(super) fn sum_g1(
    engine: &dyn PairingEngine,
    pairs: &mut dyn Iterator<Item = Result<G1PointScalar>>,
) -> Result<[u8; 96]> {
    let pairs = pairs.map(|pair| pair.map(|(p, k)| (coordinates_of_g1(&p), k)));
    Ok(bytes_of_g1(&g1(engine).sum(pairs, G1::coordinates)?))
}

pub(super) fn sum_g2(
    engine: &dyn PairingEngine,
    pairs: &mut dyn Iterator<Item = Result<G2PointScalar>>,
) -> Result<[u8; 192]> {
    let pairs = pairs.map(|pair| pair.map(|(p, k)| (coordinates_of_g2(&p), k)));
    Ok(bytes_of_g2(&g2(engine).sum(pairs, G2::coordinates)?))
}

pub(super) fn product_is_one(
    engine: &dyn PairingEngine,
    pairs: &[(G1Point, G2Point)],
) -> Result<bool> {
    let (g1, g2) = (g1(engine), g2(engine));
    let mut points = Vec::with_capacity(pairs.len());
    for (p, q) in pairs {
        points.push((g1.point(&coordinates_of_g1(p))?, g2.point(&coordinates_of_g2(q))?));
    }
    let pairs: Vec<_> = points.iter().map(|(p, q)| (p, q)).collect();
    engine.product_is_one_vartime(&pairs).map_err(|error| g1.halt(error))
}

/// The point for an element of the field with these coefficients, the lower one first.
fn map<P>(group: &Group<'_, P>, coefficients: &[&[u8; NUMBER]]) -> Result<P> {
    if coefficients.iter().any(|c| **c >= PRIME) {
        return Err(PrecompileHalt::NonCanonicalFp);
    }
    let length = group.group.uniform_bytes() / coefficients.len();
    let mut uniform = vec![0; group.group.uniform_bytes()];
    for (bytes, c) in uniform.chunks_exact_mut(length).zip(coefficients) {
        bytes[length - NUMBER..].copy_from_slice(&c[..]);
    }
    group.group.map(&uniform).map_err(|error| group.halt(error))
}

pub(super) fn map_to_g1(engine: &dyn PairingEngine, c: &[u8; NUMBER]) -> Result<[u8; 96]> {
    Ok(bytes_of_g1(&taken(map(&g1(engine), &[c])?.coordinates())))
}

pub(super) fn map_to_g2(engine: &dyn PairingEngine, c: [&[u8; NUMBER]; 2]) -> Result<[u8; 192]> {
    Ok(bytes_of_g2(&taken(map(&g2(engine), &c)?.coordinates())))
}

/// Whether the polynomial of the commitment has the value `y` at `z`:
/// `e(C - y G + z π, H) = e(π, τ H)` for the `setup` `H`, `τ H`.
pub(super) fn has_value(
    engine: &dyn PairingEngine,
    [h, tau_h]: &[G2; 2],
    [z, y]: [&[u8; 32]; 2],
    [commitment, proof]: [&[u8; 48]; 2],
) -> polylimb::Result<bool> {
    let group = engine.g1();
    let (commitment, proof) = (group.decode(commitment)?, group.decode(proof)?);
    let [z, y] = [z, y].map(|scalar| Natural::from_be_bytes(scalar));
    for scalar in [&z, &y] {
        if !less_than(scalar.words(), engine.order()).to_bool_vartime() {
            return Err(Error::NotReduced { operand: "z or y" });
        }
    }
    let minus_g = group.negate(&group.generator())?;
    let [z, y] = [&z, &y].map(|scalar| Bits::new_vartime(scalar.words()));
    let one = Bits::new_vartime(&[1]);
    let left = group.sum_of_multiples_vartime(&[(one, &commitment), (y, &minus_g), (z, &proof)])?;
    engine.product_is_one_vartime(&[(&left, h), (&group.negate(&proof)?, tau_h)])
}
