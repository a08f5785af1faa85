//! Modular multiplication in three steps: the checked face, a chain in the algorithm's own
//! representation, and every registered algorithm side by side.
//!
//! `cargo run --release --example modmul`

use polylimb::Alone;
use polylimb::authors::modmul::{ALGORITHMS, Request};
use polylimb::modmul::{Modulus, Options};
use std::sync::Arc;
use std::time::Instant;

fn main() -> polylimb::Result<()> {
    // 1. One product. Numbers come and go as big-endian bytes or as words, least significant first.
    let mut bytes = [0xff; 256];
    bytes[255] = 0x43;
    let modulus = Modulus::from_be_bytes(&bytes, &Options::default())?;
    let product = modulus.mul_be_bytes(&[7; 256], &[9; 256])?;
    println!("{modulus:?}: a product of {} bytes", product.len());

    // 2. A chain: the number enters the algorithm's representation once and leaves it once.
    let mut power = modulus.residue_from_be_bytes(&[3])?;
    for _ in 0..1000 {
        power = power.sqr();
    }
    println!("3^(2^1000) ends in {:02x}", power.to_be_bytes()[255]);

    // 3. All algorithms on one thread, called from a program's own loop: the program owns the
    //    scratch.
    println!("{:<24}{:>12}  constant time", "algorithm", "ns per mul");
    for entry in ALGORITHMS.iter().filter(|entry| entry.threads.min() == 1) {
        let request = Request { split: Arc::new(Alone), ..Request::new(modulus.as_words()) };
        let modmul = entry.build(&request)?;
        let mut scratch = vec![0; modmul.scratch_words()];
        let (mut a, mut r) = (vec![0; modmul.residue_words()], vec![0; modmul.residue_words()]);
        modmul.one(&mut a);
        let runs = 2000;
        let start = Instant::now();
        for _ in 0..runs {
            modmul.mul(&mut r, &a, &a, &mut scratch);
            std::mem::swap(&mut a, &mut r);
        }
        let each = start.elapsed().as_nanos() / runs;
        println!("{:<24}{each:>12}  {:?}", entry.name, entry.constant_time);
    }
    Ok(())
}
