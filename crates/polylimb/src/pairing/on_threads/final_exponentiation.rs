//! The final exponentiation on two threads: the powers by `u` are a chain, but the threads share
//! each of them ([`power`](super::power)), and independent products run during a power.

use super::Shared;
use crate::pairing::Family;
use crate::team::Split;

/// `m^((p⁴ - p² + 1)/r)`.
pub(super) fn hard_part_on<G: Shared>(
    g: &G,
    family: Family,
    split: &dyn Split,
    m: &G::El,
) -> G::El {
    match family {
        Family::Bn => scott_on(g, split, m),
        Family::Bls12 => hayashida_on(g, split, m),
    }
}

/// As [`scott`](crate::pairing::final_exponentiation::bn::scott), with everything that does not
/// wait for `m^(u³)` computed before it: `y₀ y₁² y₂⁶ y₃¹² y₄¹⁸ y₅³⁰` and `y₆³⁶` separately.
fn scott_on<G: Shared>(g: &G, split: &dyn Split, m: &G::El) -> G::El {
    let (u1, y0) = g.power_u_on(split, m, || {
        g.mul(&g.mul(&g.frobenius(m, 1), &g.frobenius(m, 2)), &g.frobenius(m, 3))
    });
    let (u2, y3) = g.power_u_on(split, &u1, || g.conjugate(&g.frobenius(&u1, 1)));
    let (u3, rest) = g.power_u_on(split, &u2, || {
        let y4 = g.conjugate(&g.mul(&u1, &g.frobenius(&u2, 1)));
        let y5 = g.conjugate(&u2);
        let mut a = g.mul(&y4, &y5);
        let mut b = g.mul(&g.mul(&y3, &y5), &a);
        a = g.mul(&a, &g.frobenius(&u2, 2));
        b = g.sqr(&g.mul(&g.sqr(&b), &a));
        a = g.mul(&b, &g.conjugate(m));
        g.mul(&g.sqr(&a), &g.mul(&b, &y0))
    });
    let y6 = g.conjugate(&g.mul(&u3, &g.frobenius(&u3, 1)));
    let eighth = (0..3).fold(y6, |a, _| g.sqr(&a));
    let ninth = g.mul(&eighth, &y6);
    g.mul(&g.sqr(&g.sqr(&ninth)), &rest)
}

/// As [`exact`](crate::pairing::final_exponentiation::bls12::exact).
fn hayashida_on<G: Shared>(g: &G, split: &dyn Split, m: &G::El) -> G::El {
    let (u, negative) = g.u();
    // (u - 1)/3.
    let third = if negative { u.div_ceil(3) } else { u / 3 };
    let (mut root, ()) = g.power_on(split, m, third, || ());
    if negative {
        root = g.conjugate(&root);
    }
    let b = g.mul(&g.power_u_on(split, &root, || ()).0, &g.conjugate(&root));
    let (power, image) = g.power_u_on(split, &b, || g.frobenius(&b, 1));
    let c = g.mul(&power, &image);
    let (power, rest) =
        g.power_u_on(split, &c, || g.mul(&g.mul(&g.frobenius(&c, 2), &g.conjugate(&c)), m));
    g.mul(&g.power_u_on(split, &power, || ()).0, &rest)
}
