//! The hard part on curves of the family BLS12:
//! `(p⁴ - p² + 1)/r = (u - 1)²/3 (u + p)(u² + p² - 1) + 1` `[Hayashida2020]`.

use super::Cyclotomic;

/// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup. **Cost.** A power by `(u - 1)/3`, 4
/// powers by `u`, 6 products.
pub fn exact<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
    // u = 1 mod 3.
    let root = match g.u() {
        (u, true) => g.conjugate(&g.power(m, u.div_ceil(3))),
        (u, false) => g.power(m, u / 3),
    };
    g.mul(&rest(g, &root), m)
}

/// `m^(3 (p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup. **Cost.** 5 powers by `u`, 8
/// products, a square.
pub fn cubed<G: Cyclotomic>(g: &G, m: &G::El) -> G::El {
    let root = less_one(g, m);
    g.mul(&rest(g, &root), &g.mul(&g.sqr(m), m))
}

/// `a^(u - 1)`.
fn less_one<G: Cyclotomic>(g: &G, a: &G::El) -> G::El {
    g.mul(&g.power_u(a), &g.conjugate(a))
}

/// `a^((u - 1)(u + p)(u² + p² - 1))`.
fn rest<G: Cyclotomic>(g: &G, a: &G::El) -> G::El {
    let b = less_one(g, a);
    let c = g.mul(&g.power_u(&b), &g.frobenius(&b, 1));
    let d = g.mul(&g.power_u(&g.power_u(&c)), &g.frobenius(&c, 2));
    g.mul(&d, &g.conjugate(&c))
}
