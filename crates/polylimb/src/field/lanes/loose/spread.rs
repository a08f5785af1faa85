//! Sums of products whose operands stand in the lanes as a formula of one number needs them.
//!
//! **Cost.** A complex product is `8 D²` multiply-adds, a sum of any number of them two reductions.
//! Karatsuba's product saves little in sums: its own sums must be carried and its columns do not
//! fit the registers. Loops go by index, as in `../digits.rs`.
#![allow(clippy::needless_range_loop, reason = "see `../digits.rs`")]

use super::LoosePrime;
use super::field::{Loose, LooseLanes, verify_factor};
use crate::field::Op;
use crate::field::lanes::digits::each;
use crate::field::lanes::vector::Compiled;
use crate::field::lanes::{Complex, LANES, Spread};
use crate::field::ranges::verify;
use core::marker::PhantomData;

/// `$step!(0) … $step!(7)`.
macro_rules! each_digit {
    ($step:ident $(, $i:literal)?) => { each_digit!($step $(, $i)?; 0 1 2 3 4 5 6 7) };
    ($step:ident; $($j:literal)*) => { $($step!($j);)* };
    ($step:ident, $i:literal; $($j:literal)*) => { each_digit!(@ $step, $i; $($j)*) };
    (@ $step:ident, $i:literal; $($j:literal)*) => { $($step!($i, $j);)* };
}

/// The columns of a sum of products: columns of the low halves and columns of the high halves.
struct Sums<V, const D: usize>([[V; D]; 2], [[V; D]; 2]);

impl<V: Compiled, const D: usize> Sums<V, D> {
    /// Few digits make short columns, in which one addition waits for the other: so low and high
    /// halves have separate columns where the registers suffice.
    const APART: bool = D < 8;

    #[inline(always)]
    fn new() -> Self {
        Self([[V::splat(0); D]; 2], [[V::splat(0); D]; 2])
    }

    /// `self + a b`; written out, because an array that a loop indexes would live in memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_product(&mut self, a: &[V; D], b: &[V; D]) {
        const { assert!(D <= 8) };
        let (low, high) = (self.0.as_flattened_mut(), self.1.as_flattened_mut());
        macro_rules! digit {
            ($i:literal, $j:literal) => {
                if usize::max($i, $j) < D {
                    low[$i + $j] = low[$i + $j].madd_low(a[$i], b[$j]);
                    if Self::APART {
                        high[$i + $j] = high[$i + $j].madd_high(a[$i], b[$j]);
                    } else {
                        low[$i + $j + 1] = low[$i + $j + 1].madd_high(a[$i], b[$j]);
                    }
                }
            };
        }
        macro_rules! row {
            ($i:literal) => {
                each_digit!(digit, $i);
            };
        }
        each_digit!(row);
    }

    #[inline(always)]
    fn negate(&mut self) {
        let negative = |a: [V; D]| each(&[V::splat(0); D], |j| a[j], V::sub);
        self.0 = [negative(self.0[0]), negative(self.0[1])];
        self.1 = [negative(self.1[0]), negative(self.1[1])];
    }

    /// The columns of both halves together.
    #[inline(always)]
    fn columns(self) -> [[V; D]; 2] {
        let Self(mut low, high) = self;
        if Self::APART {
            let (low, high) = (low.as_flattened_mut(), high.as_flattened());
            macro_rules! column {
                ($k:literal) => {
                    if $k + 1 < 2 * D {
                        low[$k + 1] = low[$k + 1].add(high[$k]);
                    }
                };
            }
            each_digit!(column; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
        }
        low
    }
}

type Products<'a, V, const D: usize> = &'a [[&'a [[V; D]; 2]; 2]];

struct SumOfProducts<'a, V, P, const D: usize> {
    plus: Products<'a, V, D>,
    minus: Products<'a, V, D>,
    prime: PhantomData<P>,
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for SumOfProducts<'_, V, P, D> {
    type Out = [[V; D]; 2];

    #[inline(always)]
    fn call(self) -> [[V; D]; 2] {
        let Self { plus, minus, .. } = self;
        verify!(plus.iter().chain(minus).flatten().flat_map(|a| a.iter()).for_each(verify_factor));
        // One copy of the product in either loop: subtracted products come first.
        let mut re = Sums::new();
        for round in 0..2 {
            for (products, part) in [(plus, 1 - round), (minus, round)] {
                for [a, b] in products {
                    re.add_product(&a[part], &b[part]);
                }
            }
            if round == 0 {
                re.negate();
            }
        }
        let re = Loose::<P>::reduce(re.columns());
        let mut im = Sums::new();
        for products in [minus, plus] {
            im.negate();
            // In this order, because the other is unrolled and runs out of registers.
            for part in 0..2 {
                for [a, b] in products {
                    im.add_product(&a[part], &b[1 - part]);
                }
            }
        }
        [re, Loose::<P>::reduce(im.columns())]
    }
}

struct SumOfRealProducts<'a, V, P, const D: usize>(&'a [[&'a [V; D]; 2]], PhantomData<P>);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for SumOfRealProducts<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        verify!(self.0.iter().flatten().for_each(|a| verify_factor(a)));
        let mut sum = Sums::new();
        for [a, b] in self.0 {
            sum.add_product(a, b);
        }
        Loose::<P>::reduce(sum.columns())
    }
}

struct Factor<'a, V, P, const D: usize>(&'a [V; D], PhantomData<P>);

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Op for Factor<'_, V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        Loose::<P>::factor(self.0)
    }
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Spread for LooseLanes<V, P, D> {
    #[inline(always)]
    fn mix(&self, a: &[V; D], b: &[V; D], from: [u8; LANES]) -> [V; D] {
        let mut r = *a;
        for j in 0..D {
            r[j] = a[j].mix(b[j], from);
        }
        r
    }

    #[inline(always)]
    fn multiples(&self, a: &[V; D], times: [u8; LANES]) -> [V; D] {
        let (mut high, mut low, mut two) = ([0; LANES], [0; LANES], [0; LANES]);
        let mut i = 0;
        while i < LANES {
            (high[i], low[i]) = (times[i].ilog2() as u8, times[i].trailing_zeros() as u8);
            two[i] = if high[i] > low[i] { u64::MAX } else { 0 };
            i += 1;
        }
        let mut r = *a;
        for j in 0..D {
            let second = a[j].shl_each(low).and(V::from_lanes(two));
            r[j] = a[j].shl_each(high).add(second);
        }
        r
    }

    #[inline(always)]
    fn factor(&self, a: &[V; D]) -> [V; D] {
        V::part(Factor::<V, P, D>(a, PhantomData))
    }

    #[inline(always)]
    fn sum_of_products(
        &self,
        plus: &[[&Complex<Self>; 2]],
        minus: &[[&Complex<Self>; 2]],
    ) -> Complex<Self> {
        V::apart(SumOfProducts::<V, P, D> { plus, minus, prime: PhantomData })
    }

    #[inline(always)]
    fn sum_of_real_products(&self, products: &[[&[V; D]; 2]]) -> [V; D] {
        V::apart(SumOfRealProducts::<V, P, D>(products, PhantomData))
    }
}
