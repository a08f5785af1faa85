//! Cells: extension, proofs of all cells, recovery, verification.
//!
//! **Source.** `[Feist2023]`: the proofs of all cells are the transform of a vector that a Toeplitz
//! matrix of coefficients makes of the setup's powers; a matrix of twice the size is diagonal after
//! a transform. **Cost** of a blob's proofs: 128 sums of 64 multiples and two transforms of 128
//! points.

use super::scalars::{BYTES, Element, ROOTS, bits, reverse, reversed};
use super::setup::roots;
use super::{CELL_BYTES, CELLS, Point, Setup, VALUES as BLOB_VALUES, same_number};
use crate::error::{Error, Result};
use crate::field::{Field, VartimeField};
use crate::pairing::G1;
use alloc::vec;
use alloc::vec::Vec;
use sha2::{Digest, Sha256};

/// Scalars of a cell.
pub(super) const VALUES: usize = ROOTS / 128;

/// The cell's bytes.
type Cell = [u8; CELL_BYTES];

impl Setup {
    /// The [`CELLS`] cells of a blob.
    ///
    /// # Errors
    /// As [`Setup::blob_to_commitment`].
    pub fn compute_cells(&self, blob: &[u8]) -> Result<Vec<Cell>> {
        Ok(self.cells(&self.coefficients(blob)?))
    }

    /// The cells of a blob and their proofs.
    ///
    /// # Errors
    /// As [`Setup::blob_to_commitment`].
    pub fn compute_cells_and_proofs(&self, blob: &[u8]) -> Result<(Vec<Cell>, Vec<Point>)> {
        let coefficients = self.coefficients(blob)?;
        Ok((self.cells(&coefficients), self.proofs(&coefficients)?))
    }

    /// All cells of a blob and their proofs from half of its cells or more, given with their
    /// indices in increasing order.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`]; [`Error::Parameter`] for fewer than 64 cells or
    /// wrong indices; [`Error::Encoding`] if the cells are not of one blob.
    pub fn recover_cells_and_proofs(
        &self,
        indices: &[u64],
        cells: &[&[u8]],
    ) -> Result<(Vec<Cell>, Vec<Point>)> {
        same_number(indices.len(), &[cells.len()])?;
        let ascending = indices.windows(2).all(|pair| pair[0] < pair[1]);
        let enough = indices.len() >= CELLS / 2;
        if !ascending || !enough || indices.last().is_some_and(|&last| last >= CELLS as u64) {
            let expected = "64 to 128 cells, their indices below 128 in increasing order";
            return Err(Error::Parameter { expected });
        }
        let mut values = vec![self.scalars.f.zero(); ROOTS];
        for (&index, cell) in indices.iter().zip(cells) {
            let cell = self.scalars.read_all("a cell", cell, VALUES)?;
            values[index as usize * VALUES..][..VALUES].copy_from_slice(&cell);
        }
        let coefficients = self.recover(indices, values)?;
        Ok((self.cells(&coefficients), self.proofs(&coefficients)?))
    }

    /// Checks many cells by one product of two pairings: cell `i` with index `indices[i]` is one of
    /// the blob of `commitments[i]`. True for no cells.
    ///
    /// # Errors
    /// [`Error::Proof`] if one of them does not; [`Error::Length`], [`Error::NotReduced`],
    /// [`Error::Encoding`], [`Error::Curve`] for bytes that are no cell, commitment or proof;
    /// [`Error::Parameter`] for an index above 127.
    pub fn verify_cell_proof_batch(
        &self,
        commitments: &[&[u8]],
        indices: &[u64],
        cells: &[&[u8]],
        proofs: &[&[u8]],
    ) -> Result<()> {
        same_number(cells.len(), &[commitments.len(), indices.len(), proofs.len()])?;
        if indices.iter().any(|&index| index >= CELLS as u64) {
            return Err(Error::Parameter { expected: "the index of a cell: 0 to 127" });
        }
        // Each commitment once, in the order of its first cell.
        let mut distinct: Vec<&[u8]> = Vec::new();
        let mut which = Vec::with_capacity(cells.len());
        for commitment in commitments {
            let at = distinct.iter().position(|other| other == commitment);
            which.push(at.unwrap_or(distinct.len()));
            if at.is_none() {
                distinct.push(commitment);
            }
        }
        let mut points = Vec::with_capacity(distinct.len() + cells.len());
        for bytes in distinct.iter().chain(proofs) {
            points.push(self.point(bytes)?);
        }
        let cell = |cell: &&[u8]| self.scalars.read_all("a cell", cell, VALUES);
        let values: Vec<_> = cells.iter().map(cell).collect::<Result<_>>()?;
        if cells.is_empty() {
            return Ok(());
        }
        let mut hash = Sha256::new_with_prefix(b"RCKZGCBATCH__V1_");
        for number in [BLOB_VALUES, VALUES, distinct.len(), cells.len()] {
            hash.update((number as u64).to_be_bytes());
        }
        for commitment in &distinct {
            hash.update(commitment);
        }
        for (i, (cell, proof)) in cells.iter().zip(proofs).enumerate() {
            hash.update((which[i] as u64).to_be_bytes());
            hash.update(indices[i].to_be_bytes());
            hash.update(cell);
            hash.update(proof);
        }
        let r = self.scalars.of_digest(&hash.finalize());
        let weights = self.scalars.powers(&r, cells.len());
        self.verify_cells(&points, &which, indices, values, &weights)
    }

    /// Whether `e(Σ r_k (C_k - I_k(τ) G + h_k^64 π_k), H) = e(Σ r_k π_k, τ^64 H)`, where `I_k` has
    /// the cell's values and `h_k` is the first place of the cell. `points` are the commitments and
    /// one proof per cell.
    fn verify_cells(
        &self,
        points: &[G1],
        which: &[usize],
        indices: &[u64],
        values: Vec<Vec<Element>>,
        weights: &[Element],
    ) -> Result<()> {
        let (f, n) = (&self.scalars.f, weights.len());
        let mut of_commitments = vec![f.zero(); points.len() - n];
        let mut of_proofs = Vec::with_capacity(n);
        let mut sum = vec![f.zero(); VALUES];
        for (k, mut values) in values.into_iter().enumerate() {
            let (index, weight) = (indices[k] as usize, &weights[k]);
            f.add_assign(&mut of_commitments[which[k]], weight);
            let place = reversed(index, CELLS);
            let shift = self.scalars.roots[place * VALUES % ROOTS];
            of_proofs.push(f.mul(weight, &shift));
            reverse(&mut values);
            self.scalars.transform(&mut values, true);
            self.scalars.stretch(&mut values, &self.scalars.roots[(ROOTS - place) % ROOTS]);
            for (sum, value) in sum.iter_mut().zip(&values) {
                f.sub_assign(sum, &f.mul(weight, value));
            }
        }
        let (g1, split) = (self.engine.g1(), &*self.split);
        let scalars = self.scalars.numbers(&[of_commitments, of_proofs].concat());
        let terms: Vec<_> = bits(&scalars).into_iter().zip(points).collect();
        let left = g1.sum_of_multiples_on_vartime(split, &terms)?;
        let sum = self.scalars.numbers(&sum);
        let interpolated = self.powers.sums_of_multiples_vartime(split, &bits(&sum), VALUES)?;
        let left = g1.sum_vartime(&[&left, &interpolated[0]])?;
        let weights = self.scalars.numbers(weights);
        let terms: Vec<_> = bits(&weights).into_iter().zip(&points[points.len() - n..]).collect();
        let right = g1.sum_of_multiples_on_vartime(split, &terms)?;
        self.equal(&left, &right, &self.powers_of_g2[1])
    }

    /// The coefficients of the blob's polynomial.
    fn coefficients(&self, blob: &[u8]) -> Result<Vec<Element>> {
        let mut values = self.read_blob(blob)?;
        reverse(&mut values);
        self.scalars.transform(&mut values, true);
        Ok(values)
    }

    /// The cells of the polynomial with these coefficients.
    fn cells(&self, coefficients: &[Element]) -> Vec<Cell> {
        let mut values = coefficients.to_vec();
        values.resize(ROOTS, self.scalars.f.zero());
        self.scalars.transform(&mut values, false);
        reverse(&mut values);
        let cell = |values: &[Element]| {
            let mut cell = [0; CELL_BYTES];
            for (bytes, value) in cell.chunks_exact_mut(BYTES).zip(values) {
                bytes.copy_from_slice(&self.scalars.write(value));
            }
            cell
        };
        values.chunks_exact(VALUES).map(cell).collect()
    }

    /// The proofs of all cells of the polynomial with these coefficients.
    fn proofs(&self, coefficients: &[Element]) -> Result<Vec<Point>> {
        let (f, g1, split) = (&self.scalars.f, self.engine.g1(), &*self.split);
        // The transform's division by 128, too.
        let scale = f.inv0_vartime(&f.small(CELLS as u32));
        let mut columns = vec![f.zero(); CELLS * VALUES];
        for offset in 0..VALUES {
            let last = BLOB_VALUES - 1 - offset;
            let mut column = vec![f.zero(); CELLS];
            column[0] = coefficients[last];
            for j in 1..CELLS / 2 - 1 {
                column[CELLS - j] = coefficients[last - j * VALUES];
            }
            self.scalars.transform(&mut column, false);
            for (i, value) in column.iter().enumerate() {
                columns[i * VALUES + offset] = f.mul(value, &scale);
            }
        }
        let columns = self.scalars.numbers(&columns);
        let bases = (*self.columns).as_ref().map_err(Clone::clone)?;
        let sums = bases.sums_of_multiples_vartime(split, &bits(&columns), VALUES)?;
        let transform = |points: &[G1], inverse| {
            let roots = roots(&self.scalars, inverse);
            g1.transforms_vartime(split, &points.iter().collect::<Vec<_>>(), &bits(&roots))
        };
        let mut quotient = transform(&sums, true)?;
        quotient[CELLS / 2..].fill(g1.neutral());
        let mut proofs = transform(&quotient, false)?;
        reverse(&mut proofs);
        proofs.iter().map(|proof| self.compress(proof)).collect()
    }

    /// The coefficients of the blob's polynomial from the values of these cells; the others are 0.
    ///
    /// With `Z`, a polynomial that is 0 where values are missing, `P Z` is known everywhere; the
    /// quotient is computed beside the roots of unity, where `Z` is not 0.
    fn recover(&self, indices: &[u64], mut values: Vec<Element>) -> Result<Vec<Element>> {
        let (f, scalars) = (&self.scalars.f, &self.scalars);
        // The product of x - ω^(64 i) in x = X^64, one factor for each missing cell.
        let mut short = vec![f.one()];
        for index in (0..CELLS).filter(|&index| !indices.contains(&(index as u64))) {
            let root = scalars.roots[reversed(index, CELLS) * VALUES];
            short.insert(0, f.zero());
            for i in 0..short.len() - 1 {
                let product = f.mul(&root, &short[i + 1]);
                f.sub_assign(&mut short[i], &product);
            }
        }
        let mut zeros = vec![f.zero(); ROOTS];
        for (zero, coefficient) in zeros.iter_mut().step_by(VALUES).zip(&short) {
            *zero = *coefficient;
        }
        let mut at_roots = zeros.clone();
        scalars.transform(&mut at_roots, false);
        reverse(&mut values);
        values.iter_mut().zip(&at_roots).for_each(|(value, zero)| f.mul_assign(value, zero));
        scalars.transform(&mut values, true);
        // 7 is no root of unity.
        let (shift, back) = (f.small(7), f.inv0_vartime(&f.small(7)));
        for polynomial in [&mut values, &mut zeros] {
            scalars.stretch(polynomial, &shift);
            scalars.transform(polynomial, false);
        }
        scalars.invert(&mut zeros);
        values.iter_mut().zip(&zeros).for_each(|(value, zero)| f.mul_assign(value, zero));
        scalars.transform(&mut values, true);
        scalars.stretch(&mut values, &back);
        if values[BLOB_VALUES..].iter().any(|value| !f.is_zero_vartime(value)) {
            return Err(Error::Encoding { expected: "cells of one blob" });
        }
        values.truncate(BLOB_VALUES);
        Ok(values)
    }
}
