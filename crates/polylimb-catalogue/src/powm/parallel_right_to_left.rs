//! `parallel-right-to-left`: one thread squares the base for every bit, the other multiplies the
//! squares together.
//!
//! **Source.** `[Lara2009]`, Algorithm 2, whose product and squaring of a bit are independent.
//! **Idea.** No arrangement shortens the chain of squarings; here nothing else is in sequence, and
//! nothing is computed twice. The squares go to the second thread in blocks, the second thread one
//! block behind the first. **Cost.** `j` squarings and the products of one block in sequence for
//! `j + 1` bits, a hand-over for each block. **Time** tells the exponent.

use super::model::real;
use alloc::vec;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;
use polylimb::authors::powm::{Accumulator, Counts, Entry, Job, Make, Prediction, Width};
use polylimb::authors::team::each_chunk;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "parallel-right-to-left",
    source: "Lara, Borges, Portugal, Algorithm 2",
    summary: "one thread squares for every bit, the other multiplies the squares of the ones",
    threads: Threads::Exactly(2),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        width: Width::None,
        expected: |bits, _, _| Prediction {
            parts: vec![
                Counts::new((real(bits) - 1.0).max(0.0), 0.0),
                Counts::new(0.0, (real(bits) / 2.0 - 1.0).max(0.0)),
            ],
            joining: 0,
        },
        pow: pow_vartime,
    },
};

/// Squares in a block: the last block's products follow the last squaring, the others run in
/// parallel to squarings. A hand-over takes at most the time of one squaring of 1024 bits.
const BLOCK: usize = 16;

/// What a thread works on in one step.
enum Half<'a, 'm> {
    /// Fills a block with the next squares; the very first is the base itself.
    Squares { square: &'a mut Accumulator<'m>, begun: bool, block: &'a mut [Word] },
    /// Multiplies the squares of a block where the exponent from that bit on has ones.
    Products { power: &'a mut Accumulator<'m>, begun: &'a mut bool, block: &'a [Word], from: usize },
}

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let (words, blocks) = (r.len(), job.exponent.len().div_ceil(BLOCK));
    let mut store = Zeroizing::new(vec![0; 2 * BLOCK * words]);
    let (mut filling, mut full) = store.split_at_mut(BLOCK * words);
    let mut square = Accumulator::of(job.modmul, job.base);
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    job.split.hold(&mut || {
        for step in 0..=blocks {
            let left = job.exponent.len() - (step * BLOCK).min(job.exponent.len());
            let block = &mut filling[..left.min(BLOCK) * words];
            let mut squares = Half::Squares { square: &mut square, begun: step > 0, block };
            if step == 0 {
                squares.run(job);
            } else {
                let from = (step - 1) * BLOCK;
                let products =
                    Half::Products { power: &mut power, begun: &mut begun, block: full, from };
                each_chunk(job.split, &mut [squares, products], 1, |_, half| half[0].run(job));
            }
            core::mem::swap(&mut filling, &mut full);
        }
    });
    r.copy_from_slice(power.value());
}

impl Half<'_, '_> {
    fn run(&mut self, job: &Job<'_>) {
        let words = job.base.len();
        match self {
            Half::Squares { square, begun, block } => {
                for (i, next) in block.chunks_exact_mut(words).enumerate() {
                    square.sqr(usize::from(*begun || i > 0));
                    next.copy_from_slice(square.value());
                }
            }
            Half::Products { power, begun, block, from } => {
                for (i, square) in block.chunks_exact(words).enumerate() {
                    if job.exponent.bit(*from + i) == 1 {
                        power.mul_vartime(square, begun);
                    }
                }
            }
        }
    }
}
