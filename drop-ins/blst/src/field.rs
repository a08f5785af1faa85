//! The fields, the curve and the engine that all functions share, and the bridge between the types
//! of blst.h and the elements of `polylimb`.

use crate::generators;
use crate::layout::{Jacobian, blst_fp, blst_fp2, blst_fp6, blst_fp12, blst_fr, blst_p1, blst_p2};
use core::array::from_fn;
use core::fmt::Debug;
use polylimb::authors::field::extension::{Fp2, Fp12, OnePlusU};
#[cfg(target_arch = "x86_64")]
use polylimb::authors::field::prime::MulxIfAvailable as Kernel;
#[cfg(not(target_arch = "x86_64"))]
use polylimb::authors::field::prime::Portable as Kernel;
use polylimb::authors::field::prime::{Bls12381, Fixed, KernelSet, PrimeParameters, from_hex};
use polylimb::authors::field::{Field, SquareRoot, VartimeField};
use polylimb::authors::limb::{Word, less_than};
use polylimb::authors::pairing::{PairingCurve, SourcePoint};
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, PairingEngine, PairingGroup, PairingName};
use std::sync::{Arc, OnceLock};
use zeroize::Zeroize;

#[cfg(not(all(target_pointer_width = "64", target_endian = "little")))]
compile_error!("the layout of blst.h is that of 64-bit words, least significant byte first");

/// The order of the groups.
pub(crate) struct Order;

impl PrimeParameters<4> for Order {
    const NAME: &'static str = "order of BLS12-381";
    const MODULUS: [Word; 4] =
        from_hex("73eda753299d7d48 3339d80809a1d805 53bda402fffe5bfe ffffffff00000001");
}

pub(crate) type Fp = Bls12381<Kernel>;
pub(crate) type Quadratic = Fp2<Fp, OnePlusU>;
pub(crate) type Fr = Fixed<4, Order, Kernel>;
/// A coefficient of a pairing's value.
pub(crate) type Value = [[[[Word; 6]; 2]; 3]; 2];

fn kernel() -> Kernel {
    static KERNEL: OnceLock<Kernel> = OnceLock::new();
    *KERNEL.get_or_init(|| Kernel::available(Features::detect()).expect("it serves every CPU"))
}

pub(crate) fn fp() -> Fp {
    Fp::new(kernel())
}

pub(crate) fn fp2() -> Quadratic {
    Quadratic::new(fp())
}

pub(crate) fn fr() -> Fr {
    Fr::new(kernel())
}

pub(crate) fn fp12() -> Fp12<Quadratic> {
    Fp12::new(fp2())
}

pub(crate) fn curve() -> &'static PairingCurve<Quadratic> {
    static CURVE: OnceLock<PairingCurve<Quadratic>> = OnceLock::new();
    CURVE.get_or_init(|| PairingCurve::bls12_381(fp2()))
}

pub(crate) fn engine() -> &'static dyn PairingEngine {
    static ENGINE: OnceLock<Arc<dyn PairingEngine>> = OnceLock::new();
    &**ENGINE.get_or_init(|| PairingName::Bls12381.engine(Features::detect()))
}

/// The result of a computation that fails only for points of another curve or wrong lengths.
pub(crate) fn certain<T>(result: polylimb::Result<T>) -> T {
    result.expect("points of this curve, lengths of its elements")
}

/// The field of a group's coordinates: the prime's for the first, its quadratic extension for the
/// second.
pub trait Coordinate: Copy + Default + Debug + Eq + Send + Sync + 'static {
    type Field: VartimeField<El = Self::El> + SquareRoot + Copy;
    type El: Copy + Zeroize;
    type Source: SourcePoint;
    /// Bytes of an element.
    const BYTES: usize;

    fn field() -> Self::Field;
    fn el(&self) -> Self::El;
    fn of(el: &Self::El) -> Self;
    /// The curve's coefficient.
    fn b() -> Self::El;
    fn generator() -> &'static Jacobian<Self>;
    fn group() -> &'static dyn PairingGroup<Self::Source>;
    /// `x` and `y`, each most significant byte first; `None` for the neutral point.
    fn coordinates(p: &Self::Source) -> Option<[&[u8]; 2]>;
    /// The numbers of the coefficients, the most significant coefficient last.
    fn numbers(&self) -> [[Word; 6]; 2];
    /// The element with these coefficients, if they are below the prime.
    fn of_numbers(numbers: &[[Word; 6]; 2]) -> Option<Self>;
}

impl Coordinate for blst_fp {
    type Field = Fp;
    type El = [Word; 6];
    type Source = G1;
    const BYTES: usize = 48;

    fn field() -> Fp {
        fp()
    }

    fn el(&self) -> Self::El {
        below(&fp(), &self.l)
    }

    fn of(el: &Self::El) -> Self {
        Self { l: *el }
    }

    fn b() -> Self::El {
        fp().small(4)
    }

    fn generator() -> &'static blst_p1 {
        &generators::G1
    }

    fn group() -> &'static dyn PairingGroup<G1> {
        engine().g1()
    }

    fn coordinates(p: &G1) -> Option<[&[u8]; 2]> {
        p.coordinates()
    }

    fn numbers(&self) -> [[Word; 6]; 2] {
        [fp().leave(&self.el()), [0; 6]]
    }

    fn of_numbers(numbers: &[[Word; 6]; 2]) -> Option<Self> {
        fp().enter(&numbers[0]).ok().map(|l| Self { l })
    }
}

impl Coordinate for blst_fp2 {
    type Field = Quadratic;
    type El = [[Word; 6]; 2];
    type Source = G2;
    const BYTES: usize = 96;

    fn field() -> Quadratic {
        fp2()
    }

    fn el(&self) -> Self::El {
        self.fp.map(|c| c.el())
    }

    fn of(el: &Self::El) -> Self {
        Self { fp: el.map(|l| blst_fp { l }) }
    }

    fn b() -> Self::El {
        *curve().twist_coefficient()
    }

    fn generator() -> &'static blst_p2 {
        &generators::G2
    }

    fn group() -> &'static dyn PairingGroup<G2> {
        engine().g2()
    }

    fn coordinates(p: &G2) -> Option<[&[u8]; 2]> {
        p.coordinates()
    }

    fn numbers(&self) -> [[Word; 6]; 2] {
        self.fp.map(|c| fp().leave(&c.el()))
    }

    fn of_numbers(numbers: &[[Word; 6]; 2]) -> Option<Self> {
        let [a, b] = numbers.each_ref().map(|number| fp().enter(number).ok());
        Some(Self { fp: [blst_fp { l: a? }, blst_fp { l: b? }] })
    }
}

impl blst_fr {
    pub(crate) fn el(&self) -> [Word; 4] {
        below(&fr(), &self.l)
    }

    pub(crate) fn of(el: &[Word; 4]) -> Self {
        Self { l: *el }
    }
}

impl blst_fp12 {
    pub(crate) fn of(value: &Value) -> Self {
        Self { fp6: value.map(|six| blst_fp6 { fp2: six.map(|two| blst_fp2::of(&two)) }) }
    }

    pub(crate) fn el(&self) -> Value {
        from_fn(|i| from_fn(|j| self.fp6[i].fp2[j].el()))
    }
}

/// The element. Callers may make one that is not below the modulus: blst computes with it and
/// promises nothing; so do we, but debug builds of the library would stop.
fn below<const N: usize, P: PrimeParameters<N>>(
    f: &Fixed<N, P, Kernel>,
    a: &[Word; N],
) -> [Word; N] {
    if cfg!(debug_assertions) && !less_than(a, f.modulus()).to_bool_vartime() {
        return f.leave(&f.enter_mod(a));
    }
    *a
}

/// Words of a number, most significant byte first.
pub(crate) fn words_of_be<const N: usize>(bytes: &[u8]) -> [Word; N] {
    let mut words = [0; N];
    for (i, byte) in bytes.iter().rev().enumerate() {
        words[i / 8] |= Word::from(*byte) << (8 * (i % 8));
    }
    words
}

/// The number's bytes, most significant first.
pub(crate) fn be_of_words(bytes: &mut [u8], words: &[Word]) {
    for (i, byte) in bytes.iter_mut().rev().enumerate() {
        *byte = (words[i / 8] >> (8 * (i % 8))) as u8;
    }
}
