//! Paillier's encryption against num-bigint's powers and the textbook's decryption.

use crate::protocol_common::rng;
use num_bigint::BigUint;
use polylimb::authors::limb::WORD_BITS;
use polylimb::paillier::{PublicKey, SecretKey, ShortExponents};
use polylimb::{Alone, Error, Team};
use rand_core::RngCore;

fn big(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn number(n: u32) -> BigUint {
    BigUint::from(n)
}

/// `bytes` random bytes, below every modulus of more.
fn random(bytes: usize, rng: &mut impl RngCore) -> Vec<u8> {
    let mut random = vec![0; bytes];
    rng.fill_bytes(&mut random);
    random
}

/// The next probable prime by Fermat's test.
fn prime(from: &BigUint) -> BigUint {
    let is_prime =
        |p: &BigUint| [2, 3, 5].iter().all(|&a| number(a).modpow(&(p - 1u8), p) == number(1));
    (0u32..).step_by(2).map(|step| (from | number(1)) + step).find(is_prime).expect("a prime")
}

/// Keys of several sizes, one of unequal primes, and one new.
fn keys() -> Vec<SecretKey> {
    let mut rng = rng(61);
    let mut primes = |bits: &[usize; 2]| {
        bits.map(|bits| {
            let top = number(3) << (bits - 2);
            prime(&(top | big(&random((bits - 2) / 8, &mut rng)))).to_bytes_be()
        })
    };
    let mut keys: Vec<_> = [[512, 512], [500, 530], [640, 704]]
        .iter()
        .map(|bits| {
            let [p, q] = primes(bits);
            SecretKey::from_primes(&p, &q).expect("primes")
        })
        .collect();
    if WORD_BITS > 8 {
        keys.push(SecretKey::generate(2048, &mut rng).expect("a key"));
    }
    keys
}

/// The definition: `(1 + m N) r^N mod N²`.
fn encrypted(n: &BigUint, message: &[u8], randomness: &[u8]) -> BigUint {
    let square = n * n;
    (number(1) + big(message) * n) * big(randomness).modpow(n, &square) % square
}

/// The textbook's decryption by `φ(N)`: `(c^φ - 1) / N` times `1/φ` modulo `N`.
fn decrypted(key: &SecretKey, ciphertext: &[u8]) -> BigUint {
    let [p, q] = key.primes().map(|prime| big(&prime));
    let n = &p * &q;
    let order = (p - 1u8) * (q - 1u8);
    let power = big(ciphertext).modpow(&order, &(&n * &n));
    (power - 1u8) / &n * order.modinv(&n).expect("coprime") % n
}

#[test]
fn ciphertexts_and_messages_are_the_definitions() {
    let mut rng = rng(62);
    for key in keys() {
        let public = key.public_key();
        let n = big(&public.modulus());
        assert_eq!(n.bits() as usize, public.bits());
        let most = (&n - 1u8).to_bytes_be();
        let mut messages = vec![vec![0], vec![1], most.clone()];
        messages.extend((0..8).map(|_| random(public.bytes() - 1, &mut rng)));
        let rows: Vec<(Vec<u8>, Vec<u8>)> = messages
            .into_iter()
            .map(|message| (message, random(public.bytes() - 1, &mut rng)))
            .collect();
        let borrowed: Vec<(&[u8], &[u8])> = rows.iter().map(|(m, r)| (&m[..], &r[..])).collect();
        let batch = public.encrypt_all_with(&borrowed, &Alone);
        let mut sealed = vec![];
        for (&(message, randomness), ciphertext) in borrowed.iter().zip(batch) {
            let ciphertext = ciphertext.expect("below the modulus");
            assert_eq!(big(&ciphertext), encrypted(&n, message, randomness));
            assert_eq!(ciphertext.len(), public.ciphertext_bytes());
            assert_eq!(big(&decrypted(&key, &ciphertext).to_bytes_be()), big(message));
            sealed.push(ciphertext);
        }
        // One after another, the same.
        let alone = public.encrypt_with(borrowed[3].0, borrowed[3].1).expect("below the modulus");
        assert_eq!(alone, sealed[3]);
        assert_eq!(key.decrypt(&sealed[2]).expect("a ciphertext")[..], most);
        let borrowed: Vec<&[u8]> = sealed.iter().map(Vec::as_slice).collect();
        let team = Team::new(2).expect("two threads");
        for ((message, _), opened) in rows.iter().zip(key.decrypt_all(&borrowed, &team)) {
            let opened = opened.expect("a ciphertext");
            assert_eq!((big(&opened), opened.len()), (big(message), public.bytes()));
        }
    }
}

#[test]
fn sums_and_products() {
    let mut rng = rng(63);
    for key in keys() {
        let public = key.public_key();
        let n = big(&public.modulus());
        let messages: Vec<_> = (0..9).map(|_| random(public.bytes() - 1, &mut rng)).collect();
        let borrowed: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let sealed: Vec<_> = public.encrypt_all(&borrowed, &Alone, &mut rng);
        let sealed: Vec<Vec<u8>> = sealed.into_iter().map(|c| c.expect("a message")).collect();
        let all: Vec<&[u8]> = sealed.iter().map(Vec::as_slice).collect();
        let opened = |c: polylimb::Result<Vec<u8>>| decrypted(&key, &c.expect("a ciphertext"));
        let total = messages.iter().map(|m| big(m)).sum::<BigUint>() % &n;
        assert_eq!(opened(public.sum(&all)), total);
        assert_eq!(
            opened(public.add(all[0], all[1])),
            (big(&messages[0]) + big(&messages[1])) % &n
        );
        let added = public.add_message(all[0], &messages[1]);
        assert_eq!(opened(added), (big(&messages[0]) + big(&messages[1])) % &n);
        let factors = [&[0][..], &[1], &[7; 3], &messages[8]];
        let rows: Vec<_> = all.iter().copied().zip(factors).collect();
        for (i, product) in public.multiply_all(&rows, &Alone).into_iter().enumerate() {
            assert_eq!(product, public.multiply(rows[i].0, rows[i].1));
            assert_eq!(opened(product), big(&messages[i]) * big(factors[i]) % &n);
        }
        let fresh = public.refresh(all[0], &mut rng).expect("a ciphertext");
        assert!(fresh != sealed[0] && decrypted(&key, &fresh) == big(&messages[0]));
        assert_eq!(opened(public.sum(&[])), number(0));
    }
}

#[test]
fn short_exponents_hide_by_powers_of_one_base() {
    let mut rng = rng(64);
    for key in keys() {
        let fast = ShortExponents::new(key.public_key(), &mut rng).expect("a base");
        let messages: Vec<_> =
            (0..5).map(|_| random(key.public_key().bytes() - 1, &mut rng)).collect();
        let borrowed: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let mut seen = vec![fast.encrypt(&messages[0], &mut rng).expect("a message")];
        for (message, sealed) in messages.iter().zip(fast.encrypt_all(&borrowed, &Alone, &mut rng))
        {
            let sealed = sealed.expect("a message");
            assert_eq!(decrypted(&key, &sealed), big(message));
            assert!(!seen.contains(&sealed));
            seen.push(sealed);
        }
        assert_eq!(fast.exponent_bits(), key.public_key().bits().div_ceil(2));
    }
}

#[test]
fn new_keys_suit_short_exponents() {
    let key = SecretKey::generate(2048, &mut rng(65)).expect("a key");
    let [p, q] = key.primes().map(|prime| big(&prime));
    for prime in [&p, &q] {
        assert_eq!((prime.bits(), prime % 4u8), (1024, number(3)));
        assert_eq!(number(3).modpow(&(prime - 1u8), prime), number(1));
    }
    assert_eq!(key.public_key().bits(), 2048);
    let (mut a, mut b) = (p - 1u8, q - 1u8);
    while b != number(0) {
        (a, b) = (b.clone(), a % b);
    }
    assert_eq!(a, number(2));
    for bits in [0, 1024, 2046, 2049, 8194, usize::MAX] {
        assert!(matches!(SecretKey::generate(bits, &mut rng(1)), Err(Error::Key { .. })), "{bits}");
    }
}

#[test]
fn wrong_inputs() {
    let key = &keys()[0];
    let public = key.public_key();
    let n = public.modulus();
    let [p, _] = key.primes();
    let one = public.encrypt_with(&[1], &[2]).expect("a message");
    assert_eq!(public.encrypt_with(&n, &[2]), Err(Error::NotReduced { operand: "the message" }));
    assert_eq!(public.encrypt_with(&[1], &n), Err(Error::NotReduced { operand: "the randomness" }));
    assert!(matches!(public.encrypt_with(&[1], &[0, 0]), Err(Error::Parameter { .. })));
    assert!(matches!(public.encrypt_with(&[], &[2]), Err(Error::Length { .. })));
    assert_eq!(public.multiply(&one, &n), Err(Error::NotReduced { operand: "the factor" }));
    assert!(matches!(public.multiply(&one, &[]), Err(Error::Length { .. })));
    let square = (big(&n) * big(&n)).to_bytes_be();
    for wrong in [&[][..], &[0; 5], &square, &[0xff; 1000], &p] {
        assert_eq!(key.decrypt(wrong), Err(Error::Ciphertext), "{wrong:?}");
    }
    assert_eq!(public.sum(&[&one, &square]), Err(Error::Ciphertext));
    // A bad row is its own answer.
    let opened = key.decrypt_all(&[&one, &square, &p, &one], &Alone);
    assert_eq!(opened.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true]);
    assert_eq!(opened[3].as_ref().expect("a ciphertext").last(), Some(&1));
    let rows = [(&[1][..], &[2][..]), (&n, &[2]), (&[1], &[]), (&[1], &[2])];
    let sealed = public.encrypt_all_with(&rows, &Alone);
    assert_eq!((&sealed[0], &sealed[3]), (&Ok(one.clone()), &Ok(one)));
    assert!(sealed[1].is_err() && sealed[2].is_err());
    assert!(public.encrypt_all_with(&[], &Alone).is_empty());

    for wrong in [&[][..], &[0xff; 127], &[0xfe; 128], &[0xff; 1025]] {
        assert!(matches!(PublicKey::new(wrong), Err(Error::Key { .. })), "{} bytes", wrong.len());
    }
    let even = [&p[..p.len() - 1], &[2]].concat();
    for (p, q) in
        [(&p[..], &p[..]), (&p, &even), (&even, &p), (&p, &[]), (&p, &[1]), (&[0; 64], &p)]
    {
        assert!(matches!(SecretKey::from_primes(p, q), Err(Error::Key { .. })));
    }
    // A prime q = 2 k p + 1: 1/φ(N) does not exist.
    let p = prime(&(number(3) << 400));
    let related = |k: u32| &p * k * (number(1) << 220u32) + 1u8;
    let is_prime = |q: &BigUint| number(2).modpow(&(q - 1u8), q) == number(1);
    let q = (1..10_000).map(related).find(is_prime).expect("a prime").to_bytes_be();
    assert!(matches!(SecretKey::from_primes(&p.to_bytes_be(), &q), Err(Error::Key { .. })));
}
