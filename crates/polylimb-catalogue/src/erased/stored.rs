//! Plain data written to words and read back.

use crate::coordinates::binary::LambdaPoint;
use crate::coordinates::weierstrass::{ChudnovskyPoint, ModifiedJacobianPoint};
use polylimb::authors::curve::{AffinePoint, JacobianPoint, LopezDahabPoint, ProjectivePoint};
use polylimb::authors::field::Field;
use polylimb::authors::limb::{Mask, Word};

/// Plain data that can be stored in words: elements, points.
pub trait Stored: Copy {
    /// Its length in words.
    const WORDS: usize;

    /// Writes it to the first [`Stored::WORDS`] of `words`.
    fn write(&self, words: &mut [Word]);

    /// Reads it back.
    fn read(words: &[Word]) -> Self;
}

impl Stored for u8 {
    const WORDS: usize = 1;

    fn write(&self, words: &mut [Word]) {
        words[0] = Word::from(*self);
    }

    fn read(words: &[Word]) -> Self {
        words[0] as u8
    }
}

impl<const N: usize> Stored for [Word; N] {
    const WORDS: usize = N;

    #[inline]
    fn write(&self, words: &mut [Word]) {
        words[..N].copy_from_slice(self);
    }

    #[inline]
    fn read(words: &[Word]) -> Self {
        core::array::from_fn(|i| words[i])
    }
}

/// Points are their coordinates one after another.
macro_rules! coordinates {
    ($point:ident: $($coordinate:ident),+) => {
        impl<E: Stored> Stored for $point<E> {
            const WORDS: usize = E::WORDS * [$(stringify!($coordinate)),+].len();

            #[inline]
            fn write(&self, words: &mut [Word]) {
                let parts = words.chunks_exact_mut(E::WORDS);
                for (coordinate, words) in [$(&self.$coordinate),+].into_iter().zip(parts) {
                    coordinate.write(words);
                }
            }

            #[inline]
            fn read(words: &[Word]) -> Self {
                let mut parts = words.chunks_exact(E::WORDS);
                let mut next = || E::read(parts.next().unwrap_or(&[]));
                $(let $coordinate = next();)+
                Self { $($coordinate),+ }
            }
        }
    };
}
coordinates!(JacobianPoint: x, y, z);
coordinates!(ProjectivePoint: x, y, z);
coordinates!(ChudnovskyPoint: x, y, z, zz, zzz);
coordinates!(ModifiedJacobianPoint: x, y, z, azzzz);
coordinates!(LopezDahabPoint: x, y, z);
coordinates!(LambdaPoint: x, l, z);

impl<F: Field<Mask = Mask>> Stored for AffinePoint<F>
where
    F::El: Stored,
{
    const WORDS: usize = 2 * F::El::WORDS + 1;

    fn write(&self, words: &mut [Word]) {
        let n = F::El::WORDS;
        self.x.write(&mut words[..n]);
        self.y.write(&mut words[n..2 * n]);
        words[2 * n] = self.neutral.bit();
    }

    fn read(words: &[Word]) -> Self {
        let n = F::El::WORDS;
        let neutral = Mask::from_bit(words[2 * n]);
        Self { x: F::El::read(&words[..n]), y: F::El::read(&words[n..2 * n]), neutral }
    }
}
