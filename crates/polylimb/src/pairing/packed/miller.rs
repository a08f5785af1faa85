//! The Miller loop and the whole pairing.

use super::{Apart, Packed, mix};
use crate::field::extension::{Quadratic, Xi};
use crate::field::lanes::{Complex, Spread};
use crate::field::{Field, Op};
use crate::pairing::final_exponentiation::{Cyclotomic, hard_part, hard_part_to_a_power};
use crate::pairing::miller::{LineSource, MillerLoop, Step};
use crate::pairing::{Family, Pair};
use zeroize::Zeroize;
#[cfg(feature = "alloc")]
use zeroize::Zeroizing;

/// A pair on its way through the loop.
pub(in crate::pairing) struct Walk<F: Spread> {
    /// `x` and `y` of the point of the twist in lanes 0 and 1.
    q: Complex<F>,
    /// `y_P`, `-x_P` and 1 in lanes 3 to 5.
    at: Complex<F>,
    /// The multiple of `q`, and its line.
    t: Complex<F>,
    /// The first half of a doubling.
    half: Complex<F>,
}

impl<F: Spread> Zeroize for Walk<F> {
    fn zeroize(&mut self) {
        for of_point in [&mut self.q, &mut self.at, &mut self.t, &mut self.half] {
            of_point.zeroize();
        }
    }
}

struct Start<'a, F: Spread, X: Xi>(&'a Apart<F, X>, &'a Pair<Apart<F, X>>);

impl<F: Spread, X: Xi> Op for Start<'_, F, X> {
    type Out = Walk<F>;

    #[inline(always)]
    fn call(self) -> Walk<F> {
        let Self(q, pair) = self;
        let f = q.base();
        let [x, y] = &pair.q;
        let point = mix(q, x, y, [0, 8, 1, 1, 1, 1, 1, 1]);
        let t = mix(q, &point, &q.one(), [0, 1, 8, 8, 8, 8, 8, 8]);
        let [x, y] = [f.neg(&pair.p[0]), pair.p[1]];
        let at =
            f.mix(&f.mix(&y, &x, [0, 1, 2, 3, 8, 5, 6, 7]), &f.one(), [0, 1, 2, 3, 4, 8, 6, 7]);
        Walk { q: q.settle(&point), at: q.settle(&[at, f.zero()]), half: t, t }
    }
}

/// The opposite of the affine point with `x` and `y` in lanes 0 and 1.
struct Opposite<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Opposite<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, p) = self;
        q.settle(&mix(q, p, &q.neg(p), [0, 9, 2, 2, 2, 2, 2, 2]))
    }
}

impl<F: Spread, X: Xi> Packed<F, X> {
    fn start(&self, pair: &Pair<Apart<F, X>>) -> Walk<F> {
        self.fp2().run(Start(self.fp2(), pair))
    }

    /// `t = t + p`, or `t - p`, with its line.
    fn add_signed(&self, walk: &mut Walk<F>, p: &Complex<F>, subtract: bool) {
        let p = if subtract { self.fp2().run(Opposite(self.fp2(), p)) } else { *p };
        walk.t = self.add(&walk.t, &p, &walk.at);
    }

    fn step(&self, step: Step, walk: &mut Walk<F>) {
        let (q, point) = (self.fp2(), walk.q);
        match step {
            Step::Double => walk.t = self.second_half(&walk.half, &walk.at),
            Step::Add => self.add_signed(walk, &point, false),
            Step::Subtract => self.add_signed(walk, &point, true),
            Step::Negate => {
                walk.t = mix(q, &walk.t, &q.neg(&walk.t), [0, 9, 2, 3, 4, 5, 6, 7]);
            }
            Step::AddFrobenius => {
                self.add_signed(walk, &self.twist_frobenius(&point, 1), false);
            }
            Step::SubtractFrobeniusSquare => {
                self.add_signed(walk, &self.twist_frobenius(&point, 2), true);
            }
        }
    }

    /// The Miller loop's value, up to factors that the final exponentiation removes, for a pair
    /// whose coordinates are equal in all lanes.
    pub fn miller_loop(&self, pair: &Pair<Apart<F, X>>) -> Complex<F> {
        self.accumulate(1, &mut Walks { packed: self, walks: [self.start(pair)] })
    }

    /// The product of the values for all `pairs`; 1 for no pairs.
    #[cfg(feature = "alloc")]
    pub fn miller_loop_product(&self, pairs: &[Pair<Apart<F, X>>]) -> Complex<F> {
        self.accumulate(pairs.len(), &mut self.walks(pairs))
    }

    /// The lines of all `pairs`.
    #[cfg(feature = "alloc")]
    pub(in crate::pairing) fn walks(
        &self,
        pairs: &[Pair<Apart<F, X>>],
    ) -> Walks<'_, F, X, Zeroizing<alloc::vec::Vec<Walk<F>>>> {
        let walks = pairs.iter().map(|pair| self.start(pair)).collect();
        Walks { packed: self, walks: Zeroizing::new(walks) }
    }

    /// `f^((p¹² - 1)/r)` for an `f` that is not 0.
    pub fn final_exponentiation(&self, f: &Complex<F>) -> Complex<F> {
        hard_part(self, &self.easy_part(f))
    }

    /// A fixed power of [`Packed::final_exponentiation`], as in one pairing over words.
    pub fn final_exponentiation_to_a_power(&self, f: &Complex<F>) -> Complex<F> {
        hard_part_to_a_power(self, &self.easy_part(f))
    }

    /// `f^((p⁶ - 1)(p² + 1))`.
    pub(in crate::pairing) fn easy_part(&self, f: &Complex<F>) -> Complex<F> {
        let m = self.over_conjugate(f);
        self.mul(&Packed::frobenius(self, &m, 2), &m)
    }
}

impl<F: Spread, X: Xi> Cyclotomic for Packed<F, X> {
    type El = Complex<F>;

    fn family(&self) -> Family {
        self.curve().family
    }

    fn u(&self) -> (u64, bool) {
        self.curve().u()
    }

    fn mul(&self, a: &Complex<F>, b: &Complex<F>) -> Complex<F> {
        Self::mul(self, a, b)
    }

    fn sqr(&self, a: &Complex<F>) -> Complex<F> {
        self.cyclotomic_sqr(a)
    }

    fn conjugate(&self, a: &Complex<F>) -> Complex<F> {
        Self::conjugate(self, a)
    }

    fn frobenius(&self, a: &Complex<F>, n: usize) -> Complex<F> {
        Self::frobenius(self, a, n)
    }

    fn power(&self, m: &Complex<F>, exponent: u64) -> Complex<F> {
        self.power_signed(m, exponent)
    }
}

/// Pairs on their way through the loop. The first halves of doublings and the square of the value
/// are independent. They alternate, so that the processor has work during the chain of a reduction.
pub(in crate::pairing) struct Walks<'a, F: Spread, X: Xi, W> {
    packed: &'a Packed<F, X>,
    walks: W,
}

impl<F: Spread, X: Xi, W: AsMut<[Walk<F>]>> LineSource<Complex<F>> for Walks<'_, F, X, W> {
    fn begin(&mut self, step: Step) {
        if step == Step::Double {
            for walk in self.walks.as_mut() {
                walk.half = self.packed.first_half(&walk.t);
            }
        }
    }

    fn line(&mut self, step: Step, i: usize) -> Option<Complex<F>> {
        let walk = &mut self.walks.as_mut()[i];
        self.packed.step(step, walk);
        step.has_line().then_some(walk.t)
    }
}

impl<F: Spread, X: Xi> MillerLoop for Packed<F, X> {
    type Line = Complex<F>;

    fn steps(&self) -> impl Iterator<Item = Step> + Clone {
        self.curve().steps()
    }

    fn one(&self) -> Complex<F> {
        Self::one(self)
    }

    fn square(&self, f: &Complex<F>) -> Complex<F> {
        Self::sqr(self, f)
    }

    fn begin_with(&self, line: &Complex<F>) -> Complex<F> {
        self.line(line)
    }

    fn mul_line(&self, f: &Complex<F>, line: &Complex<F>) -> Complex<F> {
        Self::mul_line(self, f, line)
    }
}
