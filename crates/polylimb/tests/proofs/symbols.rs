//! A field whose elements are formulas, eight side by side.
//!
//! Generic formulas run over it as over any other field: what they compute is then known as a
//! polynomial in their operands. That a field's own products and sums are right is what the other
//! theorems show.

use super::polynomial::Formula;
use super::word::with;
use crate::field::lanes::{LANES, LaneMask, Spread};
use crate::field::{Field, Truth};
use core::array::from_fn;
use core::mem::MaybeUninit;
use num_bigint::BigInt;
use std::cell::RefCell;
use std::vec::Vec;
use zeroize::Zeroize;

std::thread_local! {
    static FORMULAS: RefCell<Vec<Formula>> = RefCell::default();
}

/// The places of eight formulas.
#[derive(Clone, Copy)]
pub(crate) struct Symbols([usize; LANES]);

impl PartialEq for Symbols {
    fn eq(&self, other: &Self) -> bool {
        (0..LANES).all(|i| self.lane(i) == other.lane(i))
    }
}

impl Zeroize for Symbols {
    fn zeroize(&mut self) {}
}

impl Symbols {
    pub(crate) fn of(formulas: [Formula; LANES]) -> Self {
        Self(formulas.map(place))
    }

    /// The same in all lanes.
    pub(crate) fn all(formula: Formula) -> Self {
        Self([place(formula); LANES])
    }

    pub(crate) fn lane(&self, lane: usize) -> Formula {
        formula(self.0[lane])
    }

    /// Lane by lane; equal lanes are computed once.
    fn zip(&self, other: &Self, f: impl Fn(&Formula, &Formula) -> Formula) -> Self {
        let mut r = [0; LANES];
        for i in 0..LANES {
            let before = (0..i).find(|j| self.0[*j] == self.0[i] && other.0[*j] == other.0[i]);
            let fresh = || place(f(&formula(self.0[i]), &formula(other.0[i])));
            r[i] = before.map_or_else(fresh, |j| r[j]);
        }
        Self(r)
    }
}

fn place(formula: Formula) -> usize {
    FORMULAS.with_borrow_mut(|all| {
        all.push(formula);
        all.len() - 1
    })
}

fn formula(place: usize) -> Formula {
    FORMULAS.with_borrow(|all| all[place].clone())
}

fn modulus() -> BigInt {
    with(|run| run.modulus.clone())
}

fn reduced(formula: &Formula) -> Formula {
    formula.modulo(&modulus()).computed_as(formula)
}

/// The field; `LAZY` if sums of any number of products are reduced once.
#[derive(Clone, Copy)]
pub(crate) struct Symbolic<const LAZY: bool>;

impl<const LAZY: bool> Field for Symbolic<LAZY> {
    type El = Symbols;
    type Mask = LaneMask;
    type Wide = Symbols;
    const WIDE_TERMS: usize = if LAZY { usize::MAX } else { 1 };

    fn zero(&self) -> Symbols {
        Symbols::all(Formula::default())
    }

    fn one(&self) -> Symbols {
        self.small(1)
    }

    fn small(&self, n: u32) -> Symbols {
        Symbols::all(Formula::constant(n))
    }

    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<Symbols>,
        a: &Symbols,
        b: &Symbols,
    ) -> &'r mut Symbols {
        r.write(a.zip(b, |a, b| reduced(&(a * b))))
    }

    fn add(&self, a: &Symbols, b: &Symbols) -> Symbols {
        a.zip(b, |a, b| reduced(&(a + b)))
    }

    fn sub(&self, a: &Symbols, b: &Symbols) -> Symbols {
        a.zip(b, |a, b| reduced(&(a - b)))
    }

    fn halve(&self, a: &Symbols) -> Symbols {
        let half = (modulus() + 1) / 2;
        a.zip(a, |a, _| reduced(&a.scale(&half)))
    }

    /// Of constants.
    fn inv0(&self, a: &Symbols) -> Symbols {
        a.zip(a, |a, _| {
            let c = a.as_constant().expect("no formula divides");
            Formula::constant(c.modinv(&modulus()).unwrap_or_default())
        })
    }

    /// No formula here depends on it.
    fn equal(&self, _: &Symbols, _: &Symbols) -> LaneMask {
        LaneMask::FALSE
    }

    fn select(&self, _: LaneMask, _: &Symbols, _: &Symbols) -> Symbols {
        panic!("a formula that selects")
    }

    fn mul_wide(&self, a: &Symbols, b: &Symbols) -> Symbols {
        self.mul(a, b)
    }

    fn add_wide(&self, a: &Symbols, b: &Symbols) -> Symbols {
        self.add(a, b)
    }

    fn sub_wide(&self, a: &Symbols, b: &Symbols) -> Symbols {
        self.sub(a, b)
    }

    fn reduce(&self, a: &Symbols) -> Symbols {
        *a
    }
}

impl<const LAZY: bool> Spread for Symbolic<LAZY> {
    fn mix(&self, a: &Symbols, b: &Symbols, from: [u8; LANES]) -> Symbols {
        let both = [a.0, b.0];
        Symbols(from.map(|i| both.as_flattened()[usize::from(i)]))
    }

    fn multiples(&self, a: &Symbols, times: [u8; LANES]) -> Symbols {
        Symbols(from_fn(|i| place(a.lane(i).scale(&times[i].into()))))
    }

    fn factor(&self, a: &Symbols) -> Symbols {
        *a
    }

    fn sum_of_products(
        &self,
        plus: &[[&[Symbols; 2]; 2]],
        minus: &[[&[Symbols; 2]; 2]],
    ) -> [Symbols; 2] {
        let sum = |products: &[[&[Symbols; 2]; 2]], parts: [[usize; 2]; 2], sign: i64| {
            products.iter().fold(self.zero(), |sum, [a, b]| {
                let [first, second] = parts.map(|[i, j]| self.mul(&a[i], &b[j]));
                let second = second.zip(&second, |x, _| x.scale(&sign.into()));
                self.add(&sum, &self.add(&first, &second))
            })
        };
        let [re, im] = [([[0, 0], [1, 1]], -1), ([[0, 1], [1, 0]], 1)]
            .map(|(parts, sign)| self.sub(&sum(plus, parts, sign), &sum(minus, parts, sign)));
        [re, im]
    }

    fn sum_of_real_products(&self, products: &[[&Symbols; 2]]) -> Symbols {
        products.iter().fold(self.zero(), |sum, [a, b]| self.add(&sum, &self.mul(a, b)))
    }
}
