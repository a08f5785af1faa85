//! Sums, multiples and products of pairings on `alt_bn128`: EIP-196, EIP-197.

use super::Result;
use polylimb::Error;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::pairing::{G1, G2, PairingEngine, PairingGroup};
use revm_precompile::PrecompileHalt;

/// Bytes of a point of `G₁`: two coordinates. A point of `G₂` has twice as many.
const POINT: usize = 64;

/// The coordinates of a point; `None` for zeros, the neutral element.
fn coordinates(bytes: &[u8], length: usize) -> Result<Option<[&[u8]; 2]>> {
    let bytes = bytes.get(..length).ok_or(PrecompileHalt::Bn254PairLength)?;
    let (x, y) = bytes.split_at(length / 2);
    Ok(bytes.iter().any(|&byte| byte != 0).then_some([x, y]))
}

fn halt(error: Error) -> PrecompileHalt {
    match error {
        Error::NotReduced { .. } => PrecompileHalt::Bn254FieldPointNotAMember,
        _ => PrecompileHalt::Bn254AffineGFailedToCreate,
    }
}

/// The point of one of the groups.
fn point<P>(group: &dyn PairingGroup<P>, bytes: &[u8], length: usize) -> Result<P> {
    let Some([x, y]) = coordinates(bytes, length)? else { return Ok(group.neutral()) };
    group.point(x, y).map_err(halt)
}

fn bytes_of(coordinates: Option<[&[u8]; 2]>) -> [u8; POINT] {
    let mut bytes = [0; POINT];
    if let Some([x, y]) = coordinates {
        bytes[..POINT / 2].copy_from_slice(x);
        bytes[POINT / 2..].copy_from_slice(y);
    }
    bytes
}

pub(super) fn add(engine: &dyn PairingEngine, p: &[u8], q: &[u8]) -> Result<[u8; POINT]> {
    let (p, q) = (coordinates(p, POINT)?, coordinates(q, POINT)?);
    let sum = engine.g1().add_on_curve_vartime(p, q).map_err(halt)?;
    Ok(bytes_of(sum.as_ref().map(|sum| sum.each_ref().map(|c| &c[..]))))
}

pub(super) fn multiply(engine: &dyn PairingEngine, p: &[u8], k: &[u8]) -> Result<[u8; POINT]> {
    let p: G1 = point(engine.g1(), p, POINT)?;
    let k = Natural::from_be_bytes(k);
    let terms = [(Bits::new_vartime(k.words()), &p)];
    let multiple = engine.g1().sum_of_multiples_vartime(&terms).map_err(halt)?;
    Ok(bytes_of(multiple.coordinates()))
}

pub(super) fn product_is_one(engine: &dyn PairingEngine, pairs: &[(&[u8], &[u8])]) -> Result<bool> {
    let mut points: Vec<(G1, G2)> = Vec::with_capacity(pairs.len());
    for (p, q) in pairs {
        points.push((point(engine.g1(), p, POINT)?, point(engine.g2(), q, 2 * POINT)?));
    }
    let pairs: Vec<_> = points.iter().map(|(p, q)| (p, q)).collect();
    engine.product_is_one_vartime(&pairs).map_err(halt)
}
