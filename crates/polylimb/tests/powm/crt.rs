//! The private operation of RSA by the Chinese remainder theorem: known answers, num-bigint,
//! faults, wrong keys.

use crate::common::{Zeros, below, big, rng, words};
use crate::hooked::Hooked;
use crate::splits::Shuffled;
use num_bigint::BigUint;
use polylimb::authors::limb::{Natural, WORD_BITS, Word};
use polylimb::modmul::{Modulus, OddModulus, Options};
use polylimb::powm::CrtModulus;
use polylimb::{Error, Split, Team};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn secure_rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(61)
}

/// `text` in hexadecimal.
fn hex(text: &str) -> Vec<Word> {
    Natural::parse(&format!("0x{text}")).expect("hexadecimal").words().to_vec()
}

fn slices(numbers: &[Vec<Word>]) -> Vec<&[Word]> {
    numbers.iter().map(Vec::as_slice).collect()
}

struct KnownAnswer {
    e: Vec<Word>,
    primes: Vec<Vec<Word>>,
    exponents: Vec<Vec<Word>>,
    x: Vec<Word>,
    y: Vec<Word>,
}

fn known_answers() -> Vec<KnownAnswer> {
    let list = |text: &str| text.split(',').map(hex).collect();
    let lines = include_str!("../vectors/rsa.txt").lines().filter(|line| !line.starts_with('#'));
    let answer = |line: &str| {
        let fields: Vec<_> = line.split(' ').collect();
        let [e, primes, exponents, x, y] = fields[..] else { panic!("five fields: {line}") };
        KnownAnswer {
            e: hex(e),
            primes: list(primes),
            exponents: list(exponents),
            x: hex(x),
            y: hex(y),
        }
    };
    lines.map(answer).collect()
}

#[test]
fn known_answers_of_openssl() {
    let team: Arc<dyn Split> = Arc::new(Team::new(2).unwrap());
    let mut rng = secure_rng();
    let mut compared = 0;
    for (i, known) in known_answers().iter().enumerate() {
        let primes = slices(&known.primes);
        let team = (i % 2 == 1).then(|| team.clone());
        let mut options = Options::default();
        options.team = team;
        let keys = [
            CrtModulus::new(&primes, &slices(&known.exponents), &known.e, &options).unwrap(),
            CrtModulus::from_primes(&primes, &known.e, &options).unwrap(),
        ];
        for key in keys {
            assert_eq!(big(&key.private(&known.x, &mut rng).unwrap()), big(&known.y));
            assert_eq!(big(&key.public(&known.y).unwrap()), big(&known.x));
            compared += 1;
        }
    }
    assert_eq!(compared, 22);
}

/// A prime of `bits` bits for which 65537 or a smaller prime can be a public exponent.
fn prime(rng: &mut impl RngCore, bits: u64, e: &BigUint) -> BigUint {
    let one = BigUint::from(1u32);
    loop {
        let mut bytes = vec![0; bits.div_ceil(8) as usize];
        rng.fill_bytes(&mut bytes);
        let mut p = BigUint::from_bytes_le(&bytes) % (&one << bits);
        p.set_bit(bits - 1, true);
        p.set_bit(0, true);
        let below = &p - 1u32;
        // Fermat's test to three bases; random composites practically never pass it.
        let passes = |a: u32| p > BigUint::from(a) && BigUint::from(a).modpow(&below, &p) == one;
        let is_prime = if bits < 16 {
            (2..1 << bits.div_ceil(2))
                .all(|d: u32| BigUint::from(d) >= p || &p % d != BigUint::ZERO)
        } else {
            [2, 3, 5].into_iter().all(passes)
        };
        if is_prime && e.modinv(&below).is_some() {
            return p;
        }
    }
}

#[test]
fn primes_of_all_sizes_agree_with_num_bigint() {
    let mut rng = rng(62);
    let mut random = secure_rng();
    let mut compared = 0;
    for sizes in [
        &[3, 5][..],
        &[2, 7],
        &[7, 2],
        &[16, 9],
        &[64, 64],
        &[65, 63],
        &[63, 190],
        &[200, 40],
        &[257, 255],
        &[12, 13, 14],
        &[100, 100, 100],
        &[30, 129, 64, 20],
    ] {
        for e in [3u32, 17, 65537] {
            let big_e = BigUint::from(e);
            let mut primes: Vec<BigUint> = vec![];
            while primes.len() < sizes.len() {
                let p = prime(&mut rng, sizes[primes.len()], &big_e);
                if !primes.contains(&p) {
                    primes.push(p);
                }
            }
            let n: BigUint = primes.iter().product();
            let lambda: BigUint = primes.iter().map(|p| p - 1u32).product();
            let d = big_e.modinv(&lambda).expect("coprime");
            let words_of = |p: &BigUint| words(p, (p.bits() as usize).div_ceil(WORD_BITS));
            let words_of_primes: Vec<_> = primes.iter().map(words_of).collect();
            let split: Arc<dyn Split> = Arc::new(Shuffled::new(1 + below(&mut rng, 3)));
            let mut options = Options::default();
            options.team = Some(split);
            let e_words = words_of(&big_e);
            let key =
                CrtModulus::from_primes(&slices(&words_of_primes), &e_words, &options).unwrap();
            assert_eq!(big(key.modulus().as_words()), n);
            let edges =
                [BigUint::ZERO, BigUint::from(1u32), &n - 1u32, primes[0].clone(), &n / &primes[0]];
            let others = (0..3).map(|_| BigUint::from(rng.next_u64()).pow(8) % &n);
            for x in edges.into_iter().chain(others) {
                let mut padded = words(&x, key.modulus().as_words().len());
                padded.push(0);
                let y = key.private(&padded, &mut random).unwrap();
                assert_eq!(big(&y), x.modpow(&d, &n), "{x}^(1/{e}) mod {n}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 280, "only {compared} results compared");
}

/// Each multiplication in a factor's part in turn gives a wrong bit: no wrong result ever comes
/// out, and every fault is detected unless its result is not used.
#[test]
fn a_flipped_bit_anywhere_never_comes_out() {
    let known = &known_answers()[2];
    let count = Arc::new(AtomicUsize::new(0));
    let target = Arc::new(AtomicUsize::new(usize::MAX));
    let factors: Vec<_> = known
        .primes
        .iter()
        .enumerate()
        .map(|(i, prime)| {
            let plain = Modulus::new(prime, &Options::default()).unwrap();
            let (count, target) = (count.clone(), target.clone());
            let hook = move |_, r: &mut [Word]| {
                if i == 1 && count.fetch_add(1, Relaxed) == target.load(Relaxed) {
                    r[0] ^= 2;
                }
            };
            let inner = plain.modmul().clone();
            OddModulus::try_from(Modulus::over(Arc::new(Hooked { inner, hook }))).unwrap()
        })
        .collect();
    let n: BigUint = known.primes.iter().map(|p| big(p)).product();
    let n = Modulus::new(&words(&n, known.x.len()), &Options::default()).unwrap();
    let exponents = slices(&known.exponents);
    let key = CrtModulus::over(n, &factors, &exponents, &known.e, &Options::default());
    let key = key.unwrap();
    let private = |at: usize| {
        count.store(0, Relaxed);
        target.store(at, Relaxed);
        key.private(&known.x, &mut secure_rng())
    };
    assert_eq!(big(&private(usize::MAX).unwrap()), big(&known.y));
    let multiplications = count.load(Relaxed);
    assert!(multiplications > 600, "{multiplications}");
    let mut caught = 0;
    for at in (0..multiplications).step_by(if WORD_BITS == 8 { 40 } else { 5 }) {
        match private(at) {
            Err(Error::FaultDetected) => caught += 1,
            // An entry of the table that this exponent does not use.
            Ok(y) => {
                assert_eq!(big(&y), big(&known.y), "the fault in multiplication {at} came out");
            }
            Err(other) => panic!("{other}"),
        }
    }
    let done = multiplications.div_ceil(if WORD_BITS == 8 { 40 } else { 5 });
    assert!(caught * 10 >= done * 9, "only {caught} of {done} faults were caught");
}

#[test]
fn wrong_exponents_are_noticed_before_anything_comes_out() {
    let known = &known_answers()[0];
    let mut exponents = known.exponents.clone();
    exponents[1][0] ^= 4;
    let primes = slices(&known.primes);
    let key = CrtModulus::new(&primes, &slices(&exponents), &known.e, &Options::default()).unwrap();
    assert_eq!(key.private(&known.x, &mut secure_rng()), Err(Error::FaultDetected));
    // Composite factors: with factors this small a mask may happen to give the correct result.
    let key = CrtModulus::from_primes(&[&[35], &[11]], &[7], &Options::default());
    let (key, mut rng) = (key.unwrap(), secure_rng());
    let results: Vec<_> = (0..50).map(|_| key.private(&[2], &mut rng)).collect();
    let noticed = results.iter().filter(|result| **result == Err(Error::FaultDetected)).count();
    assert!(noticed > 25, "only {noticed} noticed");
    for y in results.into_iter().flatten() {
        assert_eq!(big(&key.public(&y).unwrap()), BigUint::from(2u32));
    }
}

#[test]
fn wrong_keys_and_operands_are_refused() {
    let options = Options::default();
    let key = |primes: &[&[Word]], e: &[Word]| {
        CrtModulus::from_primes(primes, e, &options).map(|_| ()).unwrap_err()
    };
    assert!(matches!(key(&[&[11]], &[3]), Error::Parameter { .. }));
    assert!(matches!(key(&[], &[3]), Error::Parameter { .. }));
    assert_eq!(key(&[&[11], &[11]], &[3]), Error::NotInvertible);
    assert_eq!(key(&[&[11], &[17], &[33]], &[3]), Error::NotInvertible);
    assert_eq!(key(&[&[7], &[11]], &[3]), Error::NotInvertible);
    assert!(matches!(key(&[&[11], &[16]], &[3]), Error::OddModulusRequired { .. }));
    assert!(matches!(key(&[&[11], &[1]], &[3]), Error::OddModulusRequired { .. }));
    assert_eq!(key(&[&[11], &[0]], &[3]), Error::ZeroModulus);
    for e in [&[][..], &[0], &[1], &[4]] {
        assert!(matches!(key(&[&[11], &[17]], e), Error::Parameter { .. }));
    }
    let new = |exponents: &[&[Word]]| {
        CrtModulus::new(&[&[11], &[17]], exponents, &[3], &options).map(|_| ()).unwrap_err()
    };
    assert!(matches!(new(&[&[7]]), Error::Length { expected: 2, got: 1, .. }));
    assert!(matches!(new(&[&[7], &[]]), Error::Length { .. }));
    assert!(matches!(new(&[&[7], &[17]]), Error::NotReduced { .. }));
    assert!(matches!(new(&[&[7], &[11, 1]]), Error::NotReduced { .. }));
    // As if it were 11: the lowest bit does not reach the power.
    assert!(matches!(new(&[&[7], &[10]]), Error::Parameter { .. }));

    for n in [&[186][..], &[187, 1]] {
        let factor = |p| OddModulus::new(&[p], &options).unwrap();
        let modulus = Modulus::new(n, &options).unwrap();
        let key =
            CrtModulus::over(modulus, &[factor(11), factor(17)], &[&[7], &[11]], &[3], &options);
        assert!(matches!(key, Err(Error::Parameter { .. })));
    }

    let key = CrtModulus::new(&[&[11], &[17]], &[&[7], &[11, 0]], &[3], &options).unwrap();
    let mut rng = secure_rng();
    assert_eq!(key.private(&[5, 0], &mut rng).map(|y| key.public(&y)), Ok(Ok(vec![5])));
    assert!(matches!(key.private(&[187], &mut rng), Err(Error::NotReduced { .. })));
    assert!(matches!(key.private(&[], &mut rng), Err(Error::Length { .. })));
    assert!(!format!("{key:?}").contains("17"));
}

#[test]
fn a_broken_generator_is_refused() {
    let key = CrtModulus::from_primes(&[&[11], &[17]], &[3], &Options::default()).unwrap();
    assert_eq!(key.private(&[5], &mut Zeros), Err(Error::Randomness));
}
