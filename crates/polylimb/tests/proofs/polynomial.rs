//! Polynomials with integer coefficients.

use super::recheck::Origin;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, Mul, Sub};
use std::rc::Rc;

/// A variable; 0 is none.
pub(super) type Variable = u32;
/// A product of at most `N` variables, ascending.
type Monomial<const N: usize> = [Variable; N];

/// A sum of monomials with coefficients other than 0; and how it was computed, if that is written
/// down.
#[derive(Clone, Default)]
pub(crate) struct OfDegree<const N: usize>(BTreeMap<Monomial<N>, BigInt>, Option<Rc<Origin>>);

/// What a word is.
pub(crate) type Polynomial = OfDegree<2>;
/// What a formula of many products is.
pub(crate) type Formula = OfDegree<24>;

impl<const N: usize> PartialEq for OfDegree<N> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<const N: usize> fmt::Debug for OfDegree<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const N: usize> OfDegree<N> {
    pub(crate) fn constant(c: impl Into<BigInt>) -> Self {
        Self::of_term([0; N], c.into())
    }

    pub(crate) fn variable(v: Variable) -> Self {
        Self::of_term(Self::alone(v), 1.into())
    }

    fn alone(v: Variable) -> Monomial<N> {
        let mut monomial = [0; N];
        monomial[N - 1] = v;
        monomial
    }

    fn of_term(monomial: Monomial<N>, c: BigInt) -> Self {
        let mut terms = BTreeMap::new();
        if c != BigInt::ZERO {
            terms.insert(monomial, c);
        }
        Self(terms, None)
    }

    pub(super) fn origin(&self) -> Rc<Origin> {
        let terms = || self.0.iter().map(|(monomial, c)| (monomial.to_vec(), c.clone())).collect();
        self.1.clone().unwrap_or_else(|| Rc::new(Origin::Terms(terms())))
    }

    /// The same, computed as `other` was.
    pub(super) fn computed_as<const M: usize>(self, other: &OfDegree<M>) -> Self {
        Self(self.0, Origin::kept(|| Origin::Multiple(other.origin(), 1.into())))
    }

    fn add_term(&mut self, monomial: Monomial<N>, c: BigInt) {
        let sum = self.0.remove(&monomial).unwrap_or_default() + c;
        if sum != BigInt::ZERO {
            self.0.insert(monomial, sum);
        }
    }

    /// The most variables in a product.
    pub(crate) fn degree(&self) -> usize {
        self.0.keys().map(|m| m.iter().filter(|&&v| v > 0).count()).max().unwrap_or(0)
    }

    /// The coefficient of a variable.
    pub(super) fn coefficient(&self, v: Variable) -> BigInt {
        self.0.get(&Self::alone(v)).cloned().unwrap_or_default()
    }

    /// Its value, if it has no variable.
    pub(super) fn as_constant(&self) -> Option<BigInt> {
        let constant = self.0.get(&[0; N]).cloned().unwrap_or_default();
        (self.degree() == 0).then_some(constant)
    }

    /// Whether every coefficient is a multiple of `m`.
    pub(crate) fn is_multiple_of(&self, m: &BigInt) -> bool {
        self.0.values().all(|c| c % m == BigInt::ZERO)
    }

    /// Whether all coefficients of the difference are multiples of `m`.
    pub(super) fn is_congruent(&self, other: &Self, m: &BigInt) -> bool {
        let none = BigInt::ZERO;
        let differ = |a: &Self, b: &Self| {
            a.0.iter().any(|(term, c)| (c - b.0.get(term).unwrap_or(&none)) % m != BigInt::ZERO)
        };
        !differ(self, other) && !differ(other, self)
    }

    /// The coefficients in `[0, m)`.
    pub(crate) fn modulo(&self, m: &BigInt) -> Self {
        let mut r = Self::default();
        for (&monomial, c) in &self.0 {
            r.add_term(monomial, ((c % m) + m) % m);
        }
        r
    }

    /// The coefficients, in `[0, m)`, between `-m/2` and `m/2`.
    pub(super) fn centred(&self, m: &BigInt) -> Self {
        let mut r = Self::default();
        for (&monomial, c) in &self.0 {
            r.add_term(monomial, if c * 2 > *m { c - m } else { c.clone() });
        }
        r
    }

    /// The coefficient of a monomial, unless it is 0.
    pub(crate) fn term(&self, monomial: Monomial<N>) -> Option<&BigInt> {
        self.0.get(&monomial)
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial<N>, &BigInt)> {
        self.0.iter()
    }

    /// Divided by `2^n`, which divides every coefficient.
    pub(crate) fn shifted_down(&self, n: u64) -> Self {
        let terms = self.0.iter().map(|(monomial, c)| (*monomial, c >> n)).collect();
        Self(terms, Origin::kept(|| Origin::Quotient(self.origin(), n)))
    }

    /// The parts `p₀`, `p₁`, `p₂` without `v` of `p₀ + p₁ v + p₂ v²`.
    pub(crate) fn by_powers(&self, v: Variable) -> (Self, Self, Self) {
        let mut parts = <[Self; 3]>::default();
        for (monomial, c) in &self.0 {
            let mut rest = monomial.map(|u| if u == v { 0 } else { u });
            rest.sort_unstable();
            let power = monomial.iter().filter(|u| **u == v).count();
            parts[power].add_term(rest, c.clone());
        }
        let [rest, once, twice] = parts;
        (rest, once, twice)
    }

    pub(crate) fn scale(&self, c: &BigInt) -> Self {
        let mut r = Self::default();
        for (&monomial, a) in &self.0 {
            r.add_term(monomial, a * c);
        }
        r.1 = Origin::kept(|| Origin::Multiple(self.origin(), c.clone()));
        r
    }
}

impl<const N: usize> Add for &OfDegree<N> {
    type Output = OfDegree<N>;

    fn add(self, other: Self) -> OfDegree<N> {
        let mut r = self.clone();
        for (&monomial, c) in &other.0 {
            r.add_term(monomial, c.clone());
        }
        r.1 = Origin::kept(|| Origin::Sum([self.origin(), other.origin()]));
        r
    }
}

impl<const N: usize> Sub for &OfDegree<N> {
    type Output = OfDegree<N>;

    fn sub(self, other: Self) -> OfDegree<N> {
        self + &other.scale(&BigInt::from(-1))
    }
}

impl<const N: usize> Mul for &OfDegree<N> {
    type Output = OfDegree<N>;

    /// # Panics
    /// If the degree exceeds `N`.
    fn mul(self, other: Self) -> OfDegree<N> {
        let mut r = OfDegree::default();
        for (&a, c) in &self.0 {
            for (&b, d) in &other.0 {
                let mut variables = [a, b].concat();
                variables.sort_unstable();
                let (none, product) = variables.split_at(N);
                assert!(none.iter().all(|v| *v == 0), "a product of degree above {N}");
                r.add_term(product.try_into().expect("as many"), c * d);
            }
        }
        r.1 = Origin::kept(|| Origin::Product([self.origin(), other.origin()]));
        r
    }
}
