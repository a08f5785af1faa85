//! Point arithmetic with its independent products on two cores, by `DualCore` under the Jacobian
//! formulas, compared with one core.

use super::Curve;
use crate::failure::{Failure, Result};
use crate::registry;
use crate::study::two_cores::{Compared, compare, sink, with_two};
use polylimb::Split;
use polylimb::authors::curve::{AffinePoint, Curve as Equation, Group, Jacobian, Vartime};
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::Prime;
use polylimb::authors::limb::{Kernel, Natural, Word};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::cpu::Features;
use polylimb_catalogue::dual_core::DualCore;
use std::hint::black_box;
use std::sync::Arc;

/// A prime field over the profile's multiplication, in numbers of `N` words.
type Over<const N: usize> = Prime<N, Arc<dyn ModMul>>;

/// Numbers of 256, 521 and 1536 bits, as words or as digits of 52 bits.
const SMALL: usize = 5;
const MEDIUM: usize = 11;
const LARGE: usize = 30;

/// A pair of products, a doubling and an addition, by the best multiplication on one thread.
///
/// # Errors
/// [`Failure::Run`] if there is no second thread, or if its result differs; for a curve larger than
/// the largest of `[Arruda2014]`.
pub fn measure(curve: &Curve) -> Result<Vec<Compared>> {
    let prime = curve.parameters.prime();
    let kernel = Kernel::best(Features::detect());
    let entry = registry::best(Natural::from_words(prime).bits_vartime(), true, kernel)?;
    let modmul: Arc<dyn ModMul> = entry.build(&Request { kernel, ..Request::new(prime) })?.into();
    let words = modmul.residue_words().max(prime.len());
    with_two(|split| {
        if words <= SMALL {
            over::<SMALL>(curve, modmul, split)
        } else if words <= MEDIUM {
            over::<MEDIUM>(curve, modmul, split)
        } else if words <= LARGE {
            over::<LARGE>(curve, modmul, split)
        } else {
            Err(Failure::usage("--operations takes curves of up to 1536 bits"))
        }
    })
}

fn over<const N: usize>(
    curve: &Curve,
    modmul: Arc<dyn ModMul>,
    split: &dyn Split,
) -> Result<Vec<Compared>> {
    let (f, other) = (Over::<N>::new(Arc::clone(&modmul))?, Over::<N>::new(modmul)?);
    let enter =
        |number: &[Word]| f.enter(&Natural::from_words(number).to_words(f.modulus().len())?);
    let [x, y] = curve.parameters.generator().map(enter);
    let [a, b] = curve.parameters.coefficients().map(enter);
    let (x, y, a, b) = (x?, y?, a?, b?);
    let shape = curve.parameters.shape();
    let dual = DualCore::new(other, split);
    let pair =
        compare("2 products", &mut || sink(f.products([(&x, &y), (&y, &x)], [])), &mut || {
            sink(dual.products([(&x, &y), (&y, &x)], []));
        });
    let one = Vartime::<_, Jacobian>::new(Equation::new(f, a, b, shape));
    let two = Vartime::<_, Jacobian>::new(Equation::new(dual, a, b, shape));
    let (p, p2) = (one.lift(&AffinePoint::new(x, y)), two.lift(&AffinePoint::new(x, y)));
    let (d, d2) = (one.double(&p), two.double(&p2));
    let (s, s2) = (one.add(&d, &p), two.add(&d2, &p2));
    // Both hold residues of one multiplication.
    if !one.equal(&s, &s2).to_bool_vartime() {
        return Err(Failure::run("two cores compute another sum of points than one"));
    }
    Ok(vec![
        pair,
        compare("doubling", &mut || sink(one.double(black_box(&s))), &mut || {
            sink(two.double(black_box(&s2)));
        }),
        compare("addition", &mut || sink(one.add(black_box(&s), &d)), &mut || {
            sink(two.add(black_box(&s2), &d2));
        }),
    ])
}
