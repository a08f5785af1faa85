//! The hard part on curves of the family BN.

use super::Cyclotomic;

/// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
///
/// **Source.** `[Scott2009]`; the chain of 7 powers: `[Olivos1981]`, as in `[Cuiman2019]`, section
/// II. **Cost.** 3 powers by `u`, 13 products, 4 squares, 6 Frobenius maps.
pub fn scott<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
    let u1 = g.power_u(m);
    let u2 = g.power_u(&u1);
    let u3 = g.power_u(&u2);
    let y0 = g.mul(&g.mul(&g.frobenius(m, 1), &g.frobenius(m, 2)), &g.frobenius(m, 3));
    let y1 = g.conjugate(m);
    let y2 = g.frobenius(&u2, 2);
    let y3 = g.conjugate(&g.frobenius(&u1, 1));
    let y4 = g.conjugate(&g.mul(&u1, &g.frobenius(&u2, 1)));
    let y5 = g.conjugate(&u2);
    let y6 = g.conjugate(&g.mul(&u3, &g.frobenius(&u3, 1)));
    // y0 y1² y2⁶ y3¹² y4¹⁸ y5³⁰ y6³⁶.
    let mut a = g.mul(&g.mul(&g.sqr(&y6), &y4), &y5);
    let mut b = g.mul(&g.mul(&y3, &y5), &a);
    a = g.mul(&a, &y2);
    b = g.mul(&g.sqr(&b), &a);
    b = g.sqr(&b);
    a = g.mul(&b, &y1);
    b = g.mul(&b, &y0);
    g.mul(&g.sqr(&a), &b)
}

/// `m^(2u(6u² + 3u + 1) (p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
///
/// **Source.** `[Fuentes2011]`. **Cost.** 3 powers by `u`, 10 products, 3 squares, 3 Frobenius
/// maps.
pub fn fuentes<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
    let u2 = g.sqr(&g.power_u(m));
    let u6 = g.mul(&g.sqr(&u2), &u2);
    let u6_2 = g.power_u(&u6);
    let u12_3 = g.power_u(&g.sqr(&u6_2));
    let a = g.mul(&g.mul(&u12_3, &u6_2), &u6);
    let b = g.mul(&a, &g.conjugate(&u2));
    let c = g.mul(&g.mul(&a, &u6_2), m);
    let d = g.mul(&b, &g.conjugate(m));
    g.mul(&g.mul(&c, &g.frobenius(&b, 1)), &g.mul(&g.frobenius(&a, 2), &g.frobenius(&d, 3)))
}
