//! Products, squares, sums and differences modulo 2^255 - 19 and the prime of P-256, to meet the
//! rare carries of the kernels.

use polylimb::authors::field::Field;
use polylimb::authors::field::prime::{
    Fixed, KernelSet, P256, PrimeParameters, WithKernel, from_hex, with_best,
};
use polylimb::authors::limb::Word;
use polylimb::cpu::Features;

struct Prime;

impl PrimeParameters<8> for Prime {
    const NAME: &'static str = "2^255-19";
    const MODULUS: [Word; 8] =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

struct All<'a>(&'a [[Word; 8]; 2]);

fn all<P: PrimeParameters<8>, K: KernelSet>(
    f: &Fixed<8, P, K>,
    numbers: &[[Word; 8]; 2],
) -> [[Word; 8]; 4] {
    let [a, b] = numbers.each_ref().map(|number| f.enter_mod(number));
    [f.mul(&a, &b), f.sqr(&a), f.add(&a, &b), f.sub(&a, &b)].map(|r| f.leave(&r))
}

impl WithKernel for All<'_> {
    type Out = [[[Word; 8]; 4]; 2];

    fn call<K: KernelSet>(self, kernel: K) -> Self::Out {
        [all(&Fixed::<8, Prime, K>::new(kernel), self.0), all(&P256::new(kernel), self.0)]
    }
}

/// r = `a b`, `a²`, `a + b` and `a - b` of two numbers modulo each prime; lowest bytes first.
pub extern "C" fn operations(r: &mut [u8; 256], a: &[u8; 64]) {
    let word = |at: usize| Word::from_le_bytes(*a[at..].first_chunk().expect("a request"));
    let numbers = [0, 32].map(|from| core::array::from_fn(|i| word(from + 4 * i)));
    let results = with_best(Features::detect(), All(&numbers));
    for (r, word) in r.chunks_exact_mut(4).zip(results.as_flattened().as_flattened()) {
        r.copy_from_slice(&word.to_le_bytes());
    }
}
