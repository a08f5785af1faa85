//! A modular multiplication of your own: one file, no change of the library.
//!
//! `cargo run --release -p polylimb-catalogue --example own_modmul`
//!
//! It is Blakley's: a doubling for every bit of `B`, an addition for every 1, each reduced at once
//! by a subtraction. It is compared with an algorithm that the library ships, then computes powers
//! like any other.

use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word};
use polylimb::authors::modmul::{Entry, ModMul, Request};
use polylimb::modmul::{Modulus, Options};

/// Its entry in a list of algorithms.
static ENTRY: Entry = Entry {
    name: "double-and-add",
    source: "Blakley 1983",
    summary: "a doubling for every bit, an addition where it is 1, a subtraction after each",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus.to_vec());
        Ok(Box::new(DoubleAndAdd { kernel, modulus }))
    },
};

/// Residues are the numbers themselves.
struct DoubleAndAdd {
    kernel: Kernel,
    modulus: Vec<Word>,
}

impl ModMul for DoubleAndAdd {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn factor_words(&self) -> Option<usize> {
        Some(0)
    }

    fn scratch_words(&self) -> usize {
        2 * self.modulus.len()
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], _: &mut [Word]) {
        r.copy_from_slice(plain);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], _: &mut [Word]) {
        plain.copy_from_slice(r);
    }

    fn one(&self, r: &mut [Word]) {
        r.fill(0);
        r[0] = Word::from(self.modulus != [1]);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let n = self.modulus.len();
        let (double, sum) = scratch[..2 * n].split_at_mut(n);
        r.fill(0);
        for i in (0..n * WORD_BITS).rev() {
            let bit = (b[i / WORD_BITS] >> (i % WORD_BITS)) & 1;
            self.add(double, r, r);
            self.add(sum, double, a);
            r.copy_from_slice(double);
            self.select(r, sum, Mask::from_bit(bit));
        }
    }
}

fn main() -> polylimb::Result<()> {
    // `build` checks threads and domain, then calls `make`.
    let words: Vec<Word> = (1..9).map(|i| (Word::MAX / (2 * i + 1)) | 1).collect();
    let request = Request::new(&words);
    let (own, shipped) = (ENTRY.build(&request)?, Entry::find("barrett")?.build(&request)?);

    // Compared with an algorithm of the library whose residues are the numbers, too.
    let mut scratch = vec![0; own.scratch_words().max(shipped.scratch_words())];
    let (mut a, mut b) = (vec![0; words.len()], vec![0; words.len()]);
    (a[0], b[0]) = (3, 5);
    let (mut r, mut expected) = (a.clone(), a.clone());
    for _ in 0..100 {
        own.mul(&mut r, &a, &b, &mut scratch);
        shipped.mul(&mut expected, &a, &b, &mut scratch);
        assert_eq!(r, expected);
        a.copy_from_slice(&b);
        b.copy_from_slice(&r);
    }
    println!("100 products as {} makes them", shipped.name());

    // The checked face: operands of any length, bytes, chains, powers.
    let modulus = Modulus::over(own.into());
    let power = modulus.pow_be_bytes(&[3], &[1, 0, 1])?;
    let expected = Modulus::new(&words, &Options::default())?.pow_be_bytes(&[3], &[1, 0, 1])?;
    assert_eq!(power, expected);
    println!("{modulus:?}: 3^65537 begins with {:02x}", power[0]);
    Ok(())
}
