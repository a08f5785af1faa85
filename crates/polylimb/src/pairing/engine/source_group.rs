//! One of the two groups, over its field.
//!
//! Secret scalars use fixed windows over the complete law. Public scalars use buckets and windows
//! over Jacobian coordinates.
//!
//! **Membership.** An endomorphism tells whether a point of a curve is in the group of prime order.
//!
//! **Source.** `[Scott2021]`; `[Housni2022]`. **Idea.** An endomorphism multiplies the points of
//! the group by its eigenvalue. The test checks that instead of `r P = 0`.
//! - `G₁` of BLS12: `φ(x, y) = (β x, y)` with `φ² + φ + 1 = 0` has the eigenvalue `-u²`, so
//!   `φ(P) = -u² P` implies `(u⁴ - u² + 1) P = r P = 0`.
//! - `G₂` of BLS12: the Frobenius map `ψ` of the twist has `ψ² - t ψ + p = 0`, `t = u + 1`, and the
//!   eigenvalue `u`; `ψ(P) = u P` implies `(p - u) P = h₁ r P = 0`; as `h₁` is prime to the
//!   cofactor `h₂` of the twist, `r P = 0`.
//! - `G₂` of BN: `(u + 1) P + ψ(u P) + ψ²(u P) = ψ³(2u P)`. The polynomial of `ψ` in this equation
//!   and `ψ² - t ψ + p` have a resultant whose common divisor with the order of the twist is `r`,
//!   computed for both curves; so `r P = 0`.
//!
//! **Cost.** Two multiplications by `u` in `G₁`, one in `G₂`. The scalar is public: constant time
//! up to points of small order.

use super::across::{LaneGroup, Plain};
use super::each::{Each, ManyPoints};
use super::encoding::bytes_of;
use super::multiples::LEAST;
use super::over_curve::{Eights, same_curve};
use super::sums::{Sums, leave, leave_all};
use super::{Bases, GroupPoint, PairingGroup, PairingName};
use crate::curve::weierstrass::{Complete, Constant, Jacobian, ProjectivePoint};
use crate::curve::{AffinePoint, Coefficient, Curve, Group, OutOfLine, Vartime};
use crate::error::{Error, Result};
use crate::field::apart::Apart;
use crate::field::lanes::LANES;
use crate::field::{Encoding, Field, SquareRoot, VartimeField};
use crate::limb::{Bits, Mask};
use crate::multiply::buckets::{MANY, Prepared, Tables, transforms_vartime};
use crate::multiply::eights::in_eights;
use crate::multiply::{Term, straus_vartime};
use crate::team::{Alone, Split};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// Width of the windows of fewer points.
const WIDTH: usize = 4;

/// `(x, y) -> (x_factor image(x), y_factor image(y))`.
pub(super) struct Endomorphism<F: Field> {
    pub(super) x_factor: F::El,
    pub(super) y_factor: F::El,
    /// An automorphism of the field.
    pub(super) image: fn(&F, &F::El) -> F::El,
}

impl<F: Field> Endomorphism<F> {
    fn of_entry(&self, f: &F, p: &AffinePoint<F>) -> AffinePoint<F> {
        AffinePoint {
            x: f.mul(&self.x_factor, &(self.image)(f, &p.x)),
            y: f.mul(&self.y_factor, &(self.image)(f, &p.y)),
            neutral: p.neutral,
        }
    }

    pub(super) fn of_point(&self, f: &F, p: &ProjectivePoint<F::El>) -> ProjectivePoint<F::El> {
        ProjectivePoint {
            x: f.mul(&self.x_factor, &(self.image)(f, &p.x)),
            y: f.mul(&self.y_factor, &(self.image)(f, &p.y)),
            z: (self.image)(f, &p.z),
        }
    }
}

/// `k p` for a public `k`, bit by bit. Callers pass a `k` with few ones.
fn times<G: Group>(group: &G, p: &G::Point, k: u64) -> G::Point {
    let mut r = group.neutral();
    for i in (0..u64::BITS - k.leading_zeros()).rev() {
        r = group.double(&r);
        if k >> i & 1 == 1 {
            r = group.add(&r, p);
        }
    }
    r
}

/// The requirements on the field of coordinates.
pub(super) trait SourceField:
    VartimeField<El: Send + Sync> + Encoding + SquareRoot + Apart
{
}

impl<F: VartimeField<El: Send + Sync> + Encoding + SquareRoot + Apart> SourceField for F {}

/// What only the groups of BLS12-381 have, behind pointers: it is not compiled for other curves.
pub(super) struct OfBls12381 {
    /// One point over words.
    pub(super) one: Box<dyn ManyPoints>,
    /// One point across lanes, where the CPU has them.
    pub(super) across: Option<Box<dyn LaneGroup>>,
    /// Eight points over lanes, likewise.
    pub(super) eights: Option<Box<dyn ManyPoints>>,
}

// Here, because what stands in `SourceGroup` is compiled for each field.
impl OfBls12381 {
    /// The points of the group for uniform bytes, for one element of `length` bytes or for two.
    fn mapped(&self, uniform: &[&[u8]], length: usize) -> Vec<Plain> {
        let one = |uniform: &&[u8]| match &self.across {
            // The roots of two elements in lanes take as long as over words.
            Some(across) => {
                let image = |bytes| self.one.images(&[bytes]).remove(0);
                across.cleared(&uniform.chunks_exact(length).map(image).collect::<Vec<_>>())
            }
            None => self.one.mapped(&[uniform]).remove(0),
        };
        let many = |uniform: &[&[u8]]| match &self.eights {
            Some(eights) => uniform.chunks(LANES).flat_map(|u| eights.mapped(u)).collect(),
            None => uniform.iter().map(one).collect(),
        };
        in_eights(&Alone, uniform, LEAST, &one, &many)
    }

    /// The points that lanes find for these abscissas, see [`ManyPoints::decompressed_vartime`].
    fn decompressed_vartime(&self, rows: &[Option<(Vec<u8>, bool)>]) -> Vec<Plain> {
        let Some(eights) = &self.eights else { return Vec::new() };
        let eight = |rows: &[Option<(Vec<u8>, bool)>]| -> Vec<_> {
            let x: Vec<_> = rows.iter().flatten().map(|(x, larger)| (&x[..], *larger)).collect();
            let few = x.len() < LEAST;
            let points = if few { Vec::new() } else { eights.decompressed_vartime(&x) };
            let mut points = points.into_iter();
            rows.iter().map(|row| row.as_ref().and_then(|_| points.next().flatten())).collect()
        };
        rows.chunks(LANES).flat_map(eight).collect()
    }
}

pub(super) struct SourceGroup<F: VartimeField> {
    name: PairingName,
    degree: usize,
    complete: Complete<F>,
    vartime: Vartime<F, Jacobian>,
    generator: AffinePoint<F>,
    /// `|u|`, and whether `u` is negative.
    u: (u64, bool),
    order_bits: usize,
    /// The test for membership in the group. Without it all points of the curve are members.
    endomorphism: Option<Endomorphism<F>>,
    of_bls12_381: Option<OfBls12381>,
    /// Tables over lanes, where the CPU has them.
    lanes: Option<Box<dyn Tables>>,
}

impl<F> SourceGroup<F>
where
    F: SourceField,
{
    /// The group on `y² = x³ + b` over the field `f` of degree `degree`.
    pub(super) fn new(
        (name, degree): (PairingName, usize),
        f: F,
        b: F::El,
        [x, y]: [F::El; 2],
        u: (u64, bool),
        order_bits: usize,
    ) -> Self {
        let curve = Curve::new(f, f.zero(), b, Coefficient::Zero);
        Self {
            name,
            degree,
            complete: Complete::new(curve),
            vartime: Vartime::new(curve),
            generator: AffinePoint::new(x, y),
            u,
            order_bits,
            endomorphism: None,
            of_bls12_381: None,
            lanes: None,
        }
    }

    /// With tables over lanes.
    pub(super) fn with_lanes(self, lanes: Option<Box<dyn Tables>>) -> Self {
        Self { lanes, ..self }
    }

    /// With `endomorphism` to tell its points.
    pub(super) fn with_endomorphism(self, endomorphism: Endomorphism<F>) -> Self {
        Self { endomorphism: Some(endomorphism), ..self }
    }

    /// With `(β x, y)`; of the two primitive cube roots of unity `β` is the one for which the
    /// generator is an eigenvector.
    pub(super) fn with_cube_root_of_unity(self) -> Self {
        let f = *self.field();
        let (root, _) = f.sqrt(&f.neg(&f.small(3)));
        let beta = f.halve(&f.sub(&root, &f.one()));
        let of = |x_factor| Endomorphism { x_factor, y_factor: f.one(), image: |_, a| *a };
        let generator = self.generator;
        let with_first = self.with_endomorphism(of(beta));
        if with_first.contains(&with_first.vartime, &generator) {
            return with_first;
        }
        with_first.with_endomorphism(of(f.sqr(&beta)))
    }

    /// With what only the groups of BLS12-381 have: the map of RFC 9380, and multiples by the
    /// endomorphism, over `lanes` too if there are.
    pub(super) fn of_bls12_381<B>(self, lanes: Option<&dyn Eights>) -> Self
    where
        B: Constant<F> + Send + Sync + 'static,
    {
        let (f, b) = (*self.field(), self.complete.curve().b);
        let of_bls12_381 = self.endomorphism.as_ref().map(|endomorphism| {
            let factors = [&endomorphism.x_factor, &endomorphism.y_factor];
            let factors = factors.map(|factor| bytes_of(&f, factor));
            let factors = factors.each_ref().map(|bytes| &bytes[..]);
            let one = Each::<_, B>::new(f, self.degree, b, factors, endomorphism.image, self.u);
            let (across, eights) =
                lanes.and_then(|lanes| lanes.groups(self.degree, factors)).unzip();
            OfBls12381 { one: Box::new(one), across, eights }
        });
        Self { of_bls12_381, ..self }
    }

    pub(super) const fn field(&self) -> &F {
        &self.complete.curve().field
    }

    pub(super) const fn name(&self) -> PairingName {
        self.name
    }

    pub(super) const fn complete(&self) -> &Complete<F> {
        &self.complete
    }

    pub(super) const fn bls12_381(&self) -> Option<&OfBls12381> {
        self.of_bls12_381.as_ref()
    }

    /// Uniform bytes for an element; for each coefficient the bits of the field and the level of
    /// security.
    fn bytes_to_map(&self) -> usize {
        self.degree * (self.field().encoded_bytes() / self.degree + self.order_bits.div_ceil(16))
    }

    /// `x³ + b`.
    pub(super) fn right_side(&self, x: &F::El) -> F::El {
        self.complete.curve().right_side(x)
    }

    /// Whether `p`, a point of the curve, belongs to the group, as `group`'s law tells; see above.
    fn contains<G>(&self, group: &G, p: &AffinePoint<F>) -> bool
    where
        G: Group<Entry = AffinePoint<F>, Mask = Mask>,
    {
        let Some(endomorphism) = &self.endomorphism else { return true };
        let (u, negative) = self.u;
        let once = times(group, &group.lift(p), u);
        let signed = |p| if negative { group.neg(&p) } else { p };
        let multiple = match (self.name, self.degree) {
            (PairingName::Bls12381, 1) => group.neg(&times(group, &once, u)),
            (PairingName::Bls12381, _) => signed(once),
            _ => return self.relation_of_bn(group, endomorphism, p, &signed(once)),
        };
        let image = group.lift(&endomorphism.of_entry(self.field(), p));
        group.equal(&image, &multiple).to_bool_vartime()
    }

    /// Whether `P + Q + ψ(Q) + ψ²(Q) = ψ³(2 Q)` for `Q = u P`.
    fn relation_of_bn<G>(
        &self,
        group: &G,
        psi: &Endomorphism<F>,
        p: &AffinePoint<F>,
        multiple: &G::Point,
    ) -> bool
    where
        G: Group<Entry = AffinePoint<F>, Mask = Mask>,
    {
        let f = self.field();
        let mut entry = [AffinePoint::neutral(f)];
        group.normalise(&[*multiple], &mut entry);
        let mut sum = group.add_entry(multiple, p);
        for _ in 0..2 {
            entry[0] = psi.of_entry(f, &entry[0]);
            sum = group.add_entry(&sum, &entry[0]);
        }
        let image = group.lift(&psi.of_entry(f, &entry[0]));
        group.equal(&sum, &group.double(&image)).to_bool_vartime()
    }

    /// The point of the curve with these coordinates.
    pub(super) fn on_curve(&self, x: &[u8], y: &[u8]) -> Result<AffinePoint<F>> {
        let f = self.field();
        let (x, y) = (f.decode_be(x)?, f.decode_be(y)?);
        // Whether an input is valid is public.
        if self.complete.curve().contains(&x, &y).to_bool_vartime() {
            return Ok(AffinePoint::new(x, y));
        }
        Err(Error::Curve { wrong: "the point does not lie on the curve" })
    }

    /// The point, if it belongs to the group. Constant time but for the answer; faster if public.
    fn checked<const D: usize>(&self, p: &AffinePoint<F>, public: bool) -> Result<GroupPoint<D>> {
        let point = self.leave(p);
        let across = self.bls12_381().and_then(|of| of.across.as_ref());
        let belongs = match (across, point.coordinates()) {
            (Some(across), Some(coordinates)) => across.contains(coordinates),
            _ if public => self.contains(&self.vartime, p),
            _ => self.contains(&OutOfLine(&self.complete), p),
        };
        if belongs {
            return Ok(point);
        }
        Err(Error::Curve { wrong: "the point is not in the group of prime order" })
    }

    pub(super) fn leave<const D: usize>(&self, p: &AffinePoint<F>) -> GroupPoint<D> {
        leave(self.name, self.field(), p)
    }

    /// The coordinates of points of this curve, `None` for the neutral element.
    fn coordinates<'a, const D: usize>(
        &self,
        points: &[&'a GroupPoint<D>],
    ) -> Result<Vec<Option<[&'a [u8]; 2]>>> {
        let mut coordinates = Vec::with_capacity(points.len());
        for p in points {
            same_curve(self.name, p)?;
            coordinates.push(p.coordinates());
        }
        Ok(coordinates)
    }

    fn tables(&self) -> &dyn Tables {
        self.lanes.as_deref().unwrap_or(self.vartime.curve())
    }

    /// The points, ready for sums of multiples; `tables` as in [`PairingGroup::prepare`].
    fn prepared<const D: usize>(
        &self,
        points: &[&GroupPoint<D>],
        tables: Option<usize>,
    ) -> Result<Sums<F>> {
        let bytes = self.field().encoded_bytes();
        let mut prepared = Prepared::new(self.tables(), bytes, &self.coordinates(points)?);
        if let Some(each) = tables {
            prepared = prepared.with_multiples(each, self.order_bits);
        }
        Ok(Sums { curve: self.name, group: self.vartime, prepared })
    }

    pub(super) fn leave_plain<const D: usize>(&self, plain: Plain) -> GroupPoint<D> {
        let neutral = plain.is_none();
        let coordinates = plain.unwrap_or_else(|| vec![0; 2 * self.field().encoded_bytes()]);
        GroupPoint { curve: self.name, coordinates, neutral }
    }

    pub(super) fn leave_complete<const D: usize>(
        &self,
        p: ProjectivePoint<F::El>,
    ) -> GroupPoint<D> {
        let mut entry = [AffinePoint::neutral(self.field())];
        OutOfLine(&self.complete).normalise(&[p], &mut entry);
        self.leave(&entry[0])
    }

    pub(super) fn enter<const D: usize>(&self, p: &GroupPoint<D>) -> Result<AffinePoint<F>> {
        same_curve(self.name, p)?;
        let f = self.field();
        let Some([x, y]) = p.coordinates() else { return Ok(AffinePoint::neutral(f)) };
        Ok(AffinePoint::new(f.decode_be(x)?, f.decode_be(y)?))
    }
}

impl<F, const D: usize> PairingGroup<GroupPoint<D>> for SourceGroup<F>
where
    F: SourceField,
{
    fn generator(&self) -> GroupPoint<D> {
        self.leave(&self.generator)
    }

    fn neutral(&self) -> GroupPoint<D> {
        self.leave(&AffinePoint::neutral(self.field()))
    }

    fn coordinate_bytes(&self) -> usize {
        self.field().encoded_bytes()
    }

    fn point(&self, x: &[u8], y: &[u8]) -> Result<GroupPoint<D>> {
        self.checked(&self.on_curve(x, y)?, true)
    }

    fn point_unchecked(&self, x: &[u8], y: &[u8]) -> Result<GroupPoint<D>> {
        let f = self.field();
        Ok(self.leave(&AffinePoint::new(f.decode_be(x)?, f.decode_be(y)?)))
    }

    fn decode(&self, bytes: &[u8]) -> Result<GroupPoint<D>> {
        let compressed = bytes.len() == self.field().encoded_bytes();
        self.checked(&self.parse(bytes)?, compressed)
    }

    fn decode_batch_vartime(&self, bytes: &[&[u8]]) -> Vec<Result<GroupPoint<D>>> {
        let mut found = Vec::new();
        if let Some(of) = self.bls12_381() {
            let mut rows = Vec::with_capacity(bytes.len());
            for bytes in bytes {
                rows.push(self.abscissa(bytes));
            }
            found = of.decompressed_vartime(&rows);
        }
        let mut points = Vec::with_capacity(bytes.len());
        for (i, bytes) in bytes.iter().enumerate() {
            points.push(match found.get_mut(i).and_then(Option::take) {
                Some(coordinates) => Ok(self.leave_plain(Some(coordinates))),
                // What is wrong with it, or a point in another form.
                None => self.decode(bytes),
            });
        }
        points
    }

    fn encode(&self, p: &GroupPoint<D>) -> Result<Vec<u8>> {
        same_curve(self.name, p)?;
        Ok(self.uncompressed(p))
    }

    fn compress(&self, p: &GroupPoint<D>) -> Result<Vec<u8>> {
        same_curve(self.name, p)?;
        self.compressed(p)
    }

    fn negate(&self, p: &GroupPoint<D>) -> Result<GroupPoint<D>> {
        Ok(self.leave(&self.enter(p)?.neg(self.field())))
    }

    fn sum_vartime(&self, points: &[&GroupPoint<D>]) -> Result<GroupPoint<D>> {
        let group = &self.vartime;
        let mut sum = group.neutral();
        for p in points {
            sum = group.add_entry(&sum, &self.enter(p)?);
        }
        Ok(leave_all(self.name, &self.vartime, &[sum]).remove(0))
    }

    fn add_on_curve_vartime(
        &self,
        p: Option<[&[u8]; 2]>,
        q: Option<[&[u8]; 2]>,
    ) -> Result<Option<[Vec<u8>; 2]>> {
        let (group, f) = (&self.vartime, self.field());
        let mut sum = group.neutral();
        for [x, y] in [p, q].into_iter().flatten() {
            sum = group.add_entry(&sum, &self.on_curve(x, y)?);
        }
        let mut entry = [AffinePoint::neutral(f)];
        group.normalise(&[sum], &mut entry);
        let [p] = entry;
        let coordinates = || [&p.x, &p.y].map(|c| core::mem::take(&mut *bytes_of(f, c)));
        Ok((!p.neutral.to_bool_vartime()).then(coordinates))
    }

    fn multiply(&self, k: Bits<'_>, p: &GroupPoint<D>) -> Result<GroupPoint<D>> {
        self.multiple(k, p)
    }

    fn multiply_batch(&self, jobs: &[(Bits<'_>, &GroupPoint<D>)]) -> Result<Vec<GroupPoint<D>>> {
        self.multiples(jobs)
    }

    fn multiply_generator(&self, k: Bits<'_>) -> GroupPoint<D> {
        self.multiple(k, &self.generator()).expect("a point of this curve")
    }

    fn sum_of_multiples_on_vartime(
        &self,
        split: &dyn Split,
        terms: &[(Bits<'_>, &GroupPoint<D>)],
    ) -> Result<GroupPoint<D>> {
        if terms.len() >= MANY {
            let mut scalars = Vec::with_capacity(terms.len());
            let mut points = Vec::with_capacity(terms.len());
            for &(k, p) in terms {
                scalars.push(k);
                points.push(p);
            }
            let bases: Sums<F> = self.prepared(&points, None)?;
            let mut sums = bases.sums_of_multiples_vartime(split, &scalars, terms.len())?;
            return Ok(sums.remove(0));
        }
        let mut points = Vec::with_capacity(terms.len());
        for (_, p) in terms {
            points.push(self.enter(p)?);
        }
        let mut entries: Vec<Term<'_, _>> = Vec::with_capacity(terms.len());
        for (i, point) in points.iter().enumerate() {
            entries.push((terms[i].0, point));
        }
        let sum = straus_vartime(&self.vartime, &entries, WIDTH);
        Ok(leave_all(self.name, &self.vartime, &[sum]).remove(0))
    }

    fn prepare(
        &self,
        points: &[&GroupPoint<D>],
        tables: Option<usize>,
    ) -> Result<Box<dyn Bases<GroupPoint<D>>>> {
        Ok(Box::new(self.prepared(points, tables)?))
    }

    fn transforms_vartime(
        &self,
        split: &dyn Split,
        points: &[&GroupPoint<D>],
        powers: &[Bits<'_>],
    ) -> Result<Vec<GroupPoint<D>>> {
        if !powers.len().is_power_of_two() || !points.len().is_multiple_of(powers.len()) {
            let expected = "points in rows of the powers' number, which is a power of 2";
            return Err(Error::Parameter { expected });
        }
        let coordinates = self.coordinates(points)?;
        let (f, bytes) = (self.field(), self.field().encoded_bytes());
        let results = transforms_vartime(split, self.tables(), bytes, &coordinates, powers);
        let mut points = Vec::with_capacity(results.len());
        for (coordinates, negative) in &results {
            let mut p = AffinePoint::neutral(f);
            if let Some([x, y]) = coordinates {
                p = AffinePoint::new(f.decode_be(x)?, f.decode_be(y)?);
            }
            points.push(self.leave(&if *negative { p.neg(f) } else { p }));
        }
        Ok(points)
    }

    fn uniform_bytes(&self) -> usize {
        self.bytes_to_map()
    }

    fn map(&self, uniform: &[u8]) -> Result<GroupPoint<D>> {
        Ok(Zeroizing::new(self.map_batch(&[uniform])?).remove(0))
    }

    fn map_batch(&self, uniform: &[&[u8]]) -> Result<Vec<GroupPoint<D>>> {
        let Some(of) = self.bls12_381() else {
            return Err(Error::Curve {
                wrong: "RFC 9380 maps to no group of this curve; take BLS12-381",
            });
        };
        let (length, first) = (self.bytes_to_map(), uniform.first().map_or(0, |first| first.len()));
        let expected = if first == length { length } else { 2 * length };
        for bytes in uniform {
            if bytes.len() != expected {
                let got = bytes.len();
                return Err(Error::Length { what: "the uniform bytes", expected, got });
            }
        }
        let mut points = Vec::with_capacity(uniform.len());
        for plain in of.mapped(uniform, length) {
            points.push(self.leave_plain(plain));
        }
        Ok(points)
    }
}
