//! `jacobian`: coordinates `x = X/Z²`, `y = Y/Z³`, the operations in pairs for two cores.
//!
//! **Source.** `[Cuiman2019]`, equations 5 to 8 and Algorithm 4. **Cost** in `F_p²`: a doubling 8
//! products and 5 squares as Algorithm 4 is printed; 7 products, the count of the text, if `Y · 2Y`
//! is computed as `(2Y)²/2`. An addition 18 products and 4 squares in the paper's form for any
//! third coordinate, 10 and 3 for the affine point that the loop adds. Evaluation in `P` 4 products
//! of `F_p`.

use polylimb::authors::field::extension::Quadratic;
use polylimb::authors::pairing::{Coefficients, Lines, PairingCurve, Point};

/// Lines in Jacobian coordinates; the added points are affine.
#[derive(Debug, Clone, Copy)]
pub struct Jacobian;

/// The same with the operations that the paper counts: an addition multiplies by a third coordinate
/// although it is 1.
#[derive(Debug, Clone, Copy)]
pub struct JacobianAsCounted;

/// The same with doublings as Algorithm 4 prints them: one product more than the paper counts.
#[derive(Debug, Clone, Copy)]
pub struct JacobianAsPrinted;

/// Algorithm 4; `eight_products` as it is printed.
fn double<Q: Quadratic>(q: &Q, t: &mut Point<Q::El>, eight_products: bool) -> Coefficients<Q::El> {
    let v1 = q.double(&t.y);
    let ([], [x2, z2]) = q.products([], [&t.x, &t.z]);
    let z3 = q.mul(&z2, &t.z);
    let u = q.add(&q.double(&x2), &x2);
    let ([c_x, x_u], []) = q.products([(&q.neg(&z2), &u), (&t.x, &u)], []);
    let v1_2 = q.sqr(&v1);
    let (c_y, y_v1) = if eight_products {
        let ([y_v1, c_y], []) = q.products([(&t.y, &v1), (&z3, &v1)], []);
        (c_y, y_v1)
    } else {
        (q.mul(&z3, &v1), q.halve(&v1_2))
    };
    let c = q.sub(&x_u, &y_v1);
    let ([z, s], []) = q.products([(&t.z, &v1), (&v1_2, &t.x)], []);
    let ([], [u2, v1_4]) = q.products([], [&u, &v1_2]);
    let x = q.sub(&u2, &q.double(&s));
    let y = q.sub(&q.mul(&q.sub(&s, &x), &u), &q.halve(&v1_4));
    *t = Point { x, y, z };
    Coefficients { c_y, c_x, c }
}

/// Equations 7 and 8 for any `p`, with `D²(A + B) = D³ + 2 B D²`.
fn add_any<Q: Quadratic>(q: &Q, t: &mut Point<Q::El>, p: &Point<Q::El>) -> Coefficients<Q::El> {
    let ([], [t2, p2]) = q.products([], [&t.z, &p.z]);
    let ([t3, p3, a, b], []) = q.products([(&t2, &t.z), (&p2, &p.z), (&p.x, &t2), (&t.x, &p2)], []);
    let ([py, ty, zz, y_pz], []) =
        q.products([(&p.y, &t3), (&t.y, &p3), (&t.z, &p.z), (&t.y, &p.z)], []);
    let (d, r) = (q.sub(&a, &b), q.sub(&py, &ty));
    let ([z, zp_t3, xr, z2r], [d2, r2]) =
        q.products([(&zz, &d), (&p.z, &t3), (&t.x, &r), (&t2, &r)], [&d, &r]);
    let ([d3, b_d2, c_y, yd], []) =
        q.products([(&d, &d2), (&b, &d2), (&zp_t3, &d), (&y_pz, &d)], []);
    let x = q.sub(&q.sub(&r2, &d3), &q.double(&b_d2));
    let ([m, n], []) = q.products([(&r, &q.sub(&b_d2, &x)), (&ty, &d3)], []);
    *t = Point { x, y: q.sub(&m, &n), z };
    Coefficients { c_y, c_x: q.neg(&z2r), c: q.sub(&xr, &yd) }
}

/// The same for an affine `p`.
fn add_affine<Q: Quadratic>(
    q: &Q,
    t: &mut Point<Q::El>,
    [px, py]: &[Q::El; 2],
) -> Coefficients<Q::El> {
    let z2 = q.sqr(&t.z);
    let ([z3, a], []) = q.products([(&z2, &t.z), (px, &z2)], []);
    let (d, py_z3) = (q.sub(&a, &t.x), q.mul(py, &z3));
    let r = q.sub(&py_z3, &t.y);
    // The line through p instead of t: x_p and y_p cost one product less.
    let ([z, rx], [d2, r2]) = q.products([(&t.z, &d), (&r, px)], [&d, &r]);
    let ([d3, x_d2, zy], []) = q.products([(&d, &d2), (&t.x, &d2), (&z, py)], []);
    let x = q.sub(&q.sub(&r2, &d3), &q.double(&x_d2));
    let ([m, n], []) = q.products([(&r, &q.sub(&x_d2, &x)), (&t.y, &d3)], []);
    *t = Point { x, y: q.sub(&m, &n), z };
    Coefficients { c_y: z, c_x: q.neg(&r), c: q.sub(&rx, &zy) }
}

impl Lines for Jacobian {
    const NAME: &'static str = "jacobian";

    fn double<Q: Quadratic>(curve: &PairingCurve<Q>, t: &mut Point<Q::El>) -> Coefficients<Q::El> {
        double(curve.tower().fp2(), t, false)
    }

    fn add<Q: Quadratic>(
        curve: &PairingCurve<Q>,
        t: &mut Point<Q::El>,
        p: &[Q::El; 2],
    ) -> Coefficients<Q::El> {
        add_affine(curve.tower().fp2(), t, p)
    }
}

impl Lines for JacobianAsCounted {
    const NAME: &'static str = "jacobian-as-counted";

    fn double<Q: Quadratic>(curve: &PairingCurve<Q>, t: &mut Point<Q::El>) -> Coefficients<Q::El> {
        double(curve.tower().fp2(), t, false)
    }

    fn add<Q: Quadratic>(
        curve: &PairingCurve<Q>,
        t: &mut Point<Q::El>,
        p: &[Q::El; 2],
    ) -> Coefficients<Q::El> {
        let q = curve.tower().fp2();
        add_any(q, t, &Point::affine(q, p))
    }
}

impl Lines for JacobianAsPrinted {
    const NAME: &'static str = "jacobian-as-printed";

    fn double<Q: Quadratic>(curve: &PairingCurve<Q>, t: &mut Point<Q::El>) -> Coefficients<Q::El> {
        double(curve.tower().fp2(), t, true)
    }

    fn add<Q: Quadratic>(
        curve: &PairingCurve<Q>,
        t: &mut Point<Q::El>,
        p: &[Q::El; 2],
    ) -> Coefficients<Q::El> {
        JacobianAsCounted::add(curve, t, p)
    }
}
