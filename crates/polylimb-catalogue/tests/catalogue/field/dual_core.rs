//! A field on two cores gives the same results as on one.

use polylimb::authors::field::extension::{Fp2, OnePlusU, Xi};
use polylimb::authors::field::prime::{Bn254Nogami, Portable};
use polylimb::authors::field::{Encoding, Field, VartimeField};
use polylimb::authors::limb::Mask;
use polylimb::authors::pairing::{Pair, PairingCurve};
use polylimb::{Alone, Split, Team};
use polylimb_catalogue::dual_core::DualCore;
use polylimb_catalogue::pairing::Jacobian;

fn holds(mask: Mask) -> bool {
    mask.to_bool_vartime()
}

/// The same loop with the products of each formula on two threads, over `F_p²`.
fn on_dual_core<F, X>(split: &dyn Split, fp2: Fp2<F, X>, curve: &PairingCurve<Fp2<F, X>>)
where
    F: VartimeField<El: Send + Sync> + Encoding + Copy + Send + Sync,
    X: Xi,
{
    let dual = PairingCurve::bn254_nogami(DualCore::new(fp2, split));
    let Pair { p, q } = curve.generators().expect("the curve has its field");
    let value = curve.miller_loop::<Jacobian>(&Pair { p, q });
    let both = dual.miller_loop::<Jacobian>(&Pair { p, q });
    assert!(holds(curve.tower().equal(&both, &value)));
    let power = dual.final_exponentiation(&both);
    assert!(holds(curve.tower().equal(&power, &curve.final_exponentiation(&value))));
}

#[test]
fn dual_core_computes_what_one_core_does() {
    let team = Team::new(2).expect("two threads can be started");
    let fp2 = Fp2::<_, OnePlusU>::new(Bn254Nogami::new(Portable));
    let curve = PairingCurve::bn254_nogami(fp2);
    team.session(|crew| on_dual_core(crew, fp2, &curve)).expect("no part panics");
    on_dual_core(&Alone, fp2, &curve);
    // Over F_p: every number of products and squares, for every distribution over the two threads.
    let f = Bn254Nogami::new(Portable);
    let dual = DualCore::new(f, &team);
    let a: [_; 5] = core::array::from_fn(|i| f.small(i as u32 + 3));
    let pairs = |i: usize| (&a[i], &a[i + 1]);
    let ([p, q, r], [s, t]) = dual.products([pairs(0), pairs(1), pairs(2)], [&a[0], &a[4]]);
    let ([], [u, v, w]) = dual.products([], [&a[0], &a[1], &a[2]]);
    let results = [p, q, r, s, t, u, v, w];
    for (result, expected) in results.iter().zip([12, 20, 30, 9, 49, 9, 16, 25]) {
        assert!(holds(f.equal(result, &f.small(expected))));
    }
    // A tower over it: Karatsuba's three products.
    let (fp2, dual) = (Fp2::<_, OnePlusU>::new(f), Fp2::<_, OnePlusU>::new(dual));
    let (x, y) = ([a[0], a[1]], [a[2], a[3]]);
    assert!(holds(fp2.equal(&fp2.mul(&x, &y), &dual.mul(&x, &y))));
    assert!(holds(fp2.equal(&fp2.sqr(&x), &dual.sqr(&x))));
}
