//! Eight Jacobian points: `crates/polylimb/src/curve/weierstrass/jacobian_eights.rs`.

use super::{JacobianEight, add, double};
use crate::field::lanes::LanePrime;
use crate::field::lanes::primes::{P256, Secp256k1};
use crate::field::lanes::proofs::formulas::Modulo;
use crate::field::lanes::proofs::{Abstract, Number, prove_ranges};
use crate::field::lanes::waiting::Waiting;
use num_bigint::BigInt;

const D: usize = 5;
/// The largest digit of 52 bits.
const DIGIT: u64 = (1 << 52) - 1;

fn number(most_top: u64) -> [Abstract; D] {
    core::array::from_fn(|k| Abstract::variable(0, if k + 1 < D { DIGIT } else { most_top }))
}

/// The largest top digits of a point's coordinates, of `a z⁴`, and of an element.
struct Most {
    x: u64,
    y2: u64,
    z: u64,
    azzzz: u64,
    element: u64,
}

impl Most {
    fn point(&self) -> JacobianEight<Abstract, D> {
        JacobianEight { x: number(self.x), y2: number(self.y2), z: number(self.z) }
    }

    fn verify(&self, p: &JacobianEight<Abstract, D>) {
        Number::new(&p.x, 52).verify(DIGIT, self.x);
        // Of a settled number a multiply-add reads the low 52 bits; of the top digit that is all.
        for (a, most) in [(&p.y2, self.y2), (&p.z, self.z)] {
            Number::new(&a[D - 1..], 52).verify(most, most);
        }
    }

    fn theorems<P: LanePrime<D>>(&self, has_a: bool) {
        let f = Waiting::<P>::NEW;
        let name = |what| std::format!("eight points over {}: {what}", P::NAME);
        prove_ranges(&name("2 p"), || {
            let (mut p, mut azzzz) = (self.point(), number(self.azzzz));
            double(&f, &mut p, &mut azzzz, has_a);
            self.verify(&p);
            Number::new(&azzzz[D - 1..], 52).verify(self.azzzz, self.azzzz);
        });
        prove_ranges(&name("a z⁴, and z for another curve"), || {
            let z = number(self.z);
            let zzzz = f.carry(&f.sqr(&f.carry(&f.sqr(&z))));
            let azzzz = f.carry(&f.mul(&number(self.element), &zzzz));
            let moved = f.carry(&f.mul(&z, &number(self.element)));
            Number::new(&azzzz[D - 1..], 52).verify(self.azzzz, self.azzzz);
            Number::new(&moved[D - 1..], 52).verify(self.z, self.z);
        });
        for negative in [0, u8::MAX] {
            prove_ranges(&name("p + q"), || {
                let entry = [number(self.element), number(self.element)];
                let sum = add::<_, P, D>(&self.point(), &number(self.z), &entry, negative);
                self.verify(&sum);
            });
        }
    }
}

#[test]
fn points_keep_their_ranges() {
    let settled = (1 << 48) + (1 << 21);
    let element = 4 << 48;
    // Of secp256k1 every settled number is small.
    Most { x: settled, y2: settled, z: settled, azzzz: settled, element: settled }
        .theorems::<Secp256k1>(false);
    // In quarters of the prime's top digit.
    Most { x: settled, y2: 32 << 46, z: 20 << 46, azzzz: 6 << 46, element }.theorems::<P256>(true);
}

/// With the slope `l = n / s`, which is `(3 x² + a) / 2y` or `(v - y) / (u - x)`, `2 (x, y)` and
/// `(x, y) + (u, v)` are `(l² - x - u, l (x - x₃) - y)`, where `u` is `x` for the double.
fn formulas<P: LanePrime<D>>(has_a: bool) {
    let (w, mut f) = (Waiting::<P>::NEW, Modulo::new::<P>());
    for _ in 0..8 {
        let [x, y, z, u, v, c, a] = f.any();
        let a = if has_a { a } else { BigInt::ZERO };
        // The point whose third coordinate is `z` on the curve of `(x, y)`, and `own` on its own.
        let point = |own: &BigInt| JacobianEight {
            x: f.element(&(&x * &z * &z)),
            y2: f.element(&(2 * &y * &z * &z * &z)),
            z: f.element(own),
        };
        // `c` times the third coordinate is that on the other curve.
        let verify = |p: &JacobianEight<_, D>, c: &BigInt, u: &BigInt, [n, s]: [&BigInt; 2]| {
            let [px, py, pz] = [p.x, w.digits(&p.y2), w.digits(&p.z)].map(|c| f.number(&c));
            let (pz, ss) = (pz * c, s * s);
            let x3 = n * n - (&x + u) * &ss;
            let y3 = n * (&x * &ss - &x3) - &y * &ss * s;
            f.verify([&px, &(&pz * &pz)], [&x3, &ss]);
            f.verify([&py, &(2 * &pz * &pz * &pz)], [&y3, &(ss * s)]);
            pz
        };
        let (mut p, mut azzzz) = (point(&z), f.element(&(&a * z.pow(4))));
        double(&w, &mut p, &mut azzzz, has_a);
        let z3 = verify(&p, &1.into(), &x, [&(3 * &x * &x + &a), &(2 * &y)]);
        if has_a {
            f.verify([&f.number(&w.digits(&azzzz)), &1.into()], [&(&a * z3.pow(4)), &1.into()]);
        }
        for (negative, v3) in [(0, v.clone()), (u8::MAX, -&v)] {
            let (own, entry) = (f.quotient(&z, &c), [&u, &v].map(|c| f.element(c)));
            let sum = add::<_, P, D>(&point(&own), &f.element(&z), &entry, negative);
            _ = verify(&sum, &c, &u, [&(v3 - &y), &(&u - &x)]);
        }
    }
}

#[test]
fn formulas_of_points() {
    formulas::<Secp256k1>(false);
    formulas::<P256>(true);
}
