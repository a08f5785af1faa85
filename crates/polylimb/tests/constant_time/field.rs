//! The fixed prime fields on every kernel set, and `Prime` over a chosen multiplication, with
//! secret elements.
//!
//! Whether bytes are below the prime is public, so a check of that may show once.

use super::common::{big, residue, rng, words};
use super::{public, quiet, secret};
use crate::memcheck::{hide, is_secret, leaks, reveal};
use polylimb::authors::field::prime::{
    Fixed, ForEachPrime, KernelSet, Portable, Prime, PrimeParameters, for_each_prime,
};
use polylimb::authors::field::{Encoding, SquareRoot, invert_all};
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, Request};

/// Every method of the field on secret elements.
fn check<const N: usize, F>(what: &str, f: &F, p: &[Word])
where
    F: Encoding<El = [Word; N], Mask = Mask> + SquareRoot,
{
    let mut rng = rng(p.len() as u64);
    let mut secret_element = || {
        let plain = residue(&mut rng, p);
        let mut bytes: Vec<u8> =
            plain.iter().flat_map(|w| w.to_le_bytes()).take(f.encoded_bytes()).collect();
        bytes.resize(f.encoded_bytes(), 0);
        let mut a = f.decode(&bytes).expect("below the prime");
        hide(&mut a);
        (a, big(&plain))
    };
    let ((a, x), (b, y)) = (secret_element(), secret_element());
    let condition = Mask::from_bit(secret(vec![1])[0]);
    let mut r = f.zero();
    quiet(&format!("{what}: products"), || {
        let (ab, aa) = (f.mul(&a, &b), f.sqr(&a));
        r = f.reduce(
            &f.sub_wide(&f.add_wide(&f.mul_wide(&ab, &b), &f.sqr_wide(&aa)), &f.mul_wide(&a, &b)),
        );
    });
    assert!(is_secret(&r), "{what}: the result was taken for public");
    reveal(&mut r);
    let mut bytes = vec![0; f.encoded_bytes()];
    f.encode(&mut bytes, &r).expect("the length is right");
    let p_big = big(p);
    let expected = (&x * &y * &y + &x * &x * &x * &x + &p_big * &p_big - &x * &y) % &p_big;
    assert_eq!(num_bigint::BigUint::from_bytes_le(&bytes), expected, "{what}");

    let mut verdict = Mask::FALSE;
    quiet(&format!("{what}: sums, comparisons, selection"), || {
        let (mut c, mut d) = (f.sub(&f.add(&a, &b), &f.double(&a)), f.neg(&f.halve(&b)));
        f.swap_if(condition, &mut c, &mut d);
        verdict = f.equal(&c, &d) ^ f.is_zero(&f.mul_small(&f.select(condition, &c, &d), 121_665));
    });
    assert!(is_secret(&[verdict.word()]));
    quiet(&format!("{what}: inverse"), || r = f.inv0(&a));
    let mut two = [a, f.sub(&a, &a)];
    quiet(&format!("{what}: inverses of two, one of them 0"), || {
        invert_all(f, &mut two, &mut [f.zero(); 2]);
    });
    quiet(&format!("{what}: square root"), || (r, verdict) = f.sqrt(&a));
    assert!(is_secret(&[verdict.word()]));
    quiet(&format!("{what}: encode"), || f.encode_be(&mut bytes, &a).expect("the length is right"));
    let shown = leaks(|| _ = f.decode_be(&bytes));
    assert!(shown <= 1, "{what}: decode showed {shown} things, not just validity");
}

fn every_prime<K: KernelSet>(kernel: K) -> usize {
    struct Each<K>(K, usize);
    impl<K: KernelSet> ForEachPrime for Each<K> {
        fn call<const N: usize, P: PrimeParameters<N>>(&mut self) {
            let f = Fixed::<N, P, K>::new(self.0);
            check(&format!("{}, {}", P::NAME, K::NAME), &f, &P::MODULUS);
            self.1 += 1;
        }
    }
    let mut each = Each(kernel, 0);
    for_each_prime(&mut each);
    each.1
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
#[allow(unused_mut, reason = "only words of 64 bits have another kernel set")]
fn fixed_prime_fields() {
    // Before there are secrets: the C library reads beyond a variable's name.
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    let features = crate::memcheck::features();
    let mut fields = every_prime(Portable);
    let mut names = vec![Portable::NAME];
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    if let Some(kernel) = polylimb::authors::field::prime::Mulx::available(features) {
        fields += every_prime(kernel);
        names.push(polylimb::authors::field::prime::Mulx::NAME);
    }
    println!("kernel sets: {}", names.join(" "));
    assert_eq!(fields, 24 * names.len());
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn primes_over_a_multiplication() {
    crate::memcheck::tell_features();
    const N: usize = 256 / WORD_BITS;
    let one = num_bigint::BigUint::from(1u32);
    let p = words(&((&one << 255u32) - 19u32), N);
    let modmul =
        Entry::find("montgomery-sos").expect("registered").build(&Request::new(&p)).expect("odd");
    check::<N, _>("Prime, montgomery-sos", &Prime::new(modmul).expect("fits"), &p);
    assert_eq!(public(&p), p);
}
