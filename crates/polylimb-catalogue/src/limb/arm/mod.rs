//! The multiplications and reductions of 256 bits published for the Cortex-A9, eight words each.
//!
//! [`MULTIPLICATIONS`] and [`REDUCTIONS`] list every published method, the library's own included,
//! so that one test compares and one study measures all of them (`lab field --target qemu-arm`).
//! [`polylimb::authors::limb::arm`] explains the instructions.

#[macro_use]
mod text;
mod comba;
pub(crate) mod neon;
mod operand_scanning_umaal;
mod sos_umaal;

use polylimb::authors::limb::{Word, arm};
use polylimb::cpu::Features;

/// A kernel by its name.
#[derive(Debug, Clone, Copy)]
pub struct Listed<F> {
    /// Its name: the name of the method, and how it treats carries.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What it computes.
    pub function: F,
}

/// `r = a b`: a multiplication of eight words by eight.
type Multiplication = extern "C" fn(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);

/// `r = t / 2^256 mod m` in `[0, m)` for `t < 2^256 m`, `m` odd: a Montgomery reduction of sixteen
/// words modulo eight. The last argument is `-1/m mod 2^32`.
type Reduction = extern "C" fn(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], inverse: Word);

/// All multiplications, in the order in which they were written.
pub static MULTIPLICATIONS: [Listed<Multiplication>; 7] = [
    Listed { name: "comba", source: "Comba 1990", function: comba::multiply },
    Listed { name: "comba-delayed", source: "F_p on Arm, 4.2", function: comba::delayed },
    Listed {
        name: "operand-caching",
        source: "Hutter, Wenger 2011",
        function: arm::operand_caching,
    },
    Listed {
        name: "operand-caching-delayed",
        source: "F_p on Arm, 4.2",
        function: arm::operand_caching_delayed,
    },
    Listed {
        name: "umaal-as-printed",
        source: "Cuiman, Cabrera, Sánchez-Solano, Fig. 1",
        function: operand_scanning_umaal::as_printed,
    },
    Listed {
        name: "umaal-operand-scanning",
        source: "the same, the product in registers",
        function: operand_scanning_umaal::rows,
    },
    Listed {
        name: "umaal-operand-caching",
        source: "Fujii, Aranha 2017",
        function: arm::umaal_operand_caching,
    },
];

/// All reductions.
pub static REDUCTIONS: [Listed<Reduction>; 4] = [
    Listed {
        name: "comba-montgomery",
        source: "Großschädl and others 2005",
        function: arm::comba_montgomery,
    },
    Listed {
        name: "comba-montgomery-delayed",
        source: "F_p on Arm, 4.3",
        function: arm::comba_montgomery_delayed,
    },
    Listed {
        name: "umaal-sos",
        source: "Cuiman, Cabrera, Sánchez-Solano",
        function: sos_umaal::rows,
    },
    Listed {
        name: "umaal-sos-by-four",
        source: "the same, four rows at a time",
        function: arm::umaal_sos_by_four,
    },
];

/// Two operations at once with NEON, in full words. A value proves that this processor has NEON;
/// the fields are the kernels that the methods call.
#[derive(Debug, Clone, Copy)]
pub struct FullWords {
    /// [`FullWords::multiply`].
    pub multiply: extern "C" fn(r: &mut [[Word; 16]; 2], operands: &[&[Word; 8]; 4]),
    /// [`FullWords::reduce`].
    pub reduce: extern "C" fn(&mut [[Word; 8]; 2], &[[Word; 16]; 2], &[Word; 8], Word),
}

impl FullWords {
    const NEON: Self = Self { multiply: neon::multiply, reduce: neon::reduce };

    /// The value if `features` and this processor, as far as is known without `std`, have NEON.
    #[must_use]
    pub fn available(features: Features) -> Option<Self> {
        features.allows(Features::NEON).then_some(Self::NEON)
    }

    /// Makes the value without detection.
    ///
    /// # Safety
    /// This processor must have NEON.
    #[must_use]
    pub const unsafe fn assumed() -> Self {
        Self::NEON
    }

    /// `r[0] = a b` and `r[1] = c d` of the operands `a b c d`.
    pub fn multiply(self, r: &mut [[Word; 16]; 2], operands: &[&[Word; 8]; 4]) {
        (self.multiply)(r, operands);
    }

    /// Both `r = t / 2^256 mod m` in `[0, m)` for `t < 2^256 m`, `m` odd; `minus_inverse` is
    /// `-1/m mod 2^32`.
    pub fn reduce(
        self,
        r: &mut [[Word; 8]; 2],
        t: &[[Word; 16]; 2],
        m: &[Word; 8],
        minus_inverse: Word,
    ) {
        (self.reduce)(r, t, m, minus_inverse);
    }
}
