//! No secret decides a jump or an address: the constant-time algorithms on operands and moduli that
//! memcheck takes for undefined.
//!
//! `scripts/check constant-time` runs these tests, optimised, under Valgrind; elsewhere they are
//! ignored. Valgrind hides AVX-512 from the detection of CPU features: `lanes` checks the portable
//! twins of the kernels that need it, `roots` disassembles the kernels.
//!
//! One program, because all that is linked with it is optimised again.
//!
//! **Public:** all lengths, the bit length of a modulus and whether it is odd. **Secret:** all
//! else.

#[cfg(feature = "protocol")]
mod batches;
mod binary;
mod checked;
#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "protocol")]
mod curve25519;
mod engine;
mod field;
#[path = "../field_common/mod.rs"]
mod field_common;
mod files;
mod inverse;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod memcheck;
mod modmul;
mod multiples;
#[cfg(feature = "protocol")]
mod paillier;
#[cfg(feature = "protocol")]
mod pairing;
mod powm;
mod powm_batch;
mod powm_known;
mod protocol;
#[cfg(target_arch = "x86_64")]
mod roots;
mod rsa;
#[cfg(feature = "rustcrypto")]
mod rustcrypto;
#[path = "../splits/mod.rs"]
mod splits;

use common::{big, operand, rng, words};
use memcheck::{is_secret, leaks, public, quiet, secret};
use polylimb::authors::limb::{self, Kernel, Mask, WORD_BITS, Word};
use std::hint::black_box;

const BITS: [usize; 5] = [128, 521, 1024, 2048, 2304];

/// The multiplications to check.
fn algorithms() -> impl Iterator<Item = &'static polylimb::authors::modmul::Entry> {
    polylimb::authors::modmul::ALGORITHMS.iter()
}

/// The exponentiations to check.
fn methods() -> impl Iterator<Item = &'static polylimb::authors::powm::Entry> {
    polylimb::authors::powm::METHODS.iter()
}

/// The check itself can fail: it sees a loop and a look-up that a secret decides, and follows
/// secrets through arithmetic.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn leaks_are_seen() {
    let w = secret(vec![0b1011_0101]);
    let by_loop = leaks(|| {
        let (mut w, mut steps) = (w[0], 0u32);
        while black_box(w) != 0 {
            w >>= 1;
            steps += 1;
        }
        black_box(steps);
    });
    assert!(by_loop > 0, "a loop whose length is a secret was not reported");

    let table: Vec<Word> = (0..16).collect();
    let by_index = leaks(|| {
        black_box(table[(w[0] % 16) as usize]);
    });
    assert!(by_index > 0, "a look-up at a secret index was not reported");

    let mut sum = vec![0; 1];
    quiet("an addition", || {
        Kernel::PORTABLE.add(&mut sum, &w, &[1]);
    });
    assert!(is_secret(&sum), "the sum of a secret and 1 was taken for public");
    assert!(!is_secret(&table));
}

/// A secret beside a public word in one vector: each stays what it is, the secret one through a
/// store over a public place, the public one through a store over a secret place.
#[cfg(target_arch = "x86_64")]
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn leaks_are_seen_beside_what_is_public() {
    use std::arch::x86_64::{_mm_loadu_si128, _mm_storeu_si128, _mm_unpacklo_epi64};
    let mut halves = [[3u64, 3], [5, 5]];
    memcheck::hide(&mut halves[1]);
    let mut places = halves;
    // SAFETY: every x86-64 processor has SSE2; `black_box` keeps the vectors apart.
    unsafe {
        let [public, secret] = halves.each_ref().map(|half| _mm_loadu_si128(half.as_ptr().cast()));
        let [public, secret] = [black_box(public), black_box(secret)];
        _mm_storeu_si128(places[0].as_mut_ptr().cast(), _mm_unpacklo_epi64(public, secret));
        _mm_storeu_si128(places[1].as_mut_ptr().cast(), _mm_unpacklo_epi64(secret, public));
    }
    let [[a, b], [c, d]] = black_box(places);
    let table = [0u8; 8];
    let shown_by = |word: u64| leaks(|| _ = black_box(table[(word % 8) as usize]));
    assert_eq!([shown_by(a), shown_by(d)], [0, 0], "what is public was taken for secret");
    assert!(shown_by(b) > 0 && shown_by(c) > 0, "a look-up at a secret index was not reported");
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn kernels() {
    let mut rng = rng(11);
    let mut checked = 0;
    let names: Vec<_> = Kernel::available(crate::memcheck::features()).map(Kernel::name).collect();
    println!("kernels: {}", names.join(" "));
    for kernel in Kernel::available(crate::memcheck::features()) {
        for bits in BITS {
            let n = bits.div_ceil(WORD_BITS);
            let (plain_a, plain_b) = (operand(&mut rng, n), operand(&mut rng, n));
            let (a, b) = (secret(plain_a.clone()), secret(plain_b.clone()));
            let w = secret(operand(&mut rng, 1))[0];
            let condition = Mask::from_bit(secret(vec![1])[0]);
            let (mut r, mut wide) = (vec![0; n], vec![0; 2 * n]);
            let mut high = vec![0; n + 2];
            let mut scratch = vec![
                0;
                kernel
                    .mul_scratch(n, n)
                    .max(kernel.sqr_scratch(n))
                    .max(kernel.mul_low_scratch(n))
                    .max(kernel.mul_high_scratch(n))
            ];
            let mut check = |name: &str, work: &mut dyn FnMut(&mut [Word], &mut [Word])| {
                quiet(&format!("{kernel:?} {name}, {bits} bits"), || work(&mut r, &mut wide));
                checked += 1;
            };
            check("add", &mut |r, _| _ = kernel.add(r, &a, &b));
            check("sub", &mut |r, _| _ = kernel.sub(r, &a, &b));
            check("add_assign", &mut |_, wide| _ = kernel.add_assign(wide, &a));
            check("sub_assign", &mut |_, wide| _ = kernel.sub_assign(wide, &b));
            check("add_assign_if", &mut |r, _| _ = kernel.add_assign_if(r, &a, condition));
            check("sub_assign_if", &mut |r, _| _ = kernel.sub_assign_if(r, &b, condition));
            check("mul_1", &mut |r, _| _ = kernel.mul_1(r, &a, w));
            check("addmul_1", &mut |r, _| _ = kernel.addmul_1(r, &a, w));
            check("submul_1", &mut |r, _| _ = kernel.submul_1(r, &a, w));
            check("schoolbook_square", &mut |_, wide| kernel.schoolbook_square(wide, &a));
            check("mul", &mut |_, wide| kernel.mul(wide, &a, &b, &mut scratch));
            check("sqr", &mut |_, wide| kernel.sqr(wide, &a, &mut scratch));
            check("mul_low", &mut |r, _| kernel.mul_low(r, &a, &b, &mut scratch));
            check("mul_high", &mut |_, _| kernel.mul_high(&mut high, &a, &b, &mut scratch));
            check("look_up", &mut |r, wide| kernel.look_up(r, wide, w & 1));
            check("schoolbook", &mut |_, wide| kernel.schoolbook(wide, &a, &b));
            assert!(is_secret(&wide), "the product of secrets was taken for public");
            assert_eq!(public(&wide), words(&(big(&plain_a) * big(&plain_b)), 2 * n));

            let mut odd = b.clone();
            odd[0] |= 1;
            quiet(&format!("{kernel:?} montgomery_reduce, {bits} bits"), || {
                let inverse = limb::inverse_mod_word(odd[0]).wrapping_neg();
                let _ = kernel.montgomery_reduce(&mut wide, &odd, inverse);
            });
            checked += 1;
        }
    }
    assert!(checked >= 17 * BITS.len(), "only {checked} functions checked");
}

/// The text's length is public, and that it holds digits only.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn numbers_are_read_from_text() {
    let zeros = "0".repeat(200);
    for digits in [format!("{zeros}15"), format!("{zeros}1"), "9".repeat(202)] {
        for prefix in ["0x", "00"] {
            let mut text = format!("{prefix}{digits}");
            let expected = limb::Natural::parse(&text);
            // SAFETY: the bytes stay what they are.
            memcheck::hide(unsafe { &mut text.as_bytes_mut()[2..] });
            let mut number = None;
            let shown = leaks(|| number = limb::Natural::parse(&text).ok());
            assert!(shown <= 1, "reading {prefix}… showed {shown} things");
            let number = number.expect("a number");
            assert_eq!(public(number.words()), expected.expect("a number").words());
        }
    }
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn comparisons_selections_and_shifts() {
    crate::memcheck::tell_features();
    let mut rng = rng(12);
    for bits in BITS {
        let n = bits.div_ceil(WORD_BITS);
        let mut a = secret(operand(&mut rng, n));
        let b = secret(operand(&mut rng, n));
        let mut verdict = vec![0; 1];
        quiet(&format!("comparisons, {bits} bits"), || {
            let mask = limb::less_than(&a, &b);
            limb::assign_if(&mut a, &b, mask);
            limb::shl_assign(&mut a, 3);
            verdict[0] = mask.select(1, 2);
        });
        assert!(is_secret(&verdict) && is_secret(&a));
    }
}
