//! Table IV of `[Cuiman2019]` on this machine: pairs of independent operations of `F_p` and `F_p²`
//! of `bn254`, one after another on a core, and one on each of two cores; and the effect on the
//! formulas built of them, up to the Miller loop.

use crate::failure::{Failure, Result};
use crate::study::two_cores::{Compared, compare, sink, with_two};
use polylimb::authors::field::Field;
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::prime::{Bn254Nogami, KernelSet, WithKernel, with_best};
use polylimb::authors::pairing::{Lines, Pair, PairingCurve, Point};
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb::{Alone, Split};
use polylimb_catalogue::dual_core::DualCore;
use polylimb_catalogue::pairing::Jacobian;
use std::hint::black_box;

/// The operations of Table IV: the names of its rows.
pub const PAIRS: [&str; 3] = ["M", "products", "squares"];

/// The rows of Table VI.
pub const WHOLE: [&str; 3] = ["Miller loop and adjustment", "final exponentiation", "pairing"];

struct Measure<'s>(&'s dyn Split);

impl WithKernel for Measure<'_> {
    type Out = Result<Vec<Compared>>;

    fn call<K: KernelSet>(self, kernel: K) -> Self::Out {
        let Self(split) = self;
        let f = Bn254Nogami::new(kernel);
        let q = Fp2::<_, OnePlusU>::new(f);
        let curve = PairingCurve::bn254_nogami(q);
        let pair = curve.generators()?;
        let [a, b] = pair.q;
        let (f2, q2) = (DualCore::new(f, split), DualCore::new(q, split));
        let dual = PairingCurve::bn254_nogami(q2);
        let same = Pair { p: pair.p, q: pair.q };

        let value = curve.miller_loop::<Jacobian>(&pair);
        let both = dual.miller_loop::<Jacobian>(&same);
        let tower = curve.tower();
        if !tower.equal(&value, &both).to_bool_vartime() {
            return Err(Failure::run("two cores compute another Miller loop than one"));
        }
        let [x, y] = black_box([a[0], b[1]]);
        let (a, b) = black_box((a, b));
        let mut results = vec![
            compare(PAIRS[0], &mut || sink(f.products([(&x, &y), (&y, &x)], [])), &mut || {
                sink(f2.products([(&x, &y), (&y, &x)], []));
            }),
            compare(PAIRS[1], &mut || sink(q.products([(&a, &b), (&b, &a)], [])), &mut || {
                sink(q2.products([(&a, &b), (&b, &a)], []));
            }),
            compare(PAIRS[2], &mut || sink(q.products([], [&a, &b])), &mut || {
                sink(q2.products([], [&a, &b]));
            }),
        ];
        let (mut t, mut t2) = (Point::affine(&q, &pair.q), Point::affine(&q, &pair.q));
        results.push(compare(
            "doubling and line",
            &mut || sink(Jacobian::double(&curve, &mut t)),
            &mut || sink(Jacobian::double(&dual, &mut t2)),
        ));
        results.push(compare(
            "square of F_p^12",
            &mut || sink(tower.sqr(black_box(&value))),
            &mut || sink(dual.tower().sqr(black_box(&value))),
        ));
        results.push(compare(
            "product of F_p^12",
            &mut || sink(tower.mul(black_box(&value), &value)),
            &mut || sink(dual.tower().mul(black_box(&value), &value)),
        ));
        results.push(compare(
            "Miller loop and adjustment",
            &mut || sink(curve.miller_loop::<Jacobian>(black_box(&pair))),
            &mut || sink(dual.miller_loop::<Jacobian>(black_box(&same))),
        ));
        Ok(results)
    }
}

/// The comparisons, with [`PAIRS`] first.
///
/// # Errors
/// [`Failure::Run`] if there is no second thread, or if its result differs.
pub fn measure() -> Result<Vec<Compared>> {
    with_two(|split| with_best(Features::detect(), Measure(split)))
}

/// The rows of Table VI: the library's pairing on `bn254` by one thread, and by two that share it.
///
/// # Errors
/// [`Failure::Run`] if there is no second thread, or if its result differs.
pub fn whole() -> Result<Vec<Compared>> {
    let engine = PairingName::engine(PairingName::Bn254, Features::detect());
    let (p, q) = (engine.g1().generator(), engine.g2().generator());
    let pairs = [(&p, &q)];
    let value = engine.miller_loop_on(&Alone, &pairs)?;
    with_two(|split| {
        if engine.product(&pairs)? != engine.product_on(split, &pairs)? {
            return Err(Failure::run("two threads compute another pairing than one"));
        }
        Ok(vec![
            compare(WHOLE[0], &mut || sink(engine.miller_loop_on(&Alone, &pairs)), &mut || {
                sink(engine.miller_loop_on(split, &pairs));
            }),
            compare(
                WHOLE[1],
                &mut || sink(engine.final_exponentiation_on(&Alone, &value)),
                &mut || sink(engine.final_exponentiation_on(split, &value)),
            ),
            compare(WHOLE[2], &mut || sink(engine.product(&pairs)), &mut || {
                sink(engine.product_on(split, &pairs));
            }),
        ])
    })
}
