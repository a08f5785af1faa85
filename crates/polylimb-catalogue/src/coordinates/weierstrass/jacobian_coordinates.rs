//! Coordinate systems made of the formulas for Jacobian points that carry further values.

/// [`Coordinates`](polylimb::authors::curve::Coordinates) from these formulas, for a point with
/// `x`, `y`, `z` and further coordinates.
macro_rules! jacobian_coordinates {
    ($system:ident, $point:ident { $($coordinate:ident),+ }, $name:literal) => {
        /// A point.
        #[derive(Clone, Copy)]
        pub struct $point<E> {
            $(
                #[doc = concat!("`", stringify!($coordinate), "` of the file's header.")]
                pub $coordinate: E,
            )+
        }

        impl<E: zeroize::Zeroize> zeroize::Zeroize for $point<E> {
            fn zeroize(&mut self) {
                $(self.$coordinate.zeroize();)+
            }
        }

        impl<F: polylimb::authors::field::Field> polylimb::authors::curve::Coordinates<F> for $system {
            const NAME: &'static str = $name;

            type Point = $point<F::El>;

            #[inline(always)]
            fn neutral(c: &polylimb::authors::curve::Curve<F>) -> Self::Point {
                let f = &c.field;
                super::jacobian_forms::Outcome::of(c, f.one(), f.one(), f.zero())
            }

            #[inline(always)]
            fn is_neutral(c: &polylimb::authors::curve::Curve<F>, p: &Self::Point) -> F::Mask {
                c.field.is_zero(&p.z)
            }

            #[inline(always)]
            fn lift(c: &polylimb::authors::curve::Curve<F>, x: &F::El, y: &F::El) -> Self::Point {
                super::jacobian_forms::Outcome::of(c, *x, *y, c.field.one())
            }

            #[inline(always)]
            fn double(c: &polylimb::authors::curve::Curve<F>, p: &Self::Point) -> Self::Point {
                super::jacobian_forms::double(c, p)
            }

            #[inline(always)]
            fn add(c: &polylimb::authors::curve::Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
                super::jacobian_forms::add(c, p, q)
            }

            #[inline(always)]
            fn add_affine(
                c: &polylimb::authors::curve::Curve<F>,
                p: &Self::Point,
                x: &F::El,
                y: &F::El,
            ) -> Self::Point {
                super::jacobian_forms::add(c, p, &polylimb::authors::curve::AffinePoint::<F>::new(*x, *y))
            }

            #[inline(always)]
            fn neg(c: &polylimb::authors::curve::Curve<F>, p: &Self::Point) -> Self::Point {
                $point { y: c.field.neg(&p.y), ..*p }
            }

            fn equal(c: &polylimb::authors::curve::Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
                super::jacobian_forms::equal(c, p, q)
            }

            #[inline(always)]
            fn denominator(_: &polylimb::authors::curve::Curve<F>, p: &Self::Point) -> F::El {
                p.z
            }

            #[inline(always)]
            fn to_affine(
                c: &polylimb::authors::curve::Curve<F>,
                p: &Self::Point,
                inverse: &F::El,
            ) -> polylimb::authors::curve::AffinePoint<F> {
                super::jacobian_forms::to_affine(&c.field, p, inverse)
            }

            #[inline(always)]
            fn select(
                c: &polylimb::authors::curve::Curve<F>,
                condition: F::Mask,
                if_true: &Self::Point,
                if_false: &Self::Point,
            ) -> Self::Point {
                $point {
                    $($coordinate: c.field.select(
                        condition,
                        &if_true.$coordinate,
                        &if_false.$coordinate,
                    ),)+
                }
            }
        }
    };
}
pub(super) use jacobian_coordinates;
