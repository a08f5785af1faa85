//! Eight elements of a binary field side by side: each lane computes what one element alone does, and what polynomials in
//! num-bigint do.

mod binary_common;
mod common;

use binary_common::{number, polynomial, product, remainder};
use common::{operand, rng};
use polylimb::cpu::Features;
use polylimb::field::Field;
use polylimb::field::binary::{
    BinaryLanes, F163, F233, F283, F409, F571, Polynomial, Quadratic, words_for,
};
use polylimb::field::lanes::{LaneMask, Portable};
use polylimb::field::laws::field_laws;
use polylimb::limb::{WORD_BITS, Word};

const LANES: usize = 8;

/// Random elements, all of one density in a lane.
fn samples<const N: usize, P: Polynomial>(seed: u64, count: usize) -> Vec<[[Word; N]; LANES]> {
    let mut rng = rng(seed);
    let used = P::DEGREE % WORD_BITS;
    (0..count)
        .map(|_| {
            core::array::from_fn(|_| {
                let mut a: [Word; N] = operand(&mut rng, N).try_into().expect("N words");
                if used > 0 {
                    a[N - 1] &= (1 << used) - 1;
                }
                a
            })
        })
        .collect()
}

macro_rules! check_lanes {
    ($vector:ty, $d:literal, $n:expr, $p:ty, $seed:expr) => {{
        const N: usize = $n;
        let f = BinaryLanes::<$vector, $d, $p>::new(Features::detect()).expect("checked before");
        let modulus = polynomial(<$p>::DEGREE, <$p>::LOWER);
        let plain = samples::<N, $p>($seed, 12);
        let elements: Vec<_> = plain.iter().map(|a| f.enter(a).expect("reduced")).collect();
        let mut compared = 0;
        for i in 1..plain.len() {
            let (x, y) = (&elements[i - 1], &elements[i]);
            let (a, b) = (&plain[i - 1], &plain[i]);
            assert_eq!(f.leave::<N>(x), *a, "leave(enter)");
            let results =
                [f.mul(x, y), f.sqr(x), f.reduce(&f.mul_wide(x, y))].map(|r| f.leave::<N>(&r));
            for lane in 0..LANES {
                let (a, b) = (number(&a[lane]), number(&b[lane]));
                let expected = [product(&a, &b), product(&a, &a), product(&a, &b)];
                for (result, expected) in results.iter().zip(expected) {
                    assert_eq!(
                        number(&result[lane]),
                        remainder(&expected, &modulus),
                        "lane {lane}"
                    );
                    compared += 1;
                }
            }
        }
        let holds = |m: LaneMask| m.bits() == 0xff;
        // Lanes differ: selections and comparisons by lane.
        let mask = LaneMask::from_bits(0b1010_0110);
        let chosen = f.leave::<N>(&f.select(mask, &elements[0], &elements[1]));
        for lane in 0..LANES {
            let from = if mask.bits() >> lane & 1 == 1 { &plain[0] } else { &plain[1] };
            assert_eq!(chosen[lane], from[lane]);
            compared += 1;
        }
        // Traces and quadratic equations.
        for a in &elements[..4] {
            let (mut power, mut trace) = (*a, *a);
            for _ in 1..<$p>::DEGREE {
                power = f.sqr(&power);
                trace = f.add(&trace, &power);
            }
            let is_one = f.trace(a);
            assert_eq!(f.equal(&trace, &f.select(is_one, &f.one(), &f.zero())).bits(), 0xff);
            let (z, exists) = f.solve_quadratic(a);
            assert_eq!(f.equal(&f.add(&f.sqr(&z), &z), a).bits(), exists.bits());
            assert_eq!(exists.bits(), !is_one.bits());
            compared += 3 * LANES;
        }
        let mut changed = plain[2];
        changed[5][N - 1] ^= 1;
        let changed = f.enter(&changed).expect("reduced");
        assert_eq!(f.equal(&changed, &elements[2]).bits(), 0b1101_1111);
        let mut too_large = plain[0];
        too_large[3][N - 1] |= 1 << (WORD_BITS - 1);
        assert!(f.enter(&too_large).is_err());
        compared + field_laws(&f, &elements[..4], holds)
    }};
}

macro_rules! check_fields {
    ($vector:ty) => {
        check_lanes!($vector, 3, words_for(163), F163, 163)
            + check_lanes!($vector, 4, words_for(233), F233, 233)
            + check_lanes!($vector, 5, words_for(283), F283, 283)
            + check_lanes!($vector, 7, words_for(409), F409, 409)
            + check_lanes!($vector, 9, words_for(571), F571, 571)
    };
}

#[test]
fn portable_lanes() {
    let compared = check_fields!(Portable);
    assert!(compared >= 7_000, "only {compared} comparisons ran");
}

#[test]
#[cfg(target_arch = "x86_64")]
fn vpclmulqdq_lanes() {
    use polylimb::field::lanes::Ifma;
    if BinaryLanes::<Ifma, 4, F233>::new(Features::detect()).is_err() {
        return println!("SKIPPED vpclmulqdq lanes");
    }
    assert!(BinaryLanes::<Ifma, 4, F233>::new(Features::NONE).is_err());
    let compared = check_fields!(Ifma);
    assert!(compared >= 7_000, "only {compared} comparisons ran");
}
