//! ECDH on P-256 by the library's windows and formulas.

use polylimb::authors::curve::{AffinePoint, Coefficient, Complete, Curve};
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::{
    KernelSet, P256, P256Order, Portable, WithKernel, from_hex, with_best,
};
use polylimb::authors::limb::{Word, less_than};
use polylimb::authors::multiply::regular_window;
use polylimb::cpu::Features;

const B: [Word; 8] = from_hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
const ORDER: [Word; 8] = P256Order::<Portable>::MODULUS;

/// A scalar and a point.
struct Agree<'a>(&'a [Word; 8], [[Word; 8]; 2]);

impl WithKernel for Agree<'_> {
    type Out = [Word; 8];

    fn call<K: KernelSet>(self, kernel: K) -> [Word; 8] {
        let f = P256::new(kernel);
        let (Ok(x), Ok(y)) = (f.enter(&self.1[0]), f.enter(&self.1[1])) else { return [0; 8] };
        let curve = Curve::new(f, f.neg(&f.small(3)), f.enter_mod(&B), Coefficient::MinusThree);
        if !curve.contains(&x, &y).to_bool_vartime() {
            return [0; 8];
        }
        let group = Complete::new(curve);
        let p = regular_window::<8, 8, _>(&group, &ORDER, self.0, &AffinePoint::new(x, y));
        f.leave(&f.mul(&p.x, &f.inv0(&p.z)))
    }
}

/// The number of 32 bytes, most significant first.
fn read(bytes: &[u8]) -> [Word; 8] {
    core::array::from_fn(|i| {
        Word::from_be_bytes(*bytes[28 - 4 * i..].first_chunk().expect("32 bytes"))
    })
}

/// r = the shared secret of ECDH for a secret key and the coordinates of a public key in `a`; 0 for
/// a key out of range and a point that is not on the curve.
pub extern "C" fn agree(r: &mut [u8; 32], a: &[u8; 96]) {
    let k = read(&a[..32]);
    let mut x = [0; 8];
    if less_than(&k, &ORDER).to_bool_vartime() {
        x = with_best(Features::detect(), Agree(&k, [read(&a[32..64]), read(&a[64..])]));
    }
    for (r, word) in r.rchunks_exact_mut(4).zip(x) {
        r.copy_from_slice(&word.to_be_bytes());
    }
}
