//! A prime field over any modular multiplication, chosen at run time.
//!
//! One compiled copy per storage size serves every algorithm of the registers; so each algorithm
//! can be used in a scalar multiplication (an indirect call costs 0.4 % of a 256-bit product).
//! Residues are opaque to this file.
//!
//! **Scratch.** A [`ModMul`] takes scratch from its caller; a field has only `&self` and may be
//! used by several threads. The scratch lies on the stack, in the smallest sufficient one of a few
//! sizes, zeroed per product. At 256 bits that is two to four vector stores for the Montgomery
//! methods; an atomic lock on a buffer inside the field costs twenty cycles, and a thread-local
//! needs `std`. Like all of the stack it is not wiped (docs/guide/limits.md).

use crate::error::{Error, Result};
use crate::field::ranges::is_zero_from;
use crate::field::square_root::{non_square, power_vartime, tonelli_shanks, two_adicity};
use crate::field::{Encoding, Field, SquareRoot, VartimeField, bytes, wide_values_are_elements};
use crate::limb::{self, Mask, WORD_BITS, Word, bit_length_vartime, less_than, shr_assign};
use crate::modmul::ModMul;
use crate::modmul::inverse::{invert_residue, invert_residue_scratch};
use core::mem::MaybeUninit;
use core::ops::Deref;

#[cfg(feature = "alloc")]
type Boxed = alloc::boxed::Box<dyn ModMul>;
#[cfg(not(feature = "alloc"))]
type Boxed = &'static dyn ModMul;

/// The integers modulo a prime, multiplied by the [`ModMul`] behind the pointer `D`
/// (`Box<dyn ModMul>`, `&dyn ModMul`, `Arc<…>`). An element is a residue in the first words of
/// `[Word; N]`, followed by zeros.
///
/// Constant time if the multiplication is.
#[derive(Clone)]
pub struct Prime<const N: usize, D = Boxed> {
    modmul: D,
    one: [Word; N],
    /// 1/2.
    half: [Word; N],
}

/// Maximum scratch of a product, in multiples of `N` words.
const MOST_SCRATCH: usize = 64;

/// Maximum scratch of an inversion, in multiples of `N` words: a number, its inverse and the
/// scratch of a product.
const INVERT_SCRATCH: usize = MOST_SCRATCH + 2;

/// Calls `work` with at least `words` zeroed words.
#[inline(always)]
fn with_scratch<const N: usize, T>(words: usize, work: impl FnOnce(&mut [Word]) -> T) -> T {
    #[inline(always)]
    fn of<const N: usize, const K: usize, T>(work: impl FnOnce(&mut [Word]) -> T) -> T {
        work([[0; N]; K].as_flattened_mut())
    }
    if words <= 2 * N {
        of::<N, 2, T>(work)
    } else if words <= 4 * N {
        of::<N, 4, T>(work)
    } else if words <= 8 * N {
        of::<N, 8, T>(work)
    } else {
        of::<N, MOST_SCRATCH, T>(work)
    }
}

impl<const N: usize, D> Prime<N, D>
where
    D: Deref,
    D::Target: ModMul,
{
    /// The field over `modmul`, whose modulus must be an odd prime; inversion relies on it, and
    /// only oddness is checked.
    ///
    /// # Errors
    /// [`Error::OddModulusRequired`]; [`Error::TooLarge`] if a residue takes more than `N` words or
    /// a product more than `64 N` words of scratch.
    pub fn new(modmul: D) -> Result<Self> {
        if modmul.modulus().first().is_none_or(|m| m & 1 == 0) {
            return Err(Error::OddModulusRequired { algorithm: "a prime field" });
        }
        let words = modmul.residue_words().max(modmul.modulus().len());
        if words > N {
            return Err(Error::TooLarge { what: "residue", max_bits: N * WORD_BITS });
        }
        if modmul.scratch_words() > MOST_SCRATCH * N {
            return Err(Error::TooLarge {
                what: "scratch of the modular multiplication",
                max_bits: MOST_SCRATCH * N * WORD_BITS,
            });
        }
        debug_assert!(invert_residue_scratch(&*modmul) <= INVERT_SCRATCH * N);
        let mut field = Self { modmul, one: [0; N], half: [0; N] };
        let words = field.words();
        field.modmul.one(&mut field.one[..words]);
        field.half = field.inv0(&field.double(&field.one));
        Ok(field)
    }

    /// The modular multiplication underneath.
    pub fn modmul(&self) -> &D::Target {
        &self.modmul
    }

    /// The prime.
    pub fn modulus(&self) -> &[Word] {
        self.modmul.modulus()
    }

    /// The element for a number in `[0, p)`, with the length of [`Prime::modulus`].
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`].
    pub fn enter(&self, plain: &[Word]) -> Result<[Word; N]> {
        let modulus = self.modulus();
        if plain.len() != modulus.len() {
            let (expected, got) = (modulus.len(), plain.len());
            return Err(Error::Length { what: "number", expected, got });
        }
        if !less_than(plain, modulus).to_bool_vartime() {
            return Err(Error::NotReduced { operand: "number" });
        }
        Ok(self.filled(|r| self.scratch(|s| self.modmul.enter(r, plain, s))))
    }

    /// The number in `[0, p)` that `a` stands for, in the first words, followed by zeros.
    #[inline(never)]
    pub fn leave(&self, a: &[Word; N]) -> [Word; N] {
        let mut plain = [0; N];
        let number = &mut plain[..self.modulus().len()];
        self.scratch(|s| self.modmul.leave(number, self.residue(a), s));
        plain
    }

    #[inline(always)]
    fn words(&self) -> usize {
        self.modmul.residue_words()
    }

    #[inline(always)]
    fn residue<'a>(&self, a: &'a [Word; N]) -> &'a [Word] {
        debug_assert!(is_zero_from(a, self.words()), "an element has zeros behind its residue");
        &a[..self.words()]
    }

    #[inline(always)]
    fn scratch<T>(&self, work: impl FnOnce(&mut [Word]) -> T) -> T {
        with_scratch::<N, T>(self.modmul.scratch_words(), work)
    }

    #[inline(always)]
    fn filled(&self, fill: impl FnOnce(&mut [Word])) -> [Word; N] {
        let mut r = [0; N];
        fill(&mut r[..self.words()]);
        r
    }
}

/// Products and sums are functions: the indirect call that each makes costs more than its own.
impl<const N: usize, D> Field for Prime<N, D>
where
    D: Deref,
    D::Target: ModMul,
{
    type El = [Word; N];
    type Mask = Mask;
    // A [`ModMul`] has no unreduced product.
    wide_values_are_elements!();

    fn zero(&self) -> [Word; N] {
        self.filled(|r| self.modmul.zero(r))
    }

    fn one(&self) -> [Word; N] {
        self.one
    }

    #[inline(never)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[Word; N]>,
        a: &[Word; N],
        b: &[Word; N],
    ) -> &'r mut [Word; N] {
        let r = r.write([0; N]);
        let (a, b) = (self.residue(a), self.residue(b));
        self.scratch(|s| self.modmul.mul(&mut r[..a.len()], a, b, s));
        r
    }

    #[inline(never)]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<[Word; N]>, a: &[Word; N]) -> &'r mut [Word; N] {
        let r = r.write([0; N]);
        let a = self.residue(a);
        self.scratch(|s| self.modmul.sqr(&mut r[..a.len()], a, s));
        r
    }

    #[inline(never)]
    fn add(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.filled(|r| self.modmul.add(r, self.residue(a), self.residue(b)))
    }

    #[inline(never)]
    fn sub(&self, a: &[Word; N], b: &[Word; N]) -> [Word; N] {
        self.filled(|r| self.modmul.sub(r, self.residue(a), self.residue(b)))
    }

    #[inline(never)]
    fn neg(&self, a: &[Word; N]) -> [Word; N] {
        self.filled(|r| self.modmul.neg(r, self.residue(a)))
    }

    fn halve(&self, a: &[Word; N]) -> [Word; N] {
        self.mul(a, &self.half)
    }

    /// By divsteps on the number that `a` stands for.
    #[inline(never)]
    fn inv0(&self, a: &[Word; N]) -> [Word; N] {
        let mut scratch = [[0; N]; INVERT_SCRATCH];
        let scratch = scratch.as_flattened_mut();
        self.filled(|r| _ = invert_residue(&*self.modmul, r, self.residue(a), scratch))
    }

    #[inline(never)]
    fn equal(&self, a: &[Word; N], b: &[Word; N]) -> Mask {
        self.modmul.eq(self.residue(a), self.residue(b))
    }

    #[inline(never)]
    fn select(&self, condition: Mask, if_true: &[Word; N], if_false: &[Word; N]) -> [Word; N] {
        let mut r = *if_false;
        limb::assign_if(&mut r, if_true, condition);
        r
    }
}

impl<const N: usize, D> SquareRoot for Prime<N, D>
where
    D: Deref,
    D::Target: ModMul,
{
    fn sqrt(&self, a: &[Word; N]) -> ([Word; N], Mask) {
        let s = two_adicity(self.modulus());
        // q = (p - 1) / 2^s, and (q - 1) / 2.
        let mut q = [0; N];
        q[..self.modulus().len()].copy_from_slice(self.modulus());
        shift_right(&mut q, s);
        let mut exponent = q;
        shift_right(&mut exponent, 1);
        let root_of_unity = || power_vartime(self, &self.small(non_square(self.modulus())), &q);
        tonelli_shanks(self, a, &exponent, s, root_of_unity)
    }
}

/// `a >>= bits`.
fn shift_right(a: &mut [Word], bits: usize) {
    for _ in 0..bits {
        shr_assign(a, 1);
    }
}

impl<const N: usize, D> VartimeField for Prime<N, D>
where
    D: Deref,
    D::Target: ModMul,
{
}

impl<const N: usize, D> Encoding for Prime<N, D>
where
    D: Deref,
    D::Target: ModMul,
{
    fn encoded_bytes(&self) -> usize {
        bit_length_vartime(self.modulus()).div_ceil(8)
    }

    fn encode(&self, bytes: &mut [u8], a: &[Word; N]) -> Result<()> {
        bytes::write(bytes, self.encoded_bytes(), &self.leave(a))
    }

    fn decode(&self, bytes: &[u8]) -> Result<[Word; N]> {
        let plain: [Word; N] = bytes::read(bytes, self.encoded_bytes())?;
        self.enter(&plain[..self.modulus().len()])
    }

    fn decode_be(&self, bytes: &[u8]) -> Result<[Word; N]> {
        let plain: [Word; N] = bytes::read_be(bytes, self.encoded_bytes())?;
        self.enter(&plain[..self.modulus().len()])
    }
}
