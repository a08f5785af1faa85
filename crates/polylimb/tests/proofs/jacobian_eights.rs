//! Eight Jacobian points: `crates/polylimb/src/curve/weierstrass/jacobian_eights.rs`.

use super::{JacobianEight, add, double};
use crate::field::lanes::LanePrime;
use crate::field::lanes::primes::{P256, Secp256k1};
use crate::field::lanes::proofs::{Abstract, Number, prove_ranges};
use crate::field::lanes::waiting::Waiting;

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
