//! For those who write a multiplication, a power, a field, a curve model, a coordinate system or a
//! recoding outside of this crate, or who measure them.
//!
//! The modules are the layers of the library. Applications need none of them.
//!
//! | module | what it is |
//! |---|---|
//! | [`entry`] | what a register knows of an algorithm |
//! | [`limb`] | words and multi-precision integers, with kernels per architecture |
//! | [`team`] | work split over threads |
//! | [`modmul`](mod@modmul) | parts of modular multiplications, and their register |
//! | [`powm`](mod@powm) | parts of exponentiations, and their registers |
//! | [`recoding`] | scalars in other digits |
//! | [`field`] | one trait for all finite fields |
//! | [`curve`] | elliptic curves: group laws by coordinate system |
//! | [`multiply`] | scalar multiplications |
//! | [`pairing`] | pairings over any field |
//! | [`twins`] | engines without vectors, for checks |
//!
//! Time and memory accesses depend only on lengths, unless a name ends in `_vartime`. Wrong lengths
//! panic.

pub mod modmul;
#[cfg(feature = "alloc")]
pub mod powm;
#[cfg(feature = "std")]
pub mod twins;

/// The description of an algorithm in a register: one type for all registers.
pub mod entry {
    pub use crate::entry::{Domain, Entry, Threads, find};
    pub use crate::timing::ConstantTime;
}

/// Words and multi-precision integers.
///
/// A natural number is a slice of words, least significant first; its length is public.
/// [`Kernel`](limb::Kernel) is the set of inner loops of one instruction set, chosen once.
///
/// ```
/// use polylimb::authors::limb::{Bits, Kernel, Word};
/// let (a, b) = ([Word::MAX, 1], [2, 0]);
/// let mut product = [0; 4];
/// Kernel::PORTABLE.schoolbook(&mut product, &a, &b);
/// assert_eq!(product, [Word::MAX - 1, 3, 0, 0]);
/// assert_eq!(Bits::new_vartime(&[0b1011]).window(1, 3), 0b101);
/// ```
pub mod limb {
    #[cfg(feature = "alloc")]
    pub use crate::limb::Natural;
    pub use crate::limb::{
        Bits, DoubleWord, Kernel, Mask, WORD_BITS, Word, assign_if, bit_length_vartime,
        inverse_mod_word, less_than, shl_assign,
    };

    /// Multiplications and reductions of 256 bits published for 32-bit Arm.
    #[cfg(all(
        target_arch = "arm",
        any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
        not(polylimb_word = "8")
    ))]
    pub mod arm {
        pub use crate::limb::arm::{
            ShortDigits, TwoWay, add, add_wide, comba_montgomery, comba_montgomery_delayed,
            operand_caching, operand_caching_delayed, sub, sub_wide, umaal_operand_caching,
            umaal_sos_by_four,
        };
    }
}

/// Work split over threads that are already awake: [`Split`](crate::Split) is the interface.
pub mod team {
    pub use crate::team::each_chunk;
    #[cfg(feature = "alloc")]
    pub use crate::team::{End, Pipe, Writer};
}

/// Scalars in other digits.
pub mod recoding {
    pub use crate::recoding::{
        Digit, MOST_WIDTH, digits_needed, regular_digit, signed_window_digit, width_naf_vartime,
    };
    #[cfg(feature = "alloc")]
    pub use crate::recoding::{
        Koblitz, Representatives, reduced, regular_tau, width_tau_naf_vartime,
    };
}

/// One trait for all finite fields; a field is a value, an element is plain data.
pub mod field {
    pub use crate::field::{Encoding, Field, Op, SquareRoot, Truth, VartimeField, invert_all};

    /// Binary fields: products as types, polynomials as types or known at run time.
    pub mod binary {
        #[cfg(all(
            target_arch = "x86_64",
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        pub use crate::field::binary::Clmul;
        #[cfg(target_arch = "avr")]
        pub use crate::field::binary::avr::{Avr163, Avr233};
        pub use crate::field::binary::{
            AnyBinary, Best, Binary, Comb, Double, Everywhere, F163, F233, F283, F409, F571, Holes,
            LopezDahab, MOST_DEGREE, Polynomial, Product, Quadratic, Sparse, WithProduct,
            with_best, words, words_for,
        };
        #[cfg(all(
            target_pointer_width = "64",
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        pub use crate::field::binary::{BinaryQuads, Quad};
    }

    /// Towers over any field.
    pub mod extension {
        pub use crate::field::extension::{Fp2, Fp6, Fp12, NinePlusU, OnePlusU, Quadratic, Xi};
    }

    /// Eight lanes of prime fields.
    pub mod lanes {
        #[cfg(target_arch = "x86_64")]
        pub use crate::field::lanes::Ifma;
        pub use crate::field::lanes::{
            FixedLanes, LANES, LaneMask, LooseLanes, LoosePrime, Portable, Spread, primes,
        };
    }

    /// Prime fields: primes as types, and any prime over any modular multiplication.
    pub mod prime {
        #[cfg(all(
            target_arch = "aarch64",
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        pub use crate::field::prime::fixed::Umulh;
        pub use crate::field::prime::fixed::{
            Fixed, ForEachPrime, PrimeParameters, for_each_prime, from_hex, words_for,
        };
        #[cfg(all(
            target_arch = "x86_64",
            not(any(polylimb_word = "8", polylimb_word = "32"))
        ))]
        pub use crate::field::prime::fixed::{Mulx, MulxIfAvailable};
        #[cfg(all(
            target_arch = "arm",
            any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal),
            not(polylimb_word = "8")
        ))]
        pub use crate::field::prime::fixed::{Neon, Umaal, Umlal};

        pub use crate::field::prime::{
            Bls12381, Bn254Nogami, Bn254Snark, KernelSet, P256, P256Order, P384, P521, Portable,
            Prime, Secp256k1, Toy, WithKernel, with_best,
        };
    }
}

/// Elliptic curves: group laws by coordinate system, and curves by name.
pub mod curve {
    pub use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
    pub use crate::curve::edwards::Edwards;
    #[cfg(feature = "engine")]
    pub use crate::curve::named::{NamedCurve, Parameters};
    pub use crate::curve::weierstrass::{
        Complete, Jacobian, JacobianPoint, ProjectivePoint, Twelve, TwelveXi,
    };
    pub use crate::curve::{
        AffinePoint, Coefficient, ConstantTimeGroup, Coordinates, Curve, Group, LinePoint,
        Montgomery, Vartime,
    };
}

/// Scalar multiplications over any group, and engines: curves with their methods chosen.
pub mod multiply {
    #[cfg(feature = "engine")]
    pub use crate::multiply::{
        BaseWindows, Comb, OddMultiples,
        engine::{Engine, PlainPoint, engine},
        glv::Halves,
        in_subgroup, interleaved_vartime, pippenger_vartime, regular_tau, signed_point,
        straus_vartime, tau_multiples,
    };
    pub use crate::multiply::{
        fixed_window, lopez_dahab_ladder, regular_window, sum_of_two_vartime,
    };
}

/// Pairings over any field.
///
/// ```
/// use polylimb::authors::field::Field;
/// use polylimb::authors::field::extension::{Fp2, OnePlusU};
/// use polylimb::authors::field::prime::{Bls12381, Portable};
/// use polylimb::authors::pairing::{Homogeneous, PairingCurve};
///
/// let f = Bls12381::new(Portable);
/// let curve = PairingCurve::bls12_381(Fp2::<_, OnePlusU>::new(f));
/// let pair = curve.generators()?;
/// let mut opposite = pair;
/// opposite.p[1] = f.neg(&pair.p[1]);
/// // e(P, Q) e(-P, Q) = 1
/// let product = curve.miller_loop_product::<Homogeneous>(&[pair, opposite]);
/// let value = curve.final_exponentiation(&product);
/// assert!(curve.tower().equal(&value, &curve.tower().one()).to_bool_vartime());
/// # Ok::<(), polylimb::Error>(())
/// ```
pub mod pairing {
    pub use crate::pairing::curve::PairingCurve;
    #[cfg(feature = "pairings")]
    pub use crate::pairing::engine::SourcePoint;
    pub use crate::pairing::final_exponentiation::Cyclotomic;
    pub use crate::pairing::line::{Coefficients, Homogeneous, Lines, Point, evaluate};
    pub use crate::pairing::miller::Pair;
    #[cfg(feature = "pairings")]
    pub use crate::pairing::packed::AcrossLanes;
    pub use crate::pairing::packed::Packed;
}
