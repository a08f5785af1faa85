//! Eight Jacobian points: `crates/polylimb/src/curve/weierstrass/jacobian_eights.rs`.

use super::{JacobianEight, add, double};
use crate::field::lanes::LanePrime;
use crate::field::lanes::primes::{P256, Secp256k1};
use crate::field::lanes::proofs::{Abstract, Formula, Number, Numbers};
use crate::field::lanes::waiting::Waiting;

const D: usize = 5;
/// The largest digit of 52 bits.
const DIGIT: u64 = (1 << 52) - 1;

/// The largest top digits of a point's coordinates, of `a z⁴`, and of an element.
struct Most {
    x: u64,
    y2: u64,
    z: u64,
    azzzz: u64,
    element: u64,
}

impl Most {
    fn verify(&self, p: &JacobianEight<Abstract, D>) {
        Number::new(&p.x, 52).verify(DIGIT, self.x);
        // Of a settled number a multiply-add reads the low 52 bits; of the top digit that is all.
        for (a, most) in [(&p.y2, self.y2), (&p.z, self.z)] {
            Number::new(&a[D - 1..], 52).verify(most, most);
        }
    }

    fn theorems<P: LanePrime<D>>(&self, has_a: bool) {
        let w = Waiting::<P>::NEW;
        let f = Numbers::new(P::RADIX, &P::DIGITS, P::R_BITS);
        let name = |what| std::format!("eight points over {}: {what}", P::NAME);
        let number = |x: &Formula, most| f.digits::<D>(x, [DIGIT, most]);
        let settled = |x: &[Abstract; D]| f.value(&w.digits(x));
        // The sum has the coordinates `l² - x - u` and `l (x - x₃) - y` for the slope `l` and the
        // abscissas `x`, `u` of the summands. Here `l` is `n/z₃`, and what is multiplied by `z₃²`,
        // or twice by `z₃³`, is a polynomial.
        let verify = |p: &JacobianEight<Abstract, D>, n: &Formula, [x, u, y2]: [&Formula; 3]| {
            let x3 = &(&(n * n) - x) - u;
            f.value(&p.x).verify(&x3);
            settled(&p.y2).verify(&(&twice(&(n * &(x - &x3))) - y2));
        };
        f.prove(&name("2 p"), || {
            let [x, y2, z, azzzz] = [(); 4].map(|()| Formula::any());
            let azzzz = if has_a { azzzz } else { Formula::default() };
            let (x_, y2_, z_) = (number(&x, self.x), number(&y2, self.y2), number(&z, self.z));
            let mut p = JacobianEight { x: x_, y2: y2_, z: z_ };
            let mut next = number(&azzzz, self.azzzz);
            double(&w, &mut p, &mut next, has_a);
            self.verify(&p);
            Number::new(&next[D - 1..], 52).verify(self.azzzz, self.azzzz);
            // The slope is `(3 x² + a z⁴) / 2 y z`.
            let n = &(&twice(&(&x * &x)) + &(&x * &x)) + &azzzz;
            let yy4 = &y2 * &y2;
            settled(&p.z).verify(&(&y2 * &z));
            verify(&p, &n, [&(&x * &yy4), &(&x * &yy4), &(&yy4 * &yy4)]);
            if has_a {
                settled(&next).verify(&(&azzzz * &(&yy4 * &yy4)));
            }
        });
        f.prove(&name("a z⁴, and z for another curve"), || {
            let [z, a] = [(); 2].map(|()| Formula::any());
            let (z_, a_) = (number(&z, self.z), number(&a, self.element));
            let zzzz = w.carry(&w.sqr(&w.carry(&w.sqr(&z_))));
            let azzzz = w.carry(&w.mul(&a_, &zzzz));
            let moved = w.carry(&w.mul(&z_, &a_));
            Number::new(&azzzz[D - 1..], 52).verify(self.azzzz, self.azzzz);
            Number::new(&moved[D - 1..], 52).verify(self.z, self.z);
            settled(&azzzz).verify(&(&a * &(&(&z * &z) * &(&z * &z))));
            settled(&moved).verify(&(&z * &a));
        });
        for (negative, sign) in [(0, 1), (u8::MAX, -1)] {
            f.prove(&name("p + q"), || {
                let [x, y2, own, z, u, v] = [(); 6].map(|()| Formula::any());
                let (x_, y2_, z_) =
                    (number(&x, self.x), number(&y2, self.y2), number(&own, self.z));
                let p = JacobianEight { x: x_, y2: y2_, z: z_ };
                let entry = [&u, &v].map(|c| number(c, self.element));
                let sum = add::<_, P, D>(&p, &number(&z, self.z), &entry, negative);
                self.verify(&sum);
                // The slope is `(v - y / z³) / (u - x / z²)`, with the denominator `2 z h`.
                let (zz, v2) = (&z * &z, v.scale(&(2 * sign).into()));
                let n = &(&v2 * &(&z * &zz)) - &y2;
                let h = &(&u * &zz) - &x;
                let hh4 = twice(&twice(&(&h * &h)));
                settled(&sum.z).verify(&twice(&(&own * &h)));
                let yhhh8 = twice(&(&y2 * &(&hh4 * &h)));
                verify(&sum, &n, [&(&x * &hh4), &(&(&u * &zz) * &hh4), &yhhh8]);
            });
        }
    }
}

fn twice(x: &Formula) -> Formula {
    x.scale(&2.into())
}

#[test]
fn formulas_of_points() {
    let settled = (1 << 48) + (1 << 21);
    let element = 4 << 48;
    // Of secp256k1 every settled number is small.
    Most { x: settled, y2: settled, z: settled, azzzz: settled, element: settled }
        .theorems::<Secp256k1>(false);
    // In quarters of the prime's top digit.
    Most { x: settled, y2: 32 << 46, z: 20 << 46, azzzz: 6 << 46, element }.theorems::<P256>(true);
}
