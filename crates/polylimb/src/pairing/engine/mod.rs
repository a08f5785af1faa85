//! Pairings whose curve is chosen at run time; protocols and the command use them.
//!
//! A [`PairingEngine`] hides field, tower and kernels behind one pointer, so that a protocol is
//! compiled once. Points are plain data ([`G1`], [`G2`]). Only an engine makes them, after checking
//! that they lie in their groups, so no function here checks a point twice.
//!
//! **Encodings.** BLS12-381 has the compressed and uncompressed forms of the draft on
//! pairing-friendly curves of the CFRG (appendix C; first in Zcash); the curves `bn254` and
//! `bn254-snark` have the uncompressed form of EIP-197. Both are strict.
//!
//! **Secrets.** Scalars of [`PairingGroup::multiply`] and [`PairingGroup::multiply_generator`] may
//! be secret. So may points, unless they are decoded. Whether a point is the neutral element
//! is public.
//!
//! One pairing on two threads:
//!
//! ```
//! # #[cfg(feature = "std")] {
//! use polylimb::cpu::Features;
//! use polylimb::pairing::PairingName;
//! use polylimb::Team;
//!
//! let engine = PairingName::Bn254.engine(Features::detect());
//! let (p, q) = (engine.g1().generator(), engine.g2().generator());
//! let team = Team::new(2)?;
//! assert_eq!(engine.pairing_on(&team, &p, &q)?, engine.pairing(&p, &q)?);
//! # }
//! # Ok::<(), polylimb::Error>(())
//! ```
//!
//! Read `source_group.rs`, then `encoding.rs`, `each.rs`, `map/mod.rs`, `over_curve.rs`.

mod across;
mod data;
mod each;
mod encoding;
mod lanes;
mod map;
mod multiples;
mod over_curve;
mod source_group;
mod sums;

pub use data::{G1, G2, Gt, SourcePoint};
pub(crate) use data::{GroupPoint, MillerValue};

use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::field::extension::{Fp2, NinePlusU, OnePlusU};
use crate::field::prime::{
    Bls12381, Bls12381Order, Bn254Nogami, Bn254NogamiOrder, Bn254Snark, Bn254SnarkOrder, KernelSet,
    WithKernel, with_best_compiled_once,
};
use crate::limb::{Bits, Word};
use crate::pairing::curve::PairingCurve;
use crate::team::{Alone, Split};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use over_curve::{Eights, OverCurve, Pairings};
use source_group::SourceField;

/// The curves that have a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairingName {
    /// `bn254` with `u = -(2^62 + 2^55 + 1)`: `[Nogami2008]`.
    Bn254,
    /// `alt_bn128` of EIP-196.
    Bn254Snark,
    /// BLS12-381.
    Bls12381,
}

impl PairingName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Bn254, Self::Bn254Snark, Self::Bls12381];

    /// The curve's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bn254 => "bn254",
            Self::Bn254Snark => "bn254-snark",
            Self::Bls12381 => "bls12-381",
        }
    }

    /// Other names of the curve.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Bn254 => &["bn254-nogami"],
            Self::Bn254Snark => &["alt_bn128", "alt-bn128", "bn128"],
            Self::Bls12381 => &["bls12381", "bls12_381"],
        }
    }

    /// The engine for the curve on a machine with these features.
    #[must_use]
    pub fn engine(self, features: Features) -> Arc<dyn PairingEngine> {
        made::<true>(self, features)
    }

    /// The curve of that name or alias, in any case.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<Self> {
        let has = |c: &Self| {
            core::iter::once(c.name())
                .chain(c.aliases().iter().copied())
                .any(|n| n.eq_ignore_ascii_case(name))
        };
        Self::ALL.into_iter().find(has).ok_or(Error::UnknownName { kind: "pairing" })
    }
}

/// One of the two groups of prime order whose points are paired. Points of another curve give
/// [`Error::Curve`].
pub trait PairingGroup<P>: Send + Sync {
    /// The generator.
    fn generator(&self) -> P;

    /// The neutral element.
    fn neutral(&self) -> P;

    /// Bytes of `x`, and of `y`.
    fn coordinate_bytes(&self) -> usize;

    /// The point with these coordinates, most significant byte first, higher coefficients first.
    /// Variable time: the input is public.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`]; [`Error::Curve`] if no point of the group has
    /// them.
    fn point(&self, x: &[u8], y: &[u8]) -> Result<P>;

    /// The point with these coordinates. The caller vouches that it lies in the group: for other
    /// points multiples and pairings may be wrong. Constant time.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`].
    fn point_unchecked(&self, x: &[u8], y: &[u8]) -> Result<P>;

    /// The point that these bytes encode, compressed or not. Uncompressed it may be secret:
    /// constant time but for whether it is valid. Compressed variable time.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`].
    fn decode(&self, bytes: &[u8]) -> Result<P>;

    /// [`PairingGroup::decode`] for each; on BLS12-381 with AVX-512 IFMA eight compressed points at
    /// a time. Variable time.
    fn decode_batch_vartime(&self, bytes: &[&[u8]]) -> Vec<Result<P>>;

    /// The uncompressed encoding.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn encode(&self, p: &P) -> Result<Vec<u8>>;

    /// The compressed encoding.
    ///
    /// # Errors
    /// [`Error::Encoding`] on the curves `bn254` and `bn254-snark`, for which no standard has one.
    fn compress(&self, p: &P) -> Result<Vec<u8>>;

    /// `-p`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn negate(&self, p: &P) -> Result<P>;

    /// The sum of all `points`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn sum_vartime(&self, points: &[&P]) -> Result<P>;

    /// The coordinates of the sum of two points of the curve, which need not be in the group.
    /// `None` is the neutral element. Coordinates as in [`PairingGroup::point`].
    ///
    /// # Errors
    /// As [`PairingGroup::point`], if one is no point of the curve.
    fn add_on_curve_vartime(
        &self,
        p: Option<[&[u8]; 2]>,
        q: Option<[&[u8]; 2]>,
    ) -> Result<Option<[Vec<u8>; 2]>>;

    /// `k p`. Constant time.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn multiply(&self, k: Bits<'_>, p: &P) -> Result<P>;

    /// `k p` for each scalar and point; on BLS12-381 with AVX-512 IFMA eight at a time. Constant
    /// time.
    ///
    /// # Errors
    /// [`Error::Curve`] if one of the points is another curve's.
    fn multiply_batch(&self, jobs: &[(Bits<'_>, &P)]) -> Result<Vec<P>>;

    /// `k` times the generator. Constant time.
    fn multiply_generator(&self, k: Bits<'_>) -> P;

    /// The sum of multiples.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn sum_of_multiples_vartime(&self, terms: &[(Bits<'_>, &P)]) -> Result<P> {
        self.sum_of_multiples_on_vartime(&Alone, terms)
    }

    /// As [`PairingGroup::sum_of_multiples_vartime`], on the threads of `split`. 32 terms and more
    /// by buckets (`[Pippenger1976]`), eight sums at a time on BLS12-381 with AVX-512 IFMA.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn sum_of_multiples_on_vartime(&self, split: &dyn Split, terms: &[(Bits<'_>, &P)])
    -> Result<P>;

    /// These points, prepared for sums of multiples. For points that stay, `tables` says how many
    /// belong to one sum, and their multiples by powers of 2 are computed: they take the memory of
    /// 20 to 50 times as many points. Sums of 64 multiples then take less than half of the time;
    /// sums of thousands gain nothing.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn prepare(&self, points: &[&P], tables: Option<usize>) -> Result<Box<dyn Bases<P>>>;

    /// The discrete Fourier transforms `Σ_j ω^(i j) P_j` of rows of `n` points, for the powers
    /// `1, ω, … ω^(n-1)` of a root of unity modulo the order; `n` is a power of 2. Variable time,
    /// on the threads of `split`.
    ///
    /// # Errors
    /// [`Error::Curve`]; [`Error::Parameter`] if there is a part of a row.
    fn transforms_vartime(
        &self,
        split: &dyn Split,
        points: &[&P],
        powers: &[Bits<'_>],
    ) -> Result<Vec<P>>;

    /// How many uniform bytes [`PairingGroup::map`] takes for one element of the field.
    fn uniform_bytes(&self) -> usize;

    /// Maps uniform bytes for one element of the field, or for two, to a point: `encode_to_curve`
    /// and `hash_to_curve` of RFC 9380 after the bytes are expanded. Constant time.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Curve`] on curves other than BLS12-381, for which RFC 9380 has
    /// no suite.
    fn map(&self, uniform: &[u8]) -> Result<P>;

    /// The same for each; all have the same length. With AVX-512 IFMA eight at a time.
    ///
    /// # Errors
    /// As [`PairingGroup::map`].
    fn map_batch(&self, uniform: &[&[u8]]) -> Result<Vec<P>>;
}

/// Points of one group, prepared for sums of their multiples by public scalars.
pub trait Bases<P>: Send + Sync {
    /// Sums of `each` multiples: sum 0 of the first points, sum 1 of the next, and so on. Scalar
    /// `i` belongs to point `i`; there may be fewer scalars than points. Variable time, on the
    /// threads of `split`.
    ///
    /// # Errors
    /// [`Error::Length`] for more scalars than points, or an `each` of 0.
    fn sums_of_multiples_vartime(
        &self,
        split: &dyn Split,
        scalars: &[Bits<'_>],
        each: usize,
    ) -> Result<Vec<P>>;
}

/// A curve with its two groups and its pairing. Points of another curve give [`Error::Curve`].
pub trait PairingEngine: Send + Sync {
    /// The curve.
    fn name(&self) -> PairingName;

    /// The order `r` of both groups.
    fn order(&self) -> &'static [Word];

    /// The bits of `r`.
    fn order_bits(&self) -> usize;

    /// The group on the curve over `F_p`.
    fn g1(&self) -> &dyn PairingGroup<G1>;

    /// The group on the twist over `F_p²`.
    fn g2(&self) -> &dyn PairingGroup<G2>;

    /// `e(p, q)`: the optimal ate pairing, with exactly the final power `(p¹² - 1)/r`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn pairing(&self, p: &G1, q: &G2) -> Result<Gt> {
        self.product(&[(p, q)])
    }

    /// `e(p, q)` of each pair, for any number of pairs. With AVX-512 IFMA it computes eight pairs
    /// at a time, one in each lane; up to five pairs one after another, each over all lanes.
    ///
    /// # Errors
    /// [`Error::Curve`] if one of the points is another curve's.
    fn pair_batch(&self, pairs: &[(&G1, &G2)]) -> Result<Vec<Gt>>;

    /// The product of the pairings of all `pairs`; 1 for no pairs.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn product(&self, pairs: &[(&G1, &G2)]) -> Result<Gt> {
        self.product_on(&Alone, pairs)
    }

    /// As [`PairingEngine::pairing`], on two threads of `split`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn pairing_on(&self, split: &dyn Split, p: &G1, q: &G2) -> Result<Gt> {
        self.product_on(split, &[(p, q)])
    }

    /// As [`PairingEngine::product`], on the threads of `split`: two for each pair if there are
    /// enough.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn product_on(&self, split: &dyn Split, pairs: &[(&G1, &G2)]) -> Result<Gt>;

    /// The product of the Miller loops of all `pairs`; its final power is the product of pairings.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn miller_loop_on(&self, split: &dyn Split, pairs: &[(&G1, &G2)]) -> Result<MillerValue>;

    /// The value with these coefficients, in the order of [`Gt::as_bytes`]: a product of Miller
    /// loops' values that was computed elsewhere.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`].
    fn miller_value(&self, bytes: &[u8]) -> Result<MillerValue>;

    /// The power `(p¹² - 1)/r` of a Miller loop's value; 0 for 0.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn final_exponentiation_on(&self, split: &dyn Split, f: &MillerValue) -> Result<Gt>;

    /// Whether that product is 1, for less. The points are public.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn product_is_one_vartime(&self, pairs: &[(&G1, &G2)]) -> Result<bool>;

    /// `value^k`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    fn power_vartime(&self, value: &Gt, k: Bits<'_>) -> Result<Gt>;
}

/// The engine for BLS12-381: a program without other curves links none of their code.
pub(crate) fn bls12_381(features: Features) -> Arc<dyn PairingEngine> {
    made::<false>(PairingName::Bls12381, features)
}

/// The engine for a curve; without `ALL` only for BLS12-381.
fn made<const ALL: bool>(name: PairingName, features: Features) -> Arc<dyn PairingEngine> {
    #[cfg(target_arch = "x86_64")]
    let eights: MakeEights = lanes::eights::<crate::field::lanes::Ifma, ALL>;
    #[cfg(not(target_arch = "x86_64"))]
    let eights: MakeEights = |_, _| None;
    with_best_compiled_once(features, Make::<ALL> { name, features, eights })
}

/// Makes the pairings over lanes, if a curve has them on a CPU with these features.
type MakeEights = fn(PairingName, Features) -> Option<Box<dyn Eights>>;

/// For `twins`: the same engine with its lanes in plain Rust.
#[inline]
pub(crate) fn portable_lanes(name: PairingName, features: Features) -> Arc<dyn PairingEngine> {
    let eights = lanes::eights::<crate::field::lanes::Portable, true>;
    with_best_compiled_once(features, Make::<true> { name, features, eights })
}

/// Pairings on BLS12-381 for processors on which short digits are faster.
fn own(features: Features) -> Option<Box<dyn Pairings>> {
    crate::field::with_short_digits! {
        if let Some(f) = crate::field::ShortDigits::available(features) {
            return Some(Box::new(PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(f))));
        }
    }
    let _ = features;
    None
}

struct Make<const ALL: bool> {
    name: PairingName,
    features: Features,
    eights: MakeEights,
}

impl<const ALL: bool> WithKernel for Make<ALL> {
    type Out = Arc<dyn PairingEngine>;

    fn call<K: KernelSet>(self, kernel: K) -> Self::Out {
        let Self { name, features, eights } = self;
        let lanes = eights(name, features);
        match name {
            PairingName::Bn254 if ALL => {
                let fp2 = Fp2::<_, OnePlusU>::new(Bn254Nogami::new(kernel));
                let order = Bn254NogamiOrder::new(kernel).modulus();
                Arc::new(OverCurve::new(name, PairingCurve::bn254_nogami(fp2), order, lanes))
            }
            PairingName::Bn254Snark if ALL => {
                let fp2 = Fp2::<_, NinePlusU>::new(Bn254Snark::new(kernel));
                let order = Bn254SnarkOrder::new(kernel).modulus();
                Arc::new(OverCurve::new(name, PairingCurve::bn254_snark(fp2), order, lanes))
            }
            _ => {
                let fp2 = Fp2::<_, OnePlusU>::new(Bls12381::new(kernel));
                let order = Bls12381Order::new(kernel).modulus();
                let curve = PairingCurve::bls12_381(fp2);
                let engine = OverCurve::new(name, curve, order, lanes).of_bls12_381();
                Arc::new(engine.with_pairings(own(features)))
            }
        }
    }
}
