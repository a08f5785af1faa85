//! Formulas written once over `F: Field`: Jacobian doubling and addition on y² = x³ + a x + b, and
//! the López-Dahab ladder step on y² + x y = x³ + a x² + b.

use polylimb::authors::field::{Field, Op};

/// (X : Y : Z) stands for (X/Z², Y/Z³), and for the point at infinity if Z = 0.
pub struct Jacobian<F: Field> {
    pub x: F::El,
    pub y: F::El,
    pub z: F::El,
}

impl<F: Field> Clone for Jacobian<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field> Copy for Jacobian<F> {}

/// 2 P for any a: 3 products, 6 squares, 1 product by a (`[Cohen1998]`).
#[inline(always)]
pub fn double<F: Field>(f: &F, a: &F::El, p: &Jacobian<F>) -> Jacobian<F> {
    let ([yz], [xx, yy, zz]) = f.products([(&p.y, &p.z)], [&p.x, &p.y, &p.z]);
    let ([xyy], [yyyy, zzzz]) = f.products([(&p.x, &yy)], [&yy, &zz]);
    let s = f.double(&f.double(&xyy));
    let m = f.add(&f.add(&f.double(&xx), &xx), &f.mul_constant(a, &zzzz));
    let x = f.sub(&f.sqr(&m), &f.double(&s));
    let y = f.sub(&f.mul(&m, &f.sub(&s, &x)), &f.double(&f.double(&f.double(&yyyy))));
    Jacobian { x, y, z: f.double(&yz) }
}

/// P + Q by selection, correct for all pairs: 12 products, 4 squares (`[Cohen1998]`), and a
/// doubling for P = Q.
#[inline(always)]
pub fn add<F: Field>(f: &F, a: &F::El, p: &Jacobian<F>, q: &Jacobian<F>) -> Jacobian<F> {
    let ([], [zz1, zz2]) = f.products([], [&p.z, &q.z]);
    let ([u1, u2, z13, z23], []) =
        f.products([(&p.x, &zz2), (&q.x, &zz1), (&zz1, &p.z), (&zz2, &q.z)], []);
    let ([s1, s2, zz], []) = f.products([(&p.y, &z23), (&q.y, &z13), (&p.z, &q.z)], []);
    let (h, r) = (f.sub(&u2, &u1), f.sub(&s2, &s1));
    let ([z3], [hh, rr]) = f.products([(&zz, &h)], [&h, &r]);
    let ([hhh, v], []) = f.products([(&h, &hh), (&u1, &hh)], []);
    let x3 = f.sub(&f.sub(&rr, &hhh), &f.double(&v));
    let ([t, w], []) = f.products([(&r, &f.sub(&v, &x3)), (&s1, &hhh)], []);
    let sum = Jacobian { x: x3, y: f.sub(&t, &w), z: z3 };

    let (p_infinite, q_infinite) = (f.is_zero(&p.z), f.is_zero(&q.z));
    // For equal points both differences vanish; for opposite ones only h, and z3 with it.
    let same = f.is_zero(&h) & f.is_zero(&r) & !p_infinite & !q_infinite;
    let sum = select(f, same, &double(f, a, p), &sum);
    let sum = select(f, q_infinite, p, &sum);
    select(f, p_infinite, q, &sum)
}

#[inline(always)]
pub fn select<F: Field>(
    f: &F,
    condition: F::Mask,
    if_true: &Jacobian<F>,
    if_false: &Jacobian<F>,
) -> Jacobian<F> {
    Jacobian {
        x: f.select(condition, &if_true.x, &if_false.x),
        y: f.select(condition, &if_true.y, &if_false.y),
        z: f.select(condition, &if_true.z, &if_false.z),
    }
}

/// `k` P by double-and-add with the same steps for every bit; `k` is public.
pub struct Multiple<'a, F: Field> {
    pub field: &'a F,
    pub a: &'a F::El,
    pub point: Jacobian<F>,
    pub k: u64,
}

impl<F: Field> Op for Multiple<'_, F> {
    type Out = Jacobian<F>;

    #[inline(always)]
    fn call(self) -> Jacobian<F> {
        let f = self.field;
        let mut r = Jacobian { x: f.one(), y: f.one(), z: f.zero() };
        for i in (0..u64::BITS - self.k.leading_zeros()).rev() {
            r = double(f, self.a, &r);
            if (self.k >> i) & 1 == 1 {
                r = add(f, self.a, &r, &self.point);
            }
        }
        r
    }
}

/// `times` doublings of a point, for measurements.
pub struct Doublings<'a, F: Field> {
    pub field: &'a F,
    pub a: &'a F::El,
    pub point: Jacobian<F>,
    pub times: usize,
}

impl<F: Field> Op for Doublings<'_, F> {
    type Out = Jacobian<F>;

    #[inline(always)]
    fn call(self) -> Jacobian<F> {
        let mut r = self.point;
        for _ in 0..self.times {
            r = double(self.field, self.a, &r);
        }
        r
    }
}

/// (x, y) of a point, or (0, 0) at infinity.
pub fn affine<F: Field>(f: &F, p: &Jacobian<F>) -> (F::El, F::El) {
    let inverse = f.inv0(&p.z);
    let square = f.sqr(&inverse);
    (f.mul(&p.x, &square), f.mul(&p.y, &f.mul(&square, &inverse)))
}
