//! Powers on the checked face, and with a known base or known factors: the comb of a fixed base,
//! and the private operation of RSA.
//!
//! The validity of an input is public, as in the checked faces; so is `n`, once it has been
//! computed.

use super::common::{big, modulus, operand, residue, rng, words};
use super::memcheck::{hide, is_secret, leaks};
use super::modmul::secret_modulus;
use super::{public, quiet, secret};
use polylimb::authors::limb::{Natural, WORD_BITS, Word};
use polylimb::authors::powm::fixed_base;
use polylimb::modmul::{Modulus, OddModulus, Options};
use polylimb::powm::{CrtModulus, Exponent};
use polylimb::{Alone, Split};
use rand_chacha::ChaCha8Rng;
use rand_core::{CryptoRng, RngCore};
use std::sync::Arc;

/// Odd and even moduli, which are secret too.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn powers_on_the_checked_face() {
    crate::memcheck::tell_features();
    let mut rng = rng(81);
    for (bits, odd) in [(192, true), (521, true), (256, false)] {
        let mut plain_m = modulus(&mut rng, bits, odd);
        plain_m[0] = (plain_m[0] & !1) | Word::from(odd);
        let m = Modulus::new(&secret_modulus(&plain_m, bits), &Options::default()).expect("not 0");
        let base = m.residue(&secret(residue(&mut rng, &plain_m))).expect("reduced");
        let e = secret(operand(&mut rng, 128 / WORD_BITS));
        let mut power = vec![];
        quiet(&format!("Residue::pow, {bits} bits, odd: {odd}"), || {
            power = base.pow(&e).expect("an exponent").to_words();
        });
        assert!(is_secret(&power));
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn fixed_base_comb() {
    crate::memcheck::tell_features();
    let method =
        polylimb::authors::powm::fixed_base::Entry::find("lim-lee-comb").expect("registered");
    let mut checked = 0;
    for bits in [128, 521] {
        let mut rng = rng(bits as u64);
        let m = modulus(&mut rng, bits, true);
        let modmul = Modulus::new(&m, &Options::default()).expect("not 0").modmul().clone();
        let plain = residue(&mut rng, &m);
        let mut base = vec![0; modmul.residue_words()];
        modmul.enter(&mut base, &secret(plain.clone()), &mut vec![0; modmul.scratch_words()]);
        let e = operand(&mut rng, m.len());
        let hidden = secret(e.clone());
        for (threads, max_entries) in [(1, 16), (3, 100)] {
            let split = super::splits::Shuffled::new(threads);
            let split: &dyn Split = if threads == 1 { &Alone } else { &split };
            let (modmul, base) = (modmul.clone(), &base[..]);
            let request = fixed_base::Request { modmul, base, bits, threads, max_entries };
            let mut r = vec![0; base.len()];
            quiet(&format!("comb, {bits} bits, {threads} threads"), || {
                if let Ok(prepared) = method.prepare(&request) {
                    prepared.pow(&mut r, Exponent::with_len(&hidden, bits), split);
                }
            });
            assert!(is_secret(&r), "the power was taken for public");
            let mut power = vec![0; m.len()];
            let mut scratch = vec![0; request.modmul.scratch_words()];
            request.modmul.leave(&mut power, &r, &mut scratch);
            let low = big(&e) % (big(&[1]) << bits);
            assert_eq!(big(&public(&power)), big(&plain).modpow(&low, &big(&m)));
            checked += 1;
        }
    }
    assert_eq!(checked, 4);
}

/// A generator whose numbers are secret.
pub(crate) struct SecretRng(pub(crate) ChaCha8Rng);

impl RngCore for SecretRng {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
        hide(bytes);
    }
}

impl CryptoRng for SecretRng {}

/// A key with two primes, and one with three whose sizes differ: the primes, their private
/// exponents, the public one, an operand and its power.
fn rsa_keys() -> impl Iterator<Item = ([Vec<Vec<Word>>; 2], [Vec<Word>; 3])> {
    let lines = include_str!("../vectors/rsa.txt").lines().filter(|line| !line.starts_with('#'));
    let hex = |text: &str| Natural::parse(&format!("0x{text}")).expect("a number").words().to_vec();
    let ends = [lines.clone().next(), lines.clone().next_back()];
    ends.into_iter().flatten().map(move |line| {
        let fields: Vec<_> = line.split(' ').collect();
        let lists = [1, 2].map(|i| fields[i].split(',').map(hex).collect());
        (lists, [0, 3, 4].map(|i| hex(fields[i])))
    })
}

/// With their lengths public, and that they are odd.
fn hidden_primes(primes: &[Vec<Word>]) -> Vec<Vec<Word>> {
    let bits = |p: &Vec<Word>| Natural::from_words(p.clone()).bits_vartime();
    primes.iter().map(|p| secret_modulus(p, bits(p))).collect()
}

/// For Valgrind the modulus is secret, as the product of secrets.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn rsa_from_primes() {
    crate::memcheck::tell_features();
    for ([primes, _], [e, x, _]) in rsa_keys() {
        let hidden = hidden_primes(&primes);
        let hidden: Vec<&[Word]> = hidden.iter().map(Vec::as_slice).collect();
        let options = Options::default();
        // The facts that a modulus of n's length shows are public: the length in bits.
        let hidden_n = secret(words(&primes.iter().map(|p| big(p)).product(), x.len()));
        let of_n = leaks(|| drop(Modulus::new(&hidden_n, &Options::default())));
        let shown = leaks(|| drop(CrtModulus::from_primes(&hidden, &e, &options)));
        // For each prime: e and p - 1 coprime, the inverse of e reduced, d below p, coprime to the
        // previous primes, and the inverse reduced.
        let valid = 5 * primes.len();
        // Loops over the length of n test for their end thousands of times, in each case a few
        // more.
        assert!(
            shown <= of_n + valid + of_n / 100,
            "making the key showed {shown} things, {of_n} of n"
        );
    }
}

/// The modulus is public from where it is made.
#[test]
#[ignore = "needs AVX-512: scripts/machine-code"]
fn new_modulus_of_primes() {
    for ([primes, _], [e, x, y]) in rsa_keys() {
        let hidden = hidden_primes(&primes);
        let hidden: Vec<&[Word]> = hidden.iter().map(Vec::as_slice).collect();
        let mut key = None;
        let shown = leaks(|| key = CrtModulus::from_primes(&hidden, &e, &Options::default()).ok());
        // As above, and that each exponent is odd.
        assert!(shown <= 6 * primes.len(), "making the key showed {shown} things");
        let result = key.expect("a valid key").private(&secret(x), &mut SecretRng(rng(5)));
        let result = result.expect("a right result");
        assert!(is_secret(&result), "the result was taken for public");
        assert_eq!(big(&public(&result)), big(&y));
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn rsa_by_the_chinese_remainder_theorem() {
    crate::memcheck::tell_features();
    let mut checked = 0;
    for ([primes, exponents], [e, x, y]) in rsa_keys() {
        let hidden = hidden_primes(&primes);
        let mut options = Options::default();
        options.team = Some(Arc::new(super::splits::Shuffled::new(2)));
        let n = words(&primes.iter().map(|p| big(p)).product(), x.len());
        let n = Modulus::new(&n, &Options::default()).expect("not 0");
        let exponents: Vec<_> = exponents.into_iter().map(secret).collect();
        let exponents: Vec<&[Word]> = exponents.iter().map(Vec::as_slice).collect();
        let mut key = None;
        let shown = leaks(|| {
            let modulus = |p: &Vec<Word>| OddModulus::new(p, &Options::default());
            let factors = hidden.iter().map(modulus).collect::<Result<Vec<_>, _>>();
            let factors = factors.expect("odd");
            key = CrtModulus::over(n, &factors, &exponents, &e, &options).ok();
        });
        // For each prime: its exponent below it and odd, coprime to the previous ones, their
        // inverse reduced; and n their product.
        assert!(shown <= 4 * primes.len() + 1, "the key showed {shown} things, not just validity");
        let key = key.expect("a valid key");
        let mut rng = SecretRng(rng(5));
        let hidden_x = secret(x.clone());
        let mut result = None;
        let shown = leaks(|| result = key.private(&hidden_x, &mut rng).ok());
        // x, the mask, the combined powers below n, y^e = x; and for each prime: the blinded
        // operand, the power and the recombined number below p.
        let valid = 4 + 3 * primes.len();
        assert!(shown <= valid, "the private operation showed {shown} things, not just validity");
        let result = result.expect("a right result");
        assert!(is_secret(&result), "the result was taken for public");
        assert_eq!(big(&public(&result)), big(&y));
        checked += 1;
    }
    assert_eq!(checked, 2);
}

/// Both powers of a key side by side, on the portable twins of the vectors.
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn two_powers_side_by_side() {
    crate::memcheck::tell_features();
    let (mut rng, bits) = (rng(91), 1024);
    let plain: Vec<[Vec<Word>; 3]> = (0..2)
        .map(|_| {
            let m = modulus(&mut rng, bits, true);
            let base = residue(&mut rng, &m);
            [m, base, operand(&mut rng, 1)]
        })
        .collect();
    let hidden = [0, 1].map(|i: usize| {
        let [m, base, exponent]: &[Vec<Word>; 3] = &plain[i];
        [secret_modulus(m, bits), secret(base.clone()), secret(exponent.clone())]
    });
    let mut powers = Vec::new();
    quiet("two powers side by side", || {
        let [moduli, bases, exponents] = [0, 1, 2].map(|k| [&hidden[0][k][..], &hidden[1][k]]);
        let exponents = exponents.map(Exponent::new);
        let both = polylimb::authors::twins::two_powers(moduli, bases, exponents);
        powers.extend(both.into_iter().flatten());
    });
    for (power, [m, base, exponent]) in powers.iter().zip(plain.iter().cycle()) {
        assert!(is_secret(power), "the power was taken for public");
        assert_eq!(big(&public(power)), big(base).modpow(&big(exponent), &big(m)));
    }
}
