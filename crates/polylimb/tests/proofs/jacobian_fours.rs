//! One Jacobian point across four lanes: `crates/polylimb/src/curve/weierstrass/jacobian_fours.rs`.

use super::{Four, L1, Summand, add, clean, double, running, summand};
use crate::field::lanes::LanePrime;
use crate::field::lanes::primes::{P256, P384, P521};
use crate::field::lanes::proofs::{Abstract, Formula, Number, Numbers};
use crate::limb::simd::fours::{Fours, One, PLACES};
use crate::limb::simd::{LANES, Vector};

type Lanes<const D: usize> = Four<One<Abstract>, D>;

/// The largest digit and the largest top digit of what a product takes.
type Most = [u64; 2];

/// Of a settled number, of `z²` after a doubling, and of `x` and `2 y` there.
struct Ranges {
    settled: Most,
    square: Most,
    sum: Most,
}

fn twice(x: &Formula) -> Formula {
    x.scale(&2.into())
}

/// The number in a lane.
fn lane<const D: usize>(x: &Lanes<D>, lane: usize) -> [Abstract; D] {
    x.map(|digit| {
        let mut lanes = [0; PLACES];
        digit.store(&mut lanes);
        Abstract::load(&[lanes[lane]; LANES])
    })
}

impl Ranges {
    fn theorems<P: LanePrime<D>, const D: usize>(&self) {
        let f = Numbers::new(P::RADIX, &P::DIGITS, P::R_BITS);
        let name = |what| std::format!("a point over {} in four lanes: {what}", P::NAME);
        let Self { settled, square, sum } = *self;
        let place = |numbers: [(&Formula, Most); PLACES]| -> Lanes<D> {
            let digits = numbers.map(|(x, most)| f.digits::<D>(x, most));
            core::array::from_fn(|k| One::load(&digits.each_ref().map(|x| x[k].word())))
        };
        let is = |x: &Lanes<D>, at: usize, most: Most, expected: &Formula| {
            let digits = lane(x, at);
            if P::SPARE_BITS {
                Number::new(&digits, P::RADIX).verify(most[0], most[1]);
            } else {
                Number::new(&digits[D - 1..], P::RADIX).verify(most[1], most[1]);
            }
            f.value(&lane(&clean::<_, P, D>(x), at)).verify(expected);
        };
        for after_sum in [true, false] {
            f.prove(&name("2 p"), || {
                let [x, y2, z, last] = [(); 4].map(|()| Formula::any());
                let most = if after_sum { settled } else { sum };
                let s = place([(&x, most), (&y2, most), (&z, settled), (&last, settled)]);
                let [s, squares, cubes] = double::<_, P, D>(&s, after_sum);
                let azzzz = if after_sum { (&last * &last).scale(&(-3).into()) } else { last };
                let (n, yy) = (&(&x * &x).scale(&3.into()) + &azzzz, &y2 * &y2);
                let (xyy, yyyy, z) = (&x * &yy, &yy * &yy, &y2 * &z);
                let x = &(&n * &n) - &twice(&xyy);
                is(&s, 0, sum, &x);
                is(&s, 1, sum, &(&twice(&(&n * &(&xyy - &x))) - &yyyy));
                is(&s, 2, settled, &z);
                is(&s, 3, settled, &(&azzzz * &yyyy));
                is(&squares, 2, square, &(&z * &z));
                is(&P::settle(cubes), 2, settled, &(&z * &(&z * &z)));
            });
        }
        for negative in [0, L1] {
            f.prove(&name("p + q"), || {
                let [x, y2, zz, zzz, z] = [(); 5].map(|()| Formula::any());
                let [u, v2, ww, www, w] = [(); 5].map(|()| Formula::any());
                let own = [(&x, sum), (&y2, sum), (&zz, square), (&zzz, settled)];
                let p = Summand { point: place(own), z: place([(&z, settled); PLACES]) };
                let other = [&u, &v2, &ww, &www].map(|c| (c, settled));
                let q = Summand { point: place(other), z: place([(&w, settled); PLACES]) };
                let s = add::<_, P, D>(&p, &q, negative);
                let v2 = v2.scale(&(if negative == 0 { 1 } else { -1 }).into());
                let (h, own) = (&(&u * &zz) - &(&x * &ww), &y2 * &www);
                let (r, four) = (&(&v2 * &zzz) - &own, (&h * &h).scale(&4.into()));
                let (j, v, z) = (&h * &four, &(&x * &ww) * &four, twice(&(&(&z * &w) * &h)));
                let x = &(&(&r * &r) - &j) - &twice(&v);
                is(&s, 0, settled, &x);
                is(&s, 1, settled, &twice(&(&(&r * &(&v - &x)) - &(&own * &j))));
                is(&s, 2, settled, &z);
                is(&s, 3, settled, &(&z * &z));
            });
        }
        f.prove(&name("from a summand, and back"), || {
            let [x, y2, zz, zzz, z] = [(); 5].map(|()| Formula::any());
            let point = place([&x, &y2, &zz, &zzz].map(|c| (c, settled)));
            let q = Summand { point, z: place([(&z, settled); PLACES]) };
            let s = running::<_, P, D>(&q, L1);
            for (i, expected) in [&x, &y2.scale(&(-1).into()), &z, &zz].into_iter().enumerate() {
                is(&s, i, settled, expected);
            }
            let q = summand::<_, P, D>(&place([&x, &y2, &z, &zz].map(|c| (c, settled))));
            for (i, expected) in [&x, &y2, &zz, &(&z * &zz)].into_iter().enumerate() {
                is(&q.point, i, settled, expected);
            }
            is(&q.z, 2, settled, &z);
        });
    }
}

#[test]
fn formulas_of_points() {
    let digit = (1 << 52) - 1;
    let settled = [digit, (1 << 48) + (1 << 21)];
    let square = [digit, (1 << 48) + (1 << 45)];
    Ranges { settled, square, sum: settled }.theorems::<P256, _>();
    let times = |n: u64, most: Most| most.map(|digit| n * digit);
    let settled = [(1 << 48) + (1 << 16); 2];
    Ranges { settled, square: settled, sum: times(8, settled) }.theorems::<P384, _>();
    let settled = [(1 << 48) + (1 << 16), (1 << 41) + (1 << 16)];
    Ranges { settled, square: settled, sum: times(4, settled) }.theorems::<P521, _>();
}
