//! Time-lock puzzles: `x^(2^T) mod N` takes `T` squarings, one after another, for all but the
//! maker.
//!
//! **Source.** `[RivestShamirWagner1996]`; the proof is `[Wesolowski2019]`. **Idea.** Nobody knows
//! a way to square `T` times in less than `T` steps, on however many machines, except with the
//! factors of `N`: then the exponent is reduced modulo `φ(N)` first. So the maker seals a file at
//! once, and opening it takes `T` squarings. Who has done them proves the result to others, who
//! check it in milliseconds.
//!
//! **Numbers.** `N` is a product of two primes, `x` a random unit: a small `x` would do for the
//! puzzle, but one with roots that somebody knows is no base for a proof. All is computed in
//! `(Z/N)*/±1`: a result is the smaller of `y` and `N - y`, in as many big-endian bytes as `N` has.
//!
//! **Secrets.** The [`Trapdoor`] computes in constant time and is wiped when dropped. Puzzle,
//! [`Chain`] and [`Proof`] are public. The result is the key of the file: a proof contains it, and
//! a finished state, too.
//!
//! | file | what it is |
//! |---|---|
//! | `puzzle.rs` | `N`, `x`, `T` |
//! | `trapdoor.rs` | the maker's side |
//! | `chain.rs` | the squarings, checked as they go |
//! | `state.rs` | a chain as bytes, to resume it |
//! | `proof.rs` | a proof, its check |
//! | `prover.rs` | how the chain makes it |
//! | `seal.rs` | sealed files |
//!
//! Imports: `powm` and the layers below it. Read `puzzle.rs`, then `chain.rs`.
//!
//! ```
//! use polylimb::modmul::Options;
//! use polylimb::timelock::{Chain, Puzzle, Trapdoor};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! // `rng` is any `rand_core::CryptoRng`. The maker seals at once.
//! let trapdoor = Trapdoor::generate(1024, &mut rng)?;
//! let puzzle = trapdoor.puzzle(10_000)?;
//! let file = trapdoor.seal(&puzzle, b"a message")?;
//!
//! // Anybody else squares.
//! let puzzle = Puzzle::of_file(&file)?;
//! let mut chain = Chain::new(&puzzle, &Options::default(), &mut rng)?;
//! while chain.done() < puzzle.squarings() {
//!     chain.advance(4_000)?;
//! }
//! assert_eq!(puzzle.open(&chain.result()?, &file)?[..], *b"a message");
//! # Ok::<(), polylimb::Error>(())
//! ```

mod chain;
mod proof;
mod prover;
mod puzzle;
mod seal;
mod state;
mod trapdoor;

pub use chain::Chain;
pub use proof::Proof;
pub use puzzle::Puzzle;
pub use trapdoor::Trapdoor;
