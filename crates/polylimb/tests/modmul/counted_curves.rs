//! Constant time on an emulated Arm, as in `counted.rs`, by data addresses too: multiples of points
//! by secret scalars with the library's default methods, and the numbers of a signature.
//!
//! Whole signatures and agreements by their paths, because they allocate.

use super::counted::{lines, secret, tell};
use polylimb::authors::curve::{AffinePoint, Coefficient, Complete, Curve, Montgomery};
use polylimb::authors::field::Field;
use polylimb::authors::field::binary::{self, Binary, F233, Product, WithProduct, with_best};
use polylimb::authors::field::prime::{
    Fixed, KernelSet, P256, P256Order, Portable, PrimeParameters, from_hex, words_for,
};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::{fixed_window, lopez_dahab_ladder};
use polylimb::cpu::Features;

/// As `same`, and the same data addresses: `work` allocates nothing, and `T` holds no pointer.
fn same_addresses<T: Copy>(
    what: &str,
    prepare: impl FnMut(usize) -> T,
    work: impl FnMut(&mut T),
) -> usize {
    let Some(lines) = lines(prepare, work) else { return 0 };
    assert!(lines.iter().all(|line| line == &lines[0]), "{what}: {lines:?}");
    1
}

const N: usize = words_for(256);
type Number = [Word; N];

/// The secret of that number below 2^250.
fn scalar(i: usize) -> Number {
    let mut k: Number = secret(i, N).try_into().expect("N words");
    k[N - 1] >>= 6;
    k
}

/// The prime of X25519.
struct Prime25519;

impl PrimeParameters<N> for Prime25519 {
    const NAME: &'static str = "2^255-19";
    const MODULUS: Number =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

/// x of k P on P-256, by complete formulas.
fn multiple<K: KernelSet>(kernel: K, k: &Number) -> Number {
    let f = P256::new(kernel);
    let number = |text| f.enter_mod(&from_hex(text));
    let b = number("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
    let p = AffinePoint::new(
        number("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
        number("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
    );
    let group = Complete::new(Curve::new(f, f.neg(&f.small(3)), b, Coefficient::MinusThree));
    let r = fixed_window::<16, _>(&group, Bits::new(k), &p);
    f.leave(&f.mul(&r.x, &f.inv0(&r.z)))
}

fn with_kernels<K: KernelSet>(features: Features) -> usize {
    let Some(kernel) = K::available(features) else {
        println!("SKIPPED curves: no {} here", K::NAME);
        return 0;
    };
    let name = K::NAME;
    let p256 = same_addresses(&format!("P-256, {name}"), scalar, |k| *k = multiple(kernel, k));
    let x25519 = same_addresses(&format!("X25519, {name}"), scalar, |k| {
        let f = Fixed::<N, Prime25519, K>::new(kernel);
        let k_copy = *k;
        *k = Montgomery::new(f, 121_665).multiply(&f.small(9), Bits::with_len(&k_copy, 255));
    });
    // s = (z + r d) / k of ECDSA: `i` is the key, and the nonce another secret.
    let signature = same_addresses(
        &format!("ECDSA's numbers on P-256, {name}"),
        |i| [scalar(i), scalar(i + 1)],
        |[d, k]| {
            let n = P256Order::new(kernel);
            let r = n.enter_mod(&multiple(kernel, k));
            let sum = n.add(&n.mul(&r, &n.enter_mod(d)), &n.small(7));
            *d = n.leave(&n.mul(&sum, &n.inv0(&n.enter_mod(k))));
        },
    );
    p256 + x25519 + signature
}

/// k P on K-233.
struct Ladder;

impl WithProduct for Ladder {
    type Out = usize;

    fn call<K: Product>(self, kernel: K) -> usize {
        const W: usize = binary::words_for(233);
        let f = Binary::<W, F233, K>::with(kernel);
        let x = from_hex("017232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126");
        let y = from_hex("01db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3");
        let prepare = |i| -> [Word; W] { secret(i, W).try_into().expect("W words") };
        same_addresses(&format!("K-233, {}", K::NAME), prepare, |k| {
            let k_copy = *k;
            let bits = Bits::with_len(&k_copy, 233);
            let AffinePoint { x, neutral, .. } = lopez_dahab_ladder(&f, &f.one(), bits, [&x, &y]);
            *k = f.select(neutral, &f.zero(), &x);
        })
    }
}

#[test]
fn multiples_of_points() {
    let checked =
        with_kernels::<Portable>(Features::detect()) + with_best(Features::detect(), Ladder);
    #[cfg(target_arch = "arm")]
    let checked = {
        use polylimb::authors::field::prime::{Neon, Umaal, Umlal};
        checked
            + with_kernels::<Umlal>(Features::detect())
            + with_kernels::<Umaal>(Features::detect())
            + with_kernels::<Neon>(Features::detect())
    };
    #[cfg(target_arch = "aarch64")]
    let checked = {
        use polylimb::authors::field::prime::Umulh;
        let wide = Features::detect().without(Features::NARROW);
        checked + with_kernels::<Umulh>(Features::detect()) + with_kernels::<Umulh>(wide)
    };
    tell("multiples of points and signatures", checked, 4);
}

/// Pairings on BLS12-381 of secret points, in short digits and in words.
#[cfg(feature = "pairings")]
#[test]
fn pairings() {
    use super::counted::same;
    use polylimb::pairing::PairingName;
    let mut checked = 0;
    let words = if cfg!(target_arch = "arm") { Features::NEON } else { Features::NARROW };
    for features in [Features::detect(), Features::detect().without(words)] {
        let engine = PairingName::Bls12381.engine(features);
        let points = |i: usize| {
            let k = scalar(i.max(1));
            let k = Bits::new(&k);
            (engine.g1().multiply_generator(k), engine.g2().multiply_generator(k))
        };
        checked += same("BLS12-381", points, |(p, q)| {
            _ = engine.pairing(p, q).expect("of one curve");
        });
    }
    tell("pairings", checked, 1);
}

#[cfg(all(feature = "protocol", feature = "p256"))]
#[test]
fn protocols() {
    use super::counted::same;
    use polylimb::protocol::{Curve, ecdsa::Signer, keys::SecretKey};
    use polylimb::{ed25519, x25519};
    let bytes = |i: usize| -> [u8; 32] {
        let k = scalar(i.max(1));
        core::array::from_fn(|j| k.iter().rev().flat_map(|w| w.to_be_bytes()).nth(j).expect("32"))
    };
    let curve = Curve::named("P-256").expect("named");
    let key = |i| SecretKey::from_bytes(&curve, &bytes(i)).expect("below the order");
    let mut checked = same("ECDSA on P-256", key, |key| {
        _ = Signer::default().sign_digest::<sha2::Sha256>(key, &[7; 32]).expect("signs");
    });
    checked += same(
        "ECDH on P-256",
        |i| (key(i), key(9).public_key().expect("a point")),
        |(a, b)| {
            _ = SecretKey::agree(a, b).expect("agrees");
        },
    );
    checked += same(
        "Ed25519",
        |i| ed25519::SecretKey::from_bytes(&bytes(i)),
        |key| {
            _ = std::hint::black_box(key.sign(b"message"));
        },
    );
    checked += same("X25519", bytes, |k| *k = x25519::x25519(k, &x25519::BASE));
    tell("protocols", checked, 4);
}
