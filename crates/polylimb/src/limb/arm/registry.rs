//! The list of all kernels: tests compare them, and `lab field --target qemu-arm` measures them.

use super::{
    ShortDigits, comba, comba_montgomery, neon, neon_short_digits, operand_caching,
    operand_scanning_umaal, sos_umaal, umaal_rows,
};
use crate::cpu::Features;
use crate::limb::Word;

/// A multiplication of eight words by eight.
#[derive(Debug, Clone, Copy)]
pub struct Multiplication {
    /// Its name: the name of the method, and how it treats carries.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// `r = a b`.
    pub function: extern "C" fn(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]),
}

/// A Montgomery reduction of sixteen words modulo eight.
#[derive(Debug, Clone, Copy)]
pub struct Reduction {
    /// Its name.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// `r = t / 2^256 mod m` in `[0, m)` for `t < 2^256 m`, `m` odd; the last argument is
    /// `-1/m mod 2^32`.
    pub function:
        extern "C" fn(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word),
}

/// All multiplications, in the order in which they were written.
pub static MULTIPLICATIONS: [Multiplication; 7] = [
    Multiplication { name: "comba", source: "Comba 1990", function: comba::multiply },
    Multiplication { name: "comba-delayed", source: "F_p on Arm, 4.2", function: comba::delayed },
    Multiplication {
        name: "operand-caching",
        source: "Hutter, Wenger 2011",
        function: operand_caching::multiply,
    },
    Multiplication {
        name: "operand-caching-delayed",
        source: "F_p on Arm, 4.2",
        function: operand_caching::delayed,
    },
    Multiplication {
        name: "umaal-as-printed",
        source: "Cuiman, Cabrera, Sánchez-Solano, Fig. 1",
        function: operand_scanning_umaal::as_printed,
    },
    Multiplication {
        name: "umaal-operand-scanning",
        source: "the same, the product in registers",
        function: operand_scanning_umaal::rows,
    },
    Multiplication {
        name: "umaal-operand-caching",
        source: "Fujii, Aranha 2017",
        function: umaal_rows::multiply,
    },
];

/// All reductions.
pub static REDUCTIONS: [Reduction; 4] = [
    Reduction {
        name: "comba-montgomery",
        source: "Großschädl and others 2005",
        function: comba_montgomery::reduce,
    },
    Reduction {
        name: "comba-montgomery-delayed",
        source: "F_p on Arm, 4.3",
        function: comba_montgomery::delayed,
    },
    Reduction {
        name: "umaal-sos",
        source: "Cuiman, Cabrera, Sánchez-Solano",
        function: sos_umaal::rows,
    },
    Reduction {
        name: "umaal-sos-by-four",
        source: "the same, four rows at a time",
        function: sos_umaal::by_four,
    },
];

/// Two operations at once with NEON. A value proves that this processor has NEON; the fields are
/// the kernels that the methods call.
#[derive(Debug, Clone, Copy)]
pub struct TwoWay {
    /// [`TwoWay::multiply`].
    pub multiply: extern "C" fn(r: &mut [[Word; 16]; 2], operands: &[&[Word; 8]; 4]),
    /// [`TwoWay::reduce`].
    pub reduce: extern "C" fn(&mut [[Word; 8]; 2], &[[Word; 16]; 2], &[Word; 8], Word),
    /// [`TwoWay::montgomery_mul`].
    pub montgomery_mul: extern "C" fn(&mut [[Word; 8]; 2], &[&[Word; 8]; 4], &ShortDigits),
    /// [`TwoWay::complex_product`].
    pub complex_product:
        extern "C" fn(&mut [[Word; 8]; 2], &[[Word; 8]; 2], &[[Word; 8]; 2], &ShortDigits),
}

impl TwoWay {
    const NEON: Self = Self {
        multiply: neon::multiply,
        reduce: neon::reduce,
        montgomery_mul: neon_short_digits::multiply,
        complex_product: neon_short_digits::complex_product,
    };

    /// The value if `features` and this processor, as far as is known without `std`, have NEON.
    #[must_use]
    pub fn available(features: Features) -> Option<Self> {
        let neon = features.intersection(Features::detect()).contains(Features::NEON);
        neon.then_some(Self::NEON)
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

    /// `r[0] = a b / 2^256 mod m` and `r[1] = c d / 2^256 mod m` in `[0, m)` for the operands
    /// `a b c d`; both products must be below `2^256 m`.
    pub fn montgomery_mul(
        self,
        r: &mut [[Word; 8]; 2],
        operands: &[&[Word; 8]; 4],
        m: &ShortDigits,
    ) {
        (self.montgomery_mul)(r, operands, m);
    }

    /// `r[0] + r[1] i = (a[0] + a[1] i)(b[0] + b[1] i) / 2^256 mod m` in `[0, m)` for `i² = -1`,
    /// parts in `[0, m)` and `m < 2^255`.
    pub fn complex_product(
        self,
        r: &mut [[Word; 8]; 2],
        a: &[[Word; 8]; 2],
        b: &[[Word; 8]; 2],
        m: &ShortDigits,
    ) {
        (self.complex_product)(r, a, b, m);
    }
}
