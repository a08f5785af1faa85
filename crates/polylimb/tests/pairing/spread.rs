//! Eight intervals side by side: they bound the numbers of each lane, where lanes are the parts of
//! one computation, for all inputs.

use super::intervals::{Interval, Intervals};
use polylimb::authors::field::Field;
use polylimb::authors::field::lanes::{LANES, Spread};
use polylimb::authors::limb::Mask;
use std::mem::MaybeUninit;
use zeroize::Zeroize;

/// An interval for each lane, and whether a sum of products accepts it as a factor.
#[derive(Clone, Copy)]
pub struct Lanes {
    lanes: [Interval; LANES],
    factor: bool,
}

impl Zeroize for Lanes {
    fn zeroize(&mut self) {
        self.lanes.zeroize();
    }
}

/// The field of intervals, lane by lane.
#[derive(Clone)]
pub struct SpreadIntervals(pub Intervals);

impl SpreadIntervals {
    /// The same interval in all lanes.
    pub fn all(a: Interval, factor: bool) -> Lanes {
        Lanes { lanes: [a; LANES], factor }
    }

    fn each(a: &Lanes, b: &Lanes, f: impl Fn(&Interval, &Interval) -> Interval) -> Lanes {
        let lanes = std::array::from_fn(|i| f(&a.lanes[i], &b.lanes[i]));
        Lanes { lanes, factor: false }
    }

    /// One coefficient of a sum of products: the pairs to add and the pairs to subtract.
    fn reduced(&self, plus: &[[Lanes; 2]], minus: &[[Lanes; 2]]) -> Lanes {
        let bounds = self.0.bounds;
        let count = plus.iter().chain(minus).fold(0.0, |count, _| count + 1.0);
        assert!(count < bounds.columns, "{count} products exceed the limit of columns");
        let lanes = std::array::from_fn(|i| {
            let most = |pairs: &[[Lanes; 2]]| {
                pairs.iter().fold(0.0, |most, [a, b]| {
                    assert!(a.factor && b.factor, "what is multiplied is no factor");
                    most + a.lanes[i].1 * b.lanes[i].1
                })
            };
            let [least, most] = [-most(minus), most(plus)].map(|n| n * bounds.product);
            // The reduction adds less than once the prime.
            self.0.within(Interval(least, most + 1.0))
        });
        Lanes { lanes, factor: false }
    }
}

impl Field for SpreadIntervals {
    type El = Lanes;
    type Mask = Mask;
    type Wide = Lanes;
    const WIDE_TERMS: usize = 1;

    fn zero(&self) -> Lanes {
        Self::all(self.0.zero(), true)
    }

    fn one(&self) -> Lanes {
        Self::all(self.0.one(), true)
    }

    fn small(&self, n: u32) -> Lanes {
        Self::all(self.0.small(n), true)
    }

    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<Lanes>, a: &Lanes, b: &Lanes) -> &'r mut Lanes {
        r.write(Self::each(a, b, |a, b| self.0.mul(a, b)))
    }

    fn add(&self, a: &Lanes, b: &Lanes) -> Lanes {
        Self::each(a, b, |a, b| self.0.add(a, b))
    }

    fn sub(&self, a: &Lanes, b: &Lanes) -> Lanes {
        Self::each(a, b, |a, b| self.0.sub(a, b))
    }

    fn settle(&self, a: &Lanes) -> Lanes {
        Lanes { factor: true, ..Self::each(a, a, |a, _| self.0.settle(a)) }
    }

    fn halve(&self, a: &Lanes) -> Lanes {
        Self::each(a, a, |a, _| self.0.halve(a))
    }

    fn inv0(&self, a: &Lanes) -> Lanes {
        Self::each(a, a, |a, _| self.0.inv0(a))
    }

    fn equal(&self, a: &Lanes, b: &Lanes) -> Mask {
        let _ = self.sub(a, b);
        Mask::FALSE
    }

    fn select(&self, condition: Mask, a: &Lanes, b: &Lanes) -> Lanes {
        Self::each(a, b, |a, b| self.0.select(condition, a, b))
    }

    fn mul_wide(&self, a: &Lanes, b: &Lanes) -> Lanes {
        self.mul(a, b)
    }

    fn add_wide(&self, a: &Lanes, b: &Lanes) -> Lanes {
        self.add(a, b)
    }

    fn sub_wide(&self, a: &Lanes, b: &Lanes) -> Lanes {
        self.sub(a, b)
    }

    fn reduce(&self, a: &Lanes) -> Lanes {
        *a
    }
}

impl Spread for SpreadIntervals {
    fn mix(&self, a: &Lanes, b: &Lanes, from: [u8; LANES]) -> Lanes {
        let both = [a.lanes, b.lanes];
        let lanes = from.map(|i| both.as_flattened()[usize::from(i)]);
        Lanes { lanes, factor: a.factor && b.factor }
    }

    fn multiples(&self, a: &Lanes, times: [u8; LANES]) -> Lanes {
        let multiple = |i: usize| {
            let (Interval(least, most), n) = (a.lanes[i], f64::from(times[i]));
            self.0.within(Interval(n * least, n * most))
        };
        Lanes { lanes: std::array::from_fn(multiple), factor: false }
    }

    fn factor(&self, a: &Lanes) -> Lanes {
        let factor = |a: &Interval| {
            self.0.within(*a);
            Interval(0.0, self.0.bounds.factor)
        };
        Lanes { factor: true, ..Self::each(a, a, |a, _| factor(a)) }
    }

    fn sum_of_products(
        &self,
        plus: &[[&[<Self as Field>::El; 2]; 2]],
        minus: &[[&[<Self as Field>::El; 2]; 2]],
    ) -> [<Self as Field>::El; 2] {
        let products = |pairs: &[[&[<Self as Field>::El; 2]; 2]], i: usize, j: usize| {
            pairs.iter().map(|[a, b]| [a[i], b[j]]).collect::<Vec<_>>()
        };
        let re = self.reduced(
            &[products(plus, 0, 0), products(minus, 1, 1)].concat(),
            &[products(plus, 1, 1), products(minus, 0, 0)].concat(),
        );
        let im = self.reduced(
            &[products(plus, 0, 1), products(plus, 1, 0)].concat(),
            &[products(minus, 0, 1), products(minus, 1, 0)].concat(),
        );
        [re, im]
    }

    fn sum_of_real_products(&self, products: &[[&Lanes; 2]]) -> Lanes {
        let products: Vec<_> = products.iter().map(|[a, b]| [**a, **b]).collect();
        self.reduced(&products, &[])
    }
}
