//! `square-pdep`: the bits of half a word deposited at the even places of a word by one instruction
//! of BMI2.
//!
//! **Source.** `[Hilewitz2006]` (the instruction `pdep`). **Cost.** `n` reads, `2 n` writes, `2 n`
//! instructions and a shift a word; Intel starts one a cycle, AMD from Zen 3 on; no table.
//! **Time.** Constant: the microcode loop of earlier AMD processors depends on the mask, which is a
//! constant here. Without the instruction it computes like `square-spread`.

use super::square_spread;
use polylimb::authors::field::binary::words::{Machine, load, store};
use polylimb::authors::field::binary::{Clmul, Double, Polynomial, Product};
use polylimb::authors::limb::Word;
use polylimb::cpu::Features;

/// `r = a²`.
pub(super) fn square<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word]) {
    let Some(bmi2) = Bmi2::available(Features::detect()) else {
        return square_spread::square(m, r, a);
    };
    for i in 0..a.len() {
        let w = load(m, a, i);
        store(m, r, 2 * i, bmi2.spread(w));
        store(m, r, 2 * i + 1, bmi2.spread(w >> 32));
    }
}

/// The even places of a word.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// Proves that this CPU has BMI2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bmi2(());

impl Bmi2 {
    /// The proof, if `features` and this CPU have BMI2.
    fn available(features: Features) -> Option<Self> {
        features.allows(Features::BMI2).then_some(Self(()))
    }

    /// The lower 32 bits of `a` at the even places.
    #[allow(clippy::unused_self, reason = "the value proves that the CPU has the instruction")]
    #[inline(always)]
    fn spread(self, a: u64) -> u64 {
        let r;
        // SAFETY: a `Bmi2` is only made where the CPU has the instruction; it reads and writes
        // registers.
        unsafe {
            core::arch::asm!(
                "pdep {r}, {a}, {mask}",
                r = lateout(reg) r,
                a = in(reg) a,
                mask = in(reg) EVEN,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        r
    }
}

/// Products and reductions of [`Clmul`], squares by `pdep`: slower than its squares
/// (`docs/measurements/binary-curves.md`), for comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pdep {
    clmul: Clmul,
    bmi2: Bmi2,
}

impl Pdep {
    /// The kernel, if `features` and this CPU have all that it needs.
    ///
    /// ```
    /// use polylimb::authors::field::Field;
    /// use polylimb::authors::field::binary::{Binary, F163};
    /// use polylimb::cpu::Features;
    /// use polylimb_catalogue::binary_field::Pdep;
    /// if let Some(kernel) = Pdep::available(Features::detect()) {
    ///     let f = Binary::<3, F163, _>::with(kernel);
    ///     assert_eq!(f.sqr(&f.from_bit(70)), f.from_bit(140));
    /// }
    /// ```
    #[must_use]
    pub fn available(features: Features) -> Option<Self> {
        Some(Self { clmul: Clmul::available(features)?, bmi2: Bmi2::available(features)? })
    }
}

impl Product for Pdep {
    const NAME: &'static str = "clmul-pdep";

    #[inline(always)]
    fn product<const N: usize>(self, a: &[Word; N], b: &[Word; N]) -> Double<N> {
        self.clmul.product(a, b)
    }

    #[inline(always)]
    fn square<const N: usize>(self, a: &[Word; N]) -> Double<N> {
        let mut r = [[0; N]; 2];
        for (r, a) in r.as_flattened_mut().chunks_exact_mut(2).zip(a) {
            r.copy_from_slice(&[self.bmi2.spread(*a), self.bmi2.spread(a >> 32)]);
        }
        r.into()
    }

    #[inline(always)]
    fn reduce<const N: usize, P: Polynomial>(self, a: &Double<N>) -> [Word; N] {
        self.clmul.reduce::<N, P>(a)
    }

    #[inline(always)]
    fn mul<const N: usize, P: Polynomial>(self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.clmul.mul::<N, P>(a, b)
    }
}
