//! Every registered multiplication that claims constant time, on every kernel and thread count. The
//! parts of a parallel one run on the caller, where a single Valgrind can follow them.

use super::common::{big, modulus, residue, rng, words};
use super::memcheck::{hide_bits, is_secret};
use super::splits::Shuffled;
use super::{BITS, algorithms, public, quiet, secret};
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, Request};
use std::sync::Arc;

/// A modulus whose bit length and lowest bit are public and whose other bits are secret.
pub fn secret_modulus(plain: &[Word], bits: usize) -> Vec<Word> {
    let mut m = plain.to_vec();
    let mut secret = vec![Word::MAX; m.len()];
    secret[m.len() - 1] = (1 << ((bits - 1) % WORD_BITS)) - 1;
    secret[0] &= !1;
    hide_bits(&mut m, &secret);
    m
}

/// All operations of one multiplication; returns the number of checks.
fn check(entry: &Entry, kernel: Kernel, threads: usize, bits: usize) -> usize {
    let mut rng = rng(bits as u64);
    let what = format!("{} on {threads} threads, {kernel:?}, {bits} bits", entry.name);
    let plain_m = modulus(&mut rng, bits, true);
    let (plain_a, plain_b) = (residue(&mut rng, &plain_m), residue(&mut rng, &plain_m));
    let m = secret_modulus(&plain_m, bits);
    let mut request = Request::new(&m);
    request.kernel = kernel;
    request.split = Arc::new(Shuffled::new(threads));
    let mut built = None;
    quiet(&format!("{what}: build"), || built = Some(entry.build(&request)));
    let modmul = match built.expect("build was called") {
        Ok(modmul) => modmul,
        Err(error) => panic!("{what}: {error}"),
    };

    let words_of_residue = modmul.residue_words();
    let mut scratch = vec![0; modmul.scratch_words()];
    let mut residues: [Vec<Word>; 4] = std::array::from_fn(|_| vec![0; words_of_residue]);
    let [a, b, r, one] = &mut residues;
    let (hidden_a, hidden_b) = (secret(plain_a.clone()), secret(plain_b.clone()));
    let condition = Mask::from_bit(secret(vec![1])[0]);
    let mut plain = vec![0; plain_m.len()];
    let mut checked = 0;
    let mut step = |name: &str, work: &mut dyn FnMut()| {
        quiet(&format!("{what}: {name}"), work);
        checked += 1;
    };
    step("one", &mut || modmul.one(one));
    step("zero", &mut || modmul.zero(r));
    step("enter", &mut || modmul.enter(a, &hidden_a, &mut scratch));
    step("enter", &mut || modmul.enter(b, &hidden_b, &mut scratch));
    step("neg", &mut || modmul.neg(r, a));
    step("sub", &mut || modmul.sub(r, a, b));
    step("sqr", &mut || modmul.sqr(r, a, &mut scratch));
    step("select", &mut || modmul.select(r, b, condition));
    let mut same = Mask::FALSE;
    step("eq", &mut || same = modmul.eq(r, one));
    assert!(is_secret(&[same.word()]), "{what}: eq took secrets for public");
    // r = a b + 1, which depends on both operands; compared, so that the checked code is known to
    // compute.
    let mut product = vec![0; words_of_residue];
    step("mul", &mut || modmul.mul(&mut product, a, b, &mut scratch));
    step("add", &mut || modmul.add(r, &product, one));
    step("leave", &mut || modmul.leave(&mut plain, r, &mut scratch));
    assert!(is_secret(&plain), "{what}: the result was taken for public");
    let expected = (big(&plain_a) * big(&plain_b) + 1u32) % big(&plain_m);
    assert_eq!(public(&plain), words(&expected, plain_m.len()), "{what}");
    checked
}

/// `2^(bits-1) + 1`.
fn power(bits: usize) -> Vec<Word> {
    let mut m = vec![0; bits.div_ceil(WORD_BITS)];
    m[0] = 1;
    m[(bits - 1) / WORD_BITS] |= 1 << ((bits - 1) % WORD_BITS);
    m
}

/// All operations of these multiplications, as far as they claim constant time.
pub fn check_all<'a>(algorithms: impl Iterator<Item = &'a Entry>, sizes: &[usize]) {
    let (mut checked, mut entries) = (0, 0);
    for entry in algorithms.filter(|e| e.constant_time == ConstantTime::Yes) {
        entries += 1;
        for kernel in Kernel::available(crate::memcheck::features()) {
            for threads in (1..=4).filter(|&n| entry.threads.contains(n)) {
                for &bits in sizes.iter().filter(|&&bits| entry.domain.accepts(&power(bits))) {
                    checked += check(entry, kernel, threads, bits);
                }
            }
        }
    }
    println!("{entries} algorithms, {checked} operations");
    assert!(checked >= 12 * sizes.len() * entries, "only {checked} operations checked");
}

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn registered_multiplications() {
    check_all(algorithms(), &BITS);
}
