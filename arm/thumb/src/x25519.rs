//! X25519 `[RFC7748]` by the library's ladder.

use polylimb::authors::curve::Montgomery;
use polylimb::authors::field::prime::{
    Fixed, KernelSet, PrimeParameters, WithKernel, from_hex, with_best,
};
use polylimb::authors::limb::{Bits, Word};
use polylimb::cpu::Features;

/// 2^255 - 19.
struct Prime;

impl PrimeParameters<8> for Prime {
    const NAME: &'static str = "2^255-19";
    const MODULUS: [Word; 8] =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

/// (A - 2) / 4.
const A24: u32 = 121_665;
/// The lowest bits of a scalar, which are 0.
const COFACTOR_BITS: usize = 3;

struct Multiply<'a>(&'a [Word; 8], &'a [Word; 8]);

impl WithKernel for Multiply<'_> {
    type Out = [Word; 8];

    fn call<K: KernelSet>(self, kernel: K) -> [Word; 8] {
        let field = Fixed::<8, Prime, K>::new(kernel);
        let curve = Montgomery::new(field, A24);
        let mut p = curve.ladder(self.1, Bits::with_len(self.0, 255).part(COFACTOR_BITS, 255));
        for _ in 0..COFACTOR_BITS {
            p = curve.double(&p);
        }
        field.leave(&curve.coordinate(&p))
    }
}

/// The number of 32 bytes, least significant first.
fn read(bytes: &[u8]) -> [Word; 8] {
    core::array::from_fn(|i| Word::from_le_bytes(*bytes[4 * i..].first_chunk().expect("32 bytes")))
}

/// r = the scalar, the first half of `a`, times the point whose coordinate is the other half; 0
/// where that is neutral.
pub extern "C" fn x25519(r: &mut [u8; 32], a: &[u8; 64]) {
    let (mut k, mut u) = (read(&a[..32]), read(&a[32..]));
    k[0] &= !7;
    k[7] = k[7] & 0x7fff_ffff | 0x4000_0000;
    u[7] &= 0x7fff_ffff;
    let result = with_best(Features::detect(), Multiply(&k, &u));
    for (r, word) in r.chunks_exact_mut(4).zip(result) {
        r.copy_from_slice(&word.to_le_bytes());
    }
}
