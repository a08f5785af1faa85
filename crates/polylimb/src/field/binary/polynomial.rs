//! The reduction polynomials, as types.

use crate::limb::WORD_BITS;

/// Number of words of an element of degree below `degree`.
#[must_use]
pub const fn words_for(degree: usize) -> usize {
    degree.div_ceil(WORD_BITS)
}

/// An irreducible polynomial `x^DEGREE + Σ x^e`, `e` in `LOWER`.
///
/// Reduction folds whole words, so `DEGREE - e` must be at least a word for every `e`; the field
/// checks it at compile time.
pub trait Polynomial {
    /// m.
    const DEGREE: usize;
    /// The exponents below m, descending, 0 last.
    const LOWER: &'static [usize];

    /// The field's tables of powers; `None` computes powers by squarings.
    #[must_use]
    fn maps() -> Option<&'static Maps> {
        None
    }
}

macro_rules! polynomials {
    ($($(#[$doc:meta])* $name:ident = $degree:literal, $lower:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name;
        impl Polynomial for $name {
            const DEGREE: usize = $degree;
            const LOWER: &'static [usize] = &$lower;

            fn maps() -> Option<&'static Maps> {
                static MAPS: Maps = Maps::new();
                Some(&MAPS)
            }
        }
    )*};
}

// `[FIPS186-4]`, appendix D.1.3.
polynomials! {
    /// x^163 + x^7 + x^6 + x^3 + 1.
    F163 = 163, [7, 6, 3, 0];
    /// x^233 + x^74 + 1.
    F233 = 233, [74, 0];
    /// x^283 + x^12 + x^7 + x^5 + 1.
    F283 = 283, [12, 7, 5, 0];
    /// x^409 + x^87 + 1.
    F409 = 409, [87, 0];
    /// x^571 + x^10 + x^5 + x^2 + 1.
    F571 = 571, [10, 5, 2, 0];
}

// Tables of linear maps: `a^(2^n)` for a large public n, and the half-trace, in one step.
//
// **Idea.** Both are linear over `F_2`: the result is the sum of the images of the powers of x in
// `a`. The images of eight neighbouring powers lie together by words, so that a byte of `a` is the
// mask of a vector (with AVX-512 of one instruction). All images are read for every `a`: constant
// time, unlike the usual tables indexed by bytes of `a`. **Cost.** `m N / 8` vectors read; 12 to
// 50 KB of table. A table is made at the first use of its n; only where products are fast
// (`Clmul`) and there is a standard library.

/// The tables of one field, for the first few exponents used.
#[derive(Debug, Default)]
pub struct Maps {
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ))]
    slots: table::Slots,
    #[cfg(all(
        feature = "std",
        target_arch = "x86_64",
        not(any(polylimb_word = "8", polylimb_word = "32"))
    ))]
    half_trace: std::sync::OnceLock<table::Map>,
}

impl Maps {
    /// Without tables.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            #[cfg(all(
                feature = "std",
                target_arch = "x86_64",
                not(any(polylimb_word = "8", polylimb_word = "32"))
            ))]
            slots: [const { std::sync::OnceLock::new() }; _],
            #[cfg(all(
                feature = "std",
                target_arch = "x86_64",
                not(any(polylimb_word = "8", polylimb_word = "32"))
            ))]
            half_trace: std::sync::OnceLock::new(),
        }
    }
}

#[cfg(all(
    feature = "std",
    target_arch = "x86_64",
    not(any(polylimb_word = "8", polylimb_word = "32"))
))]
pub(super) mod table {
    use super::Maps;
    use crate::limb::Word;

    /// Exponents with their maps.
    pub(super) type Slots = [std::sync::OnceLock<(usize, Map)>; 16];

    /// Image bits of eight neighbouring powers of x in one word: a vector.
    #[derive(Debug, Clone, Copy)]
    #[repr(align(64))]
    struct Block([Word; 8]);

    /// A linear map: for every eight powers of x one block for each word of the image.
    #[derive(Debug)]
    pub(in super::super) struct Map(alloc::boxed::Box<[Block]>);

    impl Maps {
        /// The map of the exponent `n`, made by `make` if it does not exist; `None` if there is no
        /// more room.
        pub(in super::super) fn get_or_make(
            &self,
            n: usize,
            make: impl Fn() -> Map,
        ) -> Option<&Map> {
            for slot in &self.slots {
                let (exponent, map) = slot.get_or_init(|| (n, make()));
                if *exponent == n {
                    return Some(map);
                }
            }
            None
        }

        /// The map to the half-trace, made by `make` if it does not exist.
        pub(in super::super) fn half_trace(&self, make: impl FnOnce() -> Map) -> &Map {
            self.half_trace.get_or_init(make)
        }
    }

    impl Map {
        /// The map from x^i to `image(i)`, for `i` below `degree`.
        pub(in super::super) fn new<const N: usize>(
            degree: usize,
            image: impl Fn(usize) -> [Word; N],
        ) -> Self {
            let mut blocks = alloc::vec![Block([0; 8]); degree.div_ceil(8) * N];
            for i in 0..degree {
                for (block, w) in blocks[i / 8 * N..][..N].iter_mut().zip(image(i)) {
                    block.0[i % 8] = w;
                }
            }
            Self(blocks.into_boxed_slice())
        }

        /// The image of `a`.
        pub(in super::super) fn apply<const N: usize>(&self, a: &[Word; N]) -> [Word; N] {
            let mut sums = [[0; 8]; N];
            for (i, blocks) in self.0.chunks_exact(N).enumerate() {
                let byte = a[i / 8] >> (8 * (i % 8));
                // The barrier keeps the compiler from testing the bits with branches.
                let masks: [Word; 8] = core::hint::black_box(core::array::from_fn(|bit| {
                    (0 as Word).wrapping_sub(byte >> bit & 1)
                }));
                for (sum, block) in sums.iter_mut().zip(blocks) {
                    for ((sum, block), mask) in sum.iter_mut().zip(&block.0).zip(&masks) {
                        *sum ^= block & mask;
                    }
                }
            }
            sums.map(|sum| sum.iter().fold(0, |r, s| r ^ s))
        }

        /// The image of `a`, by AVX-512.
        ///
        /// SAFETY: the CPU must have AVX-512 F.
        #[target_feature(enable = "avx512f")]
        pub(in super::super) unsafe fn apply_wide<const N: usize>(
            &self,
            a: &[Word; N],
        ) -> [Word; N] {
            use core::arch::x86_64::{
                _mm512_load_si512, _mm512_mask_xor_epi64, _mm512_setzero_si512, _mm512_storeu_si512,
            };
            let mut sums = [_mm512_setzero_si512(); N];
            for (i, blocks) in self.0.chunks_exact(N).enumerate() {
                let mask = (a[i / 8] >> (8 * (i % 8))) as u8;
                for (sum, block) in sums.iter_mut().zip(blocks) {
                    // SAFETY: a block has the size and alignment of a vector.
                    let block = unsafe { _mm512_load_si512((&raw const *block).cast()) };
                    *sum = _mm512_mask_xor_epi64(*sum, mask, *sum, block);
                }
            }
            sums.map(|sum| {
                let mut words = [0; 8];
                // SAFETY: eight words have the size of a vector.
                unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), sum) };
                words.iter().fold(0, |r, s| r ^ s)
            })
        }
    }
}
