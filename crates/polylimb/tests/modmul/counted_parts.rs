//! Constant time on an emulated Arm, as in `counted.rs`: kernels, powers, inverses, fixed fields.

use super::counted::{same, secret, tell};
use crate::common::{modulus, residue, rng};
use polylimb::Alone;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, KernelSet, P256, P384, P521, Portable, Secp256k1,
};
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word};
use polylimb::authors::modmul::inverse;
use polylimb::authors::powm::{Job, METHODS};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::{CrtModulus, Exponent};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::hint::black_box;

#[test]
fn kernels() {
    let mut checked = 0;
    for kernel in Kernel::available(Features::detect()) {
        for bits in [256, 1024] {
            let n = bits / WORD_BITS;
            let prepare = |i| {
                let (r, wide) = (vec![0; n], vec![0; 2 * n]);
                let room = kernel.mul_scratch(n, n).max(kernel.sqr_scratch(n));
                let room = room.max(kernel.mul_low_scratch(n)).max(kernel.mul_high_scratch(n));
                let mut odd = secret(i, n);
                odd[0] |= 1;
                (secret(i, n), secret(i + 1, n), r, wide, vec![0; room], odd)
            };
            type Operands = (Vec<Word>, Vec<Word>, Vec<Word>, Vec<Word>, Vec<Word>, Vec<Word>);
            let mut check = |name: &str, work: &dyn Fn(&mut Operands)| {
                checked += same(&format!("{kernel:?} {name}, {bits} bits"), prepare, work);
            };
            check("add", &|(a, b, r, ..)| _ = kernel.add(r, a, b));
            check("sub", &|(a, b, r, ..)| _ = kernel.sub(r, a, b));
            check("add_assign_if", &|(a, b, r, ..)| {
                _ = kernel.add_assign_if(r, a, Mask::from_bit(b[0] & 1));
            });
            check("addmul_1", &|(a, b, r, ..)| _ = kernel.addmul_1(r, a, b[0]));
            check("schoolbook", &|(a, b, _, wide, ..)| kernel.schoolbook(wide, a, b));
            check("mul", &|(a, b, _, wide, scratch, _)| kernel.mul(wide, a, b, scratch));
            check("sqr", &|(a, _, _, wide, scratch, _)| kernel.sqr(wide, a, scratch));
            check("mul_low", &|(a, b, r, _, scratch, _)| kernel.mul_low(r, a, b, scratch));
            check("look_up", &|(a, b, r, wide, ..)| {
                wide[..n].copy_from_slice(a);
                kernel.look_up(r, wide, b[0] & 1);
            });
            check("montgomery_reduce", &|(a, _, _, wide, _, odd)| {
                wide[..n].copy_from_slice(a);
                let inverse = polylimb::authors::limb::inverse_mod_word(odd[0]).wrapping_neg();
                _ = kernel.montgomery_reduce(wide, odd, inverse);
            });
        }
    }
    tell("functions of kernels", checked, 20);
}

#[test]
fn powers_and_inverses() {
    let mut checked = 0;
    let m = modulus(&mut rng(7), 256, true);
    let modulus = Modulus::new(&m, &Options::default()).expect("not 0");
    let modmul = modulus.modmul();
    for method in METHODS.iter().filter(|m| m.constant_time == ConstantTime::Yes) {
        if !method.threads.contains(1) {
            continue;
        }
        let prepare = |i| {
            let mut base = vec![0; modmul.residue_words()];
            let plain = residue(&mut rng(i as u64), &m);
            modmul.enter(&mut base, &plain, &mut vec![0; modmul.scratch_words()]);
            (base.clone(), base, secret(i, 2))
        };
        checked += same(method.name, prepare, |(r, base, exponent)| {
            let exponent = Exponent::new(exponent);
            let job = Job { modmul: &**modmul, base, exponent, split: &Alone, width: None };
            method.pow(&job, r).expect("a job like others");
        });
    }
    let n = m.len();
    let room = inverse::invert_scratch(n).max(inverse::gcd_scratch(n));
    let room = room.max(inverse::jacobi_scratch(n));
    let prepare = |i| (secret(i, n), vec![0; n], vec![0; room]);
    checked += same("invert", prepare, |(a, r, scratch)| {
        _ = black_box(inverse::invert(r, a, &m, scratch));
    });
    checked += same("gcd", prepare, |(a, r, scratch)| inverse::gcd(r, a, &m, scratch));
    checked += same("jacobi", prepare, |(a, _, scratch)| {
        _ = black_box(inverse::jacobi(a, &m, scratch));
    });
    tell("powers and inverses", checked, 4);
}

/// Private operations of RSA, the powers modulo both primes side by side where the core is narrow:
/// other primes of one length, numbers and masks.
#[cfg(not(any(polylimb_word = "8", polylimb_word = "32")))]
#[test]
fn private_operations() {
    let prepare = |i: usize| {
        let prime = |below: Word| {
            let mut p = [Word::MAX; 1024 / WORD_BITS];
            p[0] = below.wrapping_neg();
            p
        };
        // 2^1024 less each of these is prime.
        const BELOW: [Word; 4] = [105, 179, 1397, 3177];
        let [p, q] = [prime(BELOW[i % 4]), prime(BELOW[(i + 1 + i / 4) % 4])];
        let key = CrtModulus::from_primes(&[&p, &q], &[65537], &Options::default());
        let rng = ChaCha20Rng::seed_from_u64(i as u64);
        (key.expect("two primes"), secret(i, 2 * p.len() - 1), rng)
    };
    let checked = same("RSA", prepare, |(key, x, rng)| {
        _ = black_box(key.private(x, rng));
    });
    tell("private operations", checked, 1);
}

/// The operations of a field.
fn field<F: Field>(what: &str, f: F) -> usize {
    let prepare = |i: usize| {
        let mut x = f.small(i as u32);
        // Spread over all words; 0 stays 0.
        for _ in 0..8 * i {
            x = f.add(&f.sqr(&x), &x);
        }
        [x, f.neg(&x), x]
    };
    same(what, prepare, |[x, y, r]| {
        *r = f.mul(x, y);
        *y = f.sqr(r);
        *r = f.sub(&f.add(x, y), r);
        *x = f.select(f.equal(x, r), y, r);
        *y = f.inv0(x);
    })
}

/// The fields of all primes here with the kernels of one set.
fn fields<K: KernelSet>(features: Features) -> usize {
    let Some(kernel) = K::available(features) else {
        println!("SKIPPED fields: no {} here", K::NAME);
        return 0;
    };
    field("P-256", P256::new(kernel))
        + field("P-384", P384::new(kernel))
        + field("P-521", P521::new(kernel))
        + field("secp256k1", Secp256k1::new(kernel))
        + field("bn254", Bn254Nogami::new(kernel))
        + field("BLS12-381", Bls12381::new(kernel))
}

#[test]
fn fixed_fields() {
    let checked = fields::<Portable>(Features::detect());
    #[cfg(target_arch = "arm")]
    let checked = {
        use polylimb::authors::field::prime::{Neon, Umaal, Umlal};
        checked
            + fields::<Umlal>(Features::detect())
            + fields::<Umaal>(Features::detect())
            + fields::<Neon>(Features::detect())
    };
    #[cfg(target_arch = "aarch64")]
    let checked = {
        use polylimb::authors::field::prime::Umulh;
        let wide = Features::detect().without(Features::NARROW);
        checked + fields::<Umulh>(Features::detect()) + fields::<Umulh>(wide)
    };
    tell("fields", checked, 6);
}
