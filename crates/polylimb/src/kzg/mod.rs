//! KZG commitments to blobs of data, as Ethereum has them: EIP-4844 and EIP-7594.
//!
//! A blob is 4096 scalars, the values of a polynomial at roots of unity. A commitment is the
//! polynomial at a point that nobody knows, times the generator of `G₁`; the [`Setup`] holds the
//! powers of that point. A proof shows the polynomial's value at one place. Cells are the 128 parts
//! of a blob that was extended to twice its length: any 64 of them give the others, and each has a
//! proof of its own.
//!
//! | what | bytes |
//! |---|--:|
//! | a scalar, most significant byte first, below the group's order | 32 |
//! | a commitment or a proof, a compressed point of `G₁` | 48 |
//! | a blob, [`BLOB_BYTES`] | 131072 |
//! | a cell, [`CELL_BYTES`] | 2048 |
//!
//! **Source.** `[Kate2010]`; `[Feist2023]` for all proofs of cells at once; the consensus
//! specifications of Ethereum, `deneb/polynomial-commitments` and
//! `fulu/polynomial-commitments-sampling`. **Variable time**: all data are public.
//!
//! ```no_run
//! use polylimb::kzg::Setup;
//! let setup = Setup::from_text(&std::fs::read("trusted_setup.txt")?)?;
//! let blob = vec![0; polylimb::kzg::BLOB_BYTES];
//! let commitment = setup.blob_to_commitment(&blob)?;
//! let proof = setup.compute_blob_proof(&blob, &commitment)?;
//! setup.verify_blob_proof(&blob, &commitment, &proof)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod scalars;
mod setup;

pub use setup::Setup;

use crate::error::{Error, Result};
use crate::field::{Field, VartimeField};
use crate::pairing::{G1, G2};
use alloc::vec::Vec;
use scalars::{Element, Scalars, bits, reversed};
use sha2::{Digest, Sha256};

/// Scalars of a blob.
const VALUES: usize = 4096;
/// Bytes of a blob.
pub const BLOB_BYTES: usize = VALUES * scalars::BYTES;
/// Bytes of a cell.
pub const CELL_BYTES: usize = cells::VALUES * scalars::BYTES;
/// Cells of an extended blob.
pub const CELLS: usize = scalars::ROOTS / cells::VALUES;

/// A commitment or a proof in bytes.
type Point = [u8; 48];

/// Checks that there are as many of each.
fn same_number(expected: usize, others: &[usize]) -> Result<()> {
    match others.iter().find(|&&got| got != expected) {
        Some(&got) => Err(Error::Length { what: "one of the lists of a batch", expected, got }),
        None => Ok(()),
    }
}

impl Setup {
    /// The commitment to a blob.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::NotReduced`] for a scalar that is not below the order.
    pub fn blob_to_commitment(&self, blob: &[u8]) -> Result<Point> {
        self.commit(&self.read_blob(blob)?)
    }

    /// The proof of the polynomial's value at `z`, and that value.
    ///
    /// # Errors
    /// As [`Setup::blob_to_commitment`].
    pub fn compute_proof(&self, blob: &[u8], z: &[u8]) -> Result<(Point, [u8; 32])> {
        let values = self.read_blob(blob)?;
        let z = self.scalars.read(z)?;
        let (proof, y) = self.prove(values, &z)?;
        Ok((proof, self.scalars.write(&y)))
    }

    /// The proof of the value at a place that the blob and its commitment determine. Whether the
    /// commitment is the blob's is not checked.
    ///
    /// # Errors
    /// As [`Setup::blob_to_commitment`]; [`Error::Encoding`], [`Error::Curve`] if the commitment is
    /// no point of the group.
    pub fn compute_blob_proof(&self, blob: &[u8], commitment: &[u8]) -> Result<Point> {
        let values = self.read_blob(blob)?;
        self.point(commitment)?;
        let z = self.challenge(blob, commitment);
        Ok(self.prove(values, &z)?.0)
    }

    /// Checks that the polynomial of the commitment has the value `y` at `z`.
    ///
    /// # Errors
    /// [`Error::Proof`] if the proof does not show that; [`Error::Length`], [`Error::NotReduced`],
    /// [`Error::Encoding`], [`Error::Curve`] for bytes that are no scalar or no point of the group.
    pub fn verify_proof(&self, commitment: &[u8], z: &[u8], y: &[u8], proof: &[u8]) -> Result<()> {
        let claim = Claim {
            commitment: self.point(commitment)?,
            z: self.scalars.read(z)?,
            y: self.scalars.read(y)?,
            proof: self.point(proof)?,
        };
        self.verify(&[claim], &[self.scalars.f.one()])
    }

    /// Checks the proof of [`Setup::compute_blob_proof`], and so that the commitment is the blob's.
    ///
    /// # Errors
    /// As [`Setup::verify_proof`].
    pub fn verify_blob_proof(&self, blob: &[u8], commitment: &[u8], proof: &[u8]) -> Result<()> {
        let claim = self.claim(blob, commitment, proof)?;
        self.verify(&[claim], &[self.scalars.f.one()])
    }

    /// [`Setup::verify_blob_proof`] of many blobs with a single product of two pairings; true for
    /// no blobs. The error does not tell which blob it is.
    ///
    /// # Errors
    /// As [`Setup::verify_proof`]; [`Error::Length`] if the lists have different lengths.
    pub fn verify_blob_proof_batch(
        &self,
        blobs: &[&[u8]],
        commitments: &[&[u8]],
        proofs: &[&[u8]],
    ) -> Result<()> {
        same_number(blobs.len(), &[commitments.len(), proofs.len()])?;
        let mut claims = Vec::with_capacity(blobs.len());
        for ((blob, commitment), proof) in blobs.iter().zip(commitments).zip(proofs) {
            claims.push(self.claim(blob, commitment, proof)?);
        }
        let mut hash = Sha256::new_with_prefix(b"RCKZGBATCH___V1_");
        hash.update((VALUES as u64).to_be_bytes());
        hash.update((blobs.len() as u64).to_be_bytes());
        for ((claim, commitment), proof) in claims.iter().zip(commitments).zip(proofs) {
            hash.update(commitment);
            hash.update(self.scalars.write(&claim.z));
            hash.update(self.scalars.write(&claim.y));
            hash.update(proof);
        }
        let r = self.scalars.of_digest(&hash.finalize());
        self.verify(&claims, &self.scalars.powers(&r, claims.len()))
    }

    /// The point of `G₁` in these bytes.
    fn point(&self, bytes: &[u8]) -> Result<G1> {
        if bytes.len() != size_of::<Point>() {
            let (expected, got) = (size_of::<Point>(), bytes.len());
            return Err(Error::Length { what: "a commitment or proof", expected, got });
        }
        self.engine.g1().decode(bytes)
    }

    fn compress(&self, p: &G1) -> Result<Point> {
        let mut bytes = [0; size_of::<Point>()];
        bytes.copy_from_slice(&self.engine.g1().compress(p)?);
        Ok(bytes)
    }

    fn read_blob(&self, blob: &[u8]) -> Result<Vec<Element>> {
        self.scalars.read_all("the blob", blob, VALUES)
    }

    /// The commitment to the polynomial with these values.
    fn commit(&self, values: &[Element]) -> Result<Point> {
        let numbers = self.scalars.numbers(values);
        let sums =
            self.lagrange.sums_of_multiples_vartime(&*self.split, &bits(&numbers), VALUES)?;
        self.compress(&sums[0])
    }

    /// The place that the blob and its commitment determine.
    fn challenge(&self, blob: &[u8], commitment: &[u8]) -> Element {
        let mut hash = Sha256::new_with_prefix(b"FSBLOBVERIFY_V1_");
        hash.update((VALUES as u128).to_be_bytes());
        hash.update(blob);
        hash.update(commitment);
        self.scalars.of_digest(&hash.finalize())
    }

    /// The proof for the polynomial with these values at `z`, and its value.
    fn prove(&self, mut values: Vec<Element>, z: &Element) -> Result<(Point, Element)> {
        let f = &self.scalars.f;
        let Opened { y, at, inverses } = self.open(&values, z);
        for (value, inverse) in values.iter_mut().zip(&inverses) {
            *value = f.mul(&f.sub(value, &y), inverse);
        }
        if let Some(at) = at {
            // There the quotient is the sum of the others, each times -ω_i/z.
            let mut sum = f.zero();
            for (value, root) in values.iter().zip(self.blob_roots()) {
                f.sub_assign(&mut sum, &f.mul(value, &root));
            }
            values[at] = f.mul(&sum, &f.inv0_vartime(z));
        }
        Ok((self.commit(&values)?, y))
    }

    /// The polynomial with these values at `z`: by the barycentric formula
    /// `(1 - z^n)/n Σ f_i ω_i/(ω_i - z)`, unless `z` is one of the places.
    fn open(&self, values: &[Element], z: &Element) -> Opened {
        let f = &self.scalars.f;
        let roots = self.blob_roots();
        let mut inverses: Vec<Element> = roots.iter().map(|root| f.sub(root, z)).collect();
        self.scalars.invert(&mut inverses);
        let at = inverses.iter().position(|inverse| f.is_zero_vartime(inverse));
        if let Some(at) = at {
            return Opened { y: values[at], at: Some(at), inverses };
        }
        let (mut sum, mut power) = (f.zero(), *z);
        for ((value, inverse), root) in values.iter().zip(&inverses).zip(&roots) {
            f.add_assign(&mut sum, &f.mul(&f.mul(value, inverse), root));
        }
        (0..VALUES.ilog2()).for_each(|_| f.sqr_assign(&mut power));
        let scale = f.mul(&f.sub(&f.one(), &power), &f.inv0_vartime(&f.small(VALUES as u32)));
        Opened { y: f.mul(&sum, &scale), at, inverses }
    }

    /// The places of a blob's values: powers of a root of unity in the order of reversed indices.
    fn blob_roots(&self) -> Vec<Element> {
        let Scalars { roots, .. } = &self.scalars;
        (0..VALUES).map(|i| roots[reversed(i, VALUES) * (roots.len() / VALUES)]).collect()
    }

    fn claim(&self, blob: &[u8], commitment: &[u8], proof: &[u8]) -> Result<Claim> {
        let values = self.read_blob(blob)?;
        let (point, proof) = (self.point(commitment)?, self.point(proof)?);
        let z = self.challenge(blob, commitment);
        let y = self.open(&values, &z).y;
        Ok(Claim { commitment: point, z, y, proof })
    }

    /// Whether `e(Σ r_i (C_i - y_i G + z_i π_i), H) = e(Σ r_i π_i, τ H)`.
    fn verify(&self, claims: &[Claim], weights: &[Element]) -> Result<()> {
        let (f, n) = (&self.scalars.f, claims.len());
        let (mut scalars, mut y) = (weights.to_vec(), f.zero());
        for (claim, weight) in claims.iter().zip(weights) {
            scalars.push(f.mul(weight, &claim.z));
            f.sub_assign(&mut y, &f.mul(weight, &claim.y));
        }
        scalars.push(y);
        let numbers = self.scalars.numbers(&scalars);
        let numbers = bits(&numbers);
        let generator = self.engine.g1().generator();
        let proofs = claims.iter().map(|claim| &claim.proof);
        let points = claims.iter().map(|claim| &claim.commitment).chain(proofs.clone());
        let terms: Vec<_> = numbers.iter().copied().zip(points.chain([&generator])).collect();
        let of_proofs: Vec<_> = numbers[..n].iter().copied().zip(proofs).collect();
        let g1 = self.engine.g1();
        let left = g1.sum_of_multiples_on_vartime(&*self.split, &terms)?;
        let right = g1.sum_of_multiples_on_vartime(&*self.split, &of_proofs)?;
        self.equal(&left, &right, &self.powers_of_g2[0])
    }

    /// Whether `e(left, H) = e(right, q)`.
    fn equal(&self, left: &G1, right: &G1, q: &G2) -> Result<()> {
        let h = self.engine.g2().generator();
        let right = self.engine.g1().negate(right)?;
        if self.engine.product_is_one_vartime(&[(left, &h), (&right, q)])? {
            return Ok(());
        }
        Err(Error::Proof)
    }
}

/// A polynomial's value at a place.
struct Opened {
    y: Element,
    /// Which of the blob's places it is, if it is one.
    at: Option<usize>,
    /// For each of the blob's places the inverse of the difference to it; 0 there.
    inverses: Vec<Element>,
}

/// That the polynomial of a commitment has the value `y` at `z`.
struct Claim {
    commitment: G1,
    z: Element,
    y: Element,
    proof: G1,
}
