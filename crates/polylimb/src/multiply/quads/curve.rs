//! A binary curve over four lanes.

use super::ladder::{Ladder, Ladders};
use super::sum::{Multiples, Sum, Table};
use super::{FourLanes, FourPoints, QuadDigit};
use crate::cpu::Features;
use crate::curve::Curve;
use crate::curve::binary::{LopezDahabPoint, Uniform};
use crate::field::binary::{Binary, BinaryQuads, Polynomial, Product, Quad};
use crate::field::{Field, SquareRoot};
use crate::limb::{Bits, Word};
use crate::recoding::Representatives;
use alloc::boxed::Box;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// The curve.
struct QuadCurve<V: Quad, K, const N: usize, const D: usize, P: Polynomial> {
    single: Binary<N, P, K>,
    group: Uniform<BinaryQuads<V, N, D, P>>,
    /// The fourth root of the curve's `b`, in all lanes.
    beta: [V; D],
    bases: [[[Word; N]; 2]; 4],
    /// Their multiples for regular digits.
    multiples: Vec<[[V; D]; 2]>,
}

/// The four lanes for `curve`; `None` without the CPU features.
pub(in crate::multiply) fn over<
    V: Quad,
    K: Product,
    const N: usize,
    const D: usize,
    P: Polynomial + 'static,
>(
    features: Features,
    curve: &Curve<Binary<N, P, K>>,
) -> Option<Box<dyn FourLanes<[Word; N]>>> {
    let field = BinaryQuads::<V, N, D, P>::new(features).ok()?;
    let all = |v: &[Word; N]| field.enter(&[*v; 4]);
    let f = curve.field;
    let beta = all(&f.sqrt(&f.sqrt(&curve.b).0).0);
    let group = Uniform::new(Curve::new(field, all(&curve.a), all(&curve.b), curve.shape));
    let (bases, multiples) = ([[f.one(); 2]; 4], Vec::new());
    Some(Box::new(QuadCurve::<V, K, N, D, P> { single: f, group, beta, bases, multiples }))
}

impl<V: Quad, K: Product, const N: usize, const D: usize, P: Polynomial> QuadCurve<V, K, N, D, P> {
    fn field(&self) -> &BinaryQuads<V, N, D, P> {
        &self.group.curve().field
    }
}

impl<V: Quad, K: Product, const N: usize, const D: usize, P: Polynomial> FourLanes<[Word; N]>
    for QuadCurve<V, K, N, D, P>
{
    fn set_bases(&mut self, bases: [[[Word; N]; 2]; 4], digits: Option<&Representatives>) {
        let (group, points) = (&self.group, &bases);
        if let Some(representatives) = digits {
            self.multiples = self.field().run(Multiples { group, representatives, points });
        }
        self.bases = bases;
    }

    fn sums_of_one(
        &self,
        digits: &[QuadDigit],
        late: usize,
        width: usize,
        table: &[[[Word; N]; 2]],
    ) -> [LopezDahabPoint<[Word; N]>; 4] {
        let (group, table) = (&self.group, Table::OfOne(table));
        self.field().run(Sum { group, digits, late, width, table, with_gap: false })
    }

    fn sums_of_bases(
        &self,
        digits: &[QuadDigit],
        late: usize,
        width: usize,
    ) -> [LopezDahabPoint<[Word; N]>; 4] {
        let (group, table) = (&self.group, Table::OfFour(&self.multiples));
        self.field().run(Sum { group, digits, late, width, table, with_gap: false })
    }

    fn sums_of_four(
        &self,
        digits: &[QuadDigit],
        representatives: &Representatives,
        points: &[[[Word; N]; 2]; 4],
    ) -> [LopezDahabPoint<[Word; N]>; 4] {
        let (f, group) = (self.field(), &self.group);
        let mut multiples = f.run(Multiples { group, representatives, points });
        let (width, table) = (representatives.width(), Table::OfFour(&multiples));
        let sums = f.run(Sum { group, digits, late: 0, width, table, with_gap: true });
        multiples.zeroize();
        sums
    }

    fn ladder(&self, k: Bits<'_>, x: &[Word; N]) -> [[[Word; N]; 2]; 2] {
        let (f, one) = (self.field(), self.single.one());
        let begin = f.enter(&[one, self.single.zero(), *x, one]);
        let root_of_x = f.enter(&[self.single.sqrt(x).0; 4]);
        let ladder = Ladder { field: f, k, begin, beta: self.beta, root_of_x };
        let [x1, z1, x2, z2] = f.leave(&f.run(ladder));
        [[x1, z1], [x2, z2]]
    }

    fn ladders(
        &self,
        scalars: [Bits<'_>; 4],
        points: Option<&[[[Word; N]; 2]; 4]>,
    ) -> FourPoints<[Word; N]> {
        let (field, points) = (self.field(), points.unwrap_or(&self.bases));
        field.run(Ladders { field, scalars, points, beta: &self.beta })
    }
}
