//! Calls operations of the library, each between two marks, and prints a line `NAME SET ADDRESS`
//! for each; the plugin prints how many instructions the same call took, in the same order.
//!
//! Results of fields are compared with plain Rust, results of whole operations with a
//! second way to them.

use polylimb::authors::curve::Parameters;
use polylimb::authors::field::Field;
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::prime::{
    Bls12381, Fixed, KernelSet, P256, P384, P521, Portable, PrimeParameters, Secp256k1, Umulh,
    from_hex,
};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::engine;
use polylimb::cpu::Features;
use polylimb::modmul::Options;
use polylimb::pairing::PairingName;
use polylimb::powm::CrtModulus;
use polylimb::x25519::x25519;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use std::arch::asm;
use std::hint::black_box;

/// The prime of X25519.
struct Prime25519;

impl PrimeParameters<4> for Prime25519 {
    const NAME: &'static str = "2^255-19";
    const MODULUS: [Word; 4] =
        from_hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
}

/// Runs `work` between the marks and prints its line.
fn measure<R>(name: &str, set: &str, work: impl FnOnce() -> R) -> R {
    // SAFETY: a register moves to itself; that is the mark.
    unsafe { asm!("mov x8, x8") };
    let result = black_box(work());
    // SAFETY: as above.
    unsafe { asm!("mov x10, x10") };
    println!("{name}|{set}|0");
    result
}

/// A product and a square, as functions.
macro_rules! operations {
    ($mul:ident, $sqr:ident, $field:expr, $el:ty) => {
        #[inline(never)]
        extern "C" fn $mul<K: Here>(r: &mut $el, a: &$el, b: &$el) {
            *r = $field(K::HERE).mul(a, b);
        }
        #[inline(never)]
        extern "C" fn $sqr<K: Here>(r: &mut $el, a: &$el, _: &$el) {
            *r = $field(K::HERE).sqr(a);
        }
    };
}

/// A kernel set without detection, which would be counted as well.
trait Here {
    type Kernels: KernelSet;
    const HERE: Self::Kernels;
}

impl Here for Portable {
    type Kernels = Self;
    const HERE: Self = Self;
}

struct Wide;
impl Here for Wide {
    type Kernels = Umulh;
    const HERE: Umulh = Umulh::WIDE;
}

struct Narrow;
impl Here for Narrow {
    type Kernels = Umulh;
    const HERE: Umulh = Umulh::NARROW;
}

type Q<K> = Fp2<Bls12381<K>, OnePlusU>;
operations!(p256_mul, p256_sqr, P256::<K::Kernels>::new, [Word; 4]);
operations!(f25519_mul, f25519_sqr, Fixed::<4, Prime25519, K::Kernels>::new, [Word; 4]);
operations!(k256_mul, k256_sqr, Secp256k1::<K::Kernels>::new, [Word; 4]);
operations!(p384_mul, p384_sqr, P384::<K::Kernels>::new, [Word; 6]);
operations!(p521_mul, p521_sqr, P521::<K::Kernels>::new, [Word; 9]);
operations!(bls_mul, bls_sqr, Bls12381::<K::Kernels>::new, [Word; 6]);
operations!(fp2_mul, fp2_sqr, |k| Q::<K::Kernels>::new(Bls12381::new(k)), [[Word; 6]; 2]);

/// Calls a function of a field between the marks, entry and return included.
fn call<E>(name: &str, set: &str, function: extern "C" fn(&mut E, &E, &E), [r, a, b]: [&mut E; 3]) {
    // SAFETY: the function takes three references; the clobbers follow the calling convention.
    unsafe {
        asm!(
            "mov x8, x8",
            "blr {function}",
            "mov x10, x10",
            function = in(reg) function,
            inlateout("x0") r => _,
            inlateout("x1") &raw const *a => _,
            inlateout("x2") &raw const *b => _,
            clobber_abi("C"),
        );
    }
    println!("{name}|{set}|{:x}", function as usize);
}

/// Product and square of one field by each kernel set.
macro_rules! field {
    ($name:literal, $mul:ident, $sqr:ident, $field:expr) => {{
        let f = $field;
        let mut x = f.small(3);
        for i in 0..40 {
            x = f.add(&f.sqr(&x), &f.small(i));
        }
        let (mut a, mut b) = (x, f.sqr(&x));
        let mut results = [f.zero(); 6];
        let [r0, r1, r2, r3, r4, r5] = &mut results;
        call(concat!("product, ", $name), "portable", $mul::<Portable>, [r0, &mut a, &mut b]);
        call(concat!("product, ", $name), "wide", $mul::<Wide>, [r2, &mut a, &mut b]);
        call(concat!("product, ", $name), "narrow", $mul::<Narrow>, [r4, &mut a, &mut b]);
        call(concat!("square, ", $name), "portable", $sqr::<Portable>, [r1, &mut a, &mut b]);
        call(concat!("square, ", $name), "wide", $sqr::<Wide>, [r3, &mut a, &mut b]);
        call(concat!("square, ", $name), "narrow", $sqr::<Narrow>, [r5, &mut a, &mut b]);
        for (i, result) in results.iter().enumerate().skip(2) {
            assert!(f.equal(&results[i % 2], result).to_bool_vartime(), $name);
        }
    }};
}

/// The kernel sets by their features, once this processor says that it is a narrow one.
fn sets() -> [(&'static str, Features); 3] {
    let narrow = Features::detect();
    [("portable", Features::NONE), ("wide", narrow.without(Features::NARROW)), ("narrow", narrow)]
}

/// Multiplications on a curve, with the features of each set.
fn curve(title: &str, name: &str, words: usize) {
    let parameters = Parameters::named(name).expect("a known name");
    let k: Vec<Word> = (1..=words as Word).map(|i| i.wrapping_mul(0x0123_4567_89ab_cdef)).collect();
    let bits = Bits::with_len(&k, 64 * words - 32);
    for (set, features) in sets() {
        let engine = engine(&parameters, features).expect("in this build");
        let expected = engine.multiply_generator(bits).expect("not neutral");
        let generator = engine.multiply_generator(Bits::new(&[1])).expect("not neutral");
        let product = measure(title, set, || engine.multiply(bits, &generator));
        assert_eq!(product.expect("on the curve"), Some(expected), "{name}");
    }
}

fn main() {
    field!("P-256", p256_mul, p256_sqr, P256::new(Portable));
    field!("2^255-19", f25519_mul, f25519_sqr, Fixed::<4, Prime25519, Portable>::new(Portable));
    field!("secp256k1", k256_mul, k256_sqr, Secp256k1::new(Portable));
    field!("P-384", p384_mul, p384_sqr, P384::new(Portable));
    field!("P-521", p521_mul, p521_sqr, P521::new(Portable));
    field!("BLS12-381", bls_mul, bls_sqr, Bls12381::new(Portable));
    field!("F_p² of BLS12-381", fp2_mul, fp2_sqr, Q::<Portable>::new(Bls12381::new(Portable)));

    let (a, b, mut base) = ([0x5a; 32], [0xa7; 32], [0; 32]);
    base[0] = 9;
    let (of_a, of_b) = (x25519(&a, &base), x25519(&b, &base));
    let shared = measure("X25519", "wide", || x25519(&a, &of_b));
    assert_eq!(shared, x25519(&b, &of_a));
    // SAFETY: every processor can.
    unsafe { Features::NARROW.assume() };
    assert_eq!(measure("X25519", "narrow", || x25519(&a, &of_b)), shared);

    curve("P-256 ECDH", "P-256", 4);
    curve("K-233 ECDH", "K-233", 4);

    for (set, features) in sets() {
        let e = PairingName::Bls12381.engine(features);
        let (p, q) = (e.g1().generator(), e.g2().generator());
        let double = e.g1().multiply(Bits::new(&[2]), &p).expect("of this curve");
        let one = measure("BLS12-381 pairing", set, || e.pairing(&p, &q)).expect("of this curve");
        let two = e.pairing(&double, &q).expect("of this curve");
        assert!(
            e.pairing(&p, &e.g2().multiply(Bits::new(&[2]), &q).expect("of this curve")) == Ok(two)
        );
        black_box(one);
    }

    for (set, features) in sets() {
        let factor = |below: Word| {
            let mut p = [Word::MAX; 16];
            p[0] = below.wrapping_neg();
            p
        };
        let (p, q) = (factor(105), factor(179));
        let mut options = Options::default();
        options.features = features;
        let key = CrtModulus::from_primes(&[&p, &q], &[65537], &options).expect("two primes");
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let x: Vec<Word> = (0..32).map(|i: Word| i.wrapping_mul(0x0123_4567_89ab_cdef)).collect();
        let y = key.private(&x, &mut rng).expect("below the modulus");
        let z = measure("RSA-2048 private", set, || key.private(&x, &mut rng));
        assert_eq!(z.as_ref(), Ok(&y));
        assert_eq!(key.public(&y).as_ref(), Ok(&x));
    }
}
