//! The pairings with every kernel set of this processor: known answers; without known answers the
//! same bits as in plain Rust.
//!
//! Small, so that it also runs in emulators: `values.rs` has all curves and systems of lines.

use polylimb::authors::field::Encoding;
use polylimb::authors::field::extension::{Fp2, NinePlusU, OnePlusU, Xi};
use polylimb::authors::field::prime::{Bls12381, Bn254Nogami, Bn254Snark, KernelSet, Portable};
use polylimb::authors::pairing::{Homogeneous, Pair, PairingCurve};
use polylimb::cpu::Features;

use crate::answers::{element, numbers};

/// The coefficients of a pairing's value.
fn paired<F: Encoding, X: Xi>(
    curve: &PairingCurve<Fp2<F, X>>,
    pair: &Pair<Fp2<F, X>>,
) -> Vec<F::El> {
    let power = curve.final_exponentiation(&curve.miller_loop::<Homogeneous>(pair));
    power.as_flattened().as_flattened().to_vec()
}

/// The number of compared answers among a curve's first ones.
fn known<F: Encoding<El: PartialEq + std::fmt::Debug>, X: Xi>(
    (name, most, set): (&str, usize, &str),
    f: &F,
    curve: &PairingCurve<Fp2<F, X>>,
) -> usize {
    let mut compared = 0;
    let begins = format!("{name} pairing ");
    let lines = include_str!("../vectors/pairing.txt").lines();
    for line in lines.filter_map(|line| line.strip_prefix(&begins)).take(most) {
        let words: Vec<&str> = line.split(' ').collect();
        let of = |text| numbers(text).iter().map(|n| element(f, n)).collect::<Vec<_>>();
        let (p, q) = (of(words[0]), of(words[1]));
        let pair = Pair { p: [p[0], p[1]], q: [[q[0], q[1]], [q[2], q[3]]] };
        // An element below the prime has one representation.
        assert_eq!(paired(curve, &pair), of(words[2]), "{set}: {name} {line}");
        compared += 1;
    }
    println!("{set}: {compared} known answers of {name}");
    compared
}

/// The pairing of the generators of `bn254_snark`, which has no known answers here: the bytes of
/// the coefficients.
fn snark<K: KernelSet>(kernel: K) -> Vec<u8> {
    let f = Bn254Snark::new(kernel);
    let curve = PairingCurve::bn254_snark(Fp2::<_, NinePlusU>::new(f));
    let value = paired(&curve, &curve.generators().expect("the curve has generators"));
    let mut bytes = vec![0; f.encoded_bytes() * value.len()];
    for (bytes, c) in bytes.chunks_mut(f.encoded_bytes()).zip(&value) {
        f.encode(bytes, c).expect("the length of an element");
    }
    bytes
}

/// The set, if this processor has the instructions.
fn available<K: KernelSet>(features: Features) -> Option<K> {
    let kernel = K::available(features);
    if kernel.is_none() {
        println!("SKIPPED: {}", K::NAME);
    }
    kernel
}

/// The number of compared answers of `bn254`.
fn bn254<K: KernelSet>(features: Features) -> Option<usize> {
    let f = Bn254Nogami::new(available::<K>(features)?);
    Some(known(("bn254", 7, K::NAME), &f, &PairingCurve::bn254_nogami(Fp2::<_, OnePlusU>::new(f))))
}

/// The other curves, with one set only: each takes long to compile.
fn others<K: KernelSet>(features: Features) {
    let Some(kernel) = available::<K>(features) else { return };
    let f = Bls12381::new(kernel);
    let curve = PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(f));
    assert_eq!(known(("bls12-381", 2, K::NAME), &f, &curve), 2);
    assert!(snark(kernel) == snark(Portable), "{}: bn254-snark", K::NAME);
}

#[test]
fn known_answers() {
    assert_eq!(bn254::<Portable>(Features::detect()), Some(7));
}

#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[test]
fn known_answers_on_x86_64() {
    use polylimb::authors::field::prime::Mulx;
    assert!(matches!(bn254::<Mulx>(Features::detect()), None | Some(7)));
    others::<Mulx>(Features::detect());
}

#[cfg(all(
    target_arch = "arm",
    target_os = "linux",
    target_abi = "eabihf",
    not(polylimb_word = "8")
))]
#[test]
fn known_answers_on_arm() {
    use polylimb::authors::field::prime::{Neon, Umaal, Umlal};
    assert_eq!(bn254::<Umlal>(Features::detect()), Some(7));
    assert_eq!(bn254::<Umaal>(Features::detect()), Some(7));
    assert!(matches!(bn254::<Neon>(Features::detect()), None | Some(7)));
    others::<Neon>(Features::detect());
}

#[cfg(all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
#[test]
fn known_answers_on_aarch64() {
    use polylimb::authors::field::prime::Umulh;
    for features in [Features::detect(), Features::detect().without(Features::NARROW)] {
        assert_eq!(bn254::<Umulh>(features), Some(7));
        others::<Umulh>(features);
    }
}

/// On narrow cores, and with NEON on 32-bit Arm, BLS12-381's pairings have a field of their own.
#[cfg(all(
    feature = "pairings",
    any(
        all(target_arch = "aarch64", not(any(polylimb_word = "8", polylimb_word = "32"))),
        all(
            target_arch = "arm",
            target_os = "linux",
            target_abi = "eabihf",
            not(polylimb_word = "8")
        )
    )
))]
#[test]
fn short_digits_pair_as_words() {
    use polylimb::Alone;
    use polylimb::authors::limb::Bits;
    use polylimb::pairing::PairingName;
    let without = if cfg!(target_arch = "arm") { Features::NEON } else { Features::NARROW };
    let wide = Features::detect().without(without);
    let [short, wide] = [Features::detect(), wide].map(|set| PairingName::Bls12381.engine(set));
    let (p, q) = (wide.g1().generator(), wide.g2().generator());
    for k in [3, 0xd201_0000] {
        let p = wide.g1().multiply(Bits::new(&[k]), &p).expect("of this curve");
        let q = wide.g2().multiply(Bits::new(&[k + 2]), &q).expect("of this curve");
        let opposite = wide.g1().negate(&p).expect("of this curve");
        assert_eq!(short.pairing(&p, &q), wide.pairing(&p, &q));
        let [one, other] = [&short, &wide].map(|engine| {
            let f = engine.miller_loop_on(&Alone, &[(&p, &q), (&p, &q)]).expect("of this curve");
            f.as_bytes().to_vec()
        });
        assert!(one == other, "Miller loops");
        for (second, is_one) in [(&q, true), (&wide.g2().generator(), false)] {
            let pairs = [(&p, &q), (&opposite, second)];
            assert_eq!(short.product_is_one_vartime(&pairs), Ok(is_one));
        }
    }
}

#[cfg(not(any(
    all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ),
    all(target_arch = "arm", target_os = "linux", target_abi = "eabihf", not(polylimb_word = "8"))
)))]
#[test]
fn known_answers_of_other_curves() {
    others::<Portable>(Features::detect());
}
