//! The coordinate systems of binary curves: every pair of points of curves over GF(2^7) against the
//! school-book law, and the published costs, counted.

use super::cost::cost;
use super::seven::{CURVES, Point, Seven, Small, affine, check_group, product};
use polylimb::authors::curve::{
    AffinePoint, Coefficient, Coordinates, Curve, LopezDahab, Uniform, Vartime,
};
use polylimb_catalogue::coordinates::binary::{
    Affine, Jacobian, LambdaAffine, LambdaProjective, Projective,
};
use polylimb_catalogue::counted::Counted;

fn check<C: Coordinates<Seven>>() -> usize {
    CURVES.iter().map(|&c| check_group(c, &Vartime::<_, C>::new(c.curve(Seven)))).sum()
}

#[test]
fn affine_and_projective_agree_with_the_school_book() {
    for compared in [check::<Affine>(), check::<Projective>()] {
        assert!(compared > 250_000, "{compared}");
    }
}

#[test]
fn jacobian_and_lopez_dahab_agree_with_the_school_book() {
    for compared in [check::<Jacobian>(), check::<LopezDahab>()] {
        assert!(compared > 250_000, "{compared}");
    }
}

#[test]
fn lambda_coordinates_agree_with_the_school_book() {
    for compared in [check::<LambdaAffine>(), check::<LambdaProjective>()] {
        assert!(compared > 250_000, "{compared}");
    }
}

#[test]
fn the_uniform_law_agrees_with_the_school_book() {
    let check = |&c: &Small| check_group(c, &Uniform::new(c.curve(Seven)));
    let compared = CURVES.iter().map(check).sum::<usize>();
    assert!(compared > 250_000, "{compared}");
}

#[test]
fn the_curves_are_those_that_are_meant() {
    let orders = CURVES.map(|c| c.points().len());
    assert_eq!(orders[..2], [2 * 71, 4 * 29]);
    for c in CURVES {
        let curve = c.curve(Seven);
        let points = c.points();
        let on = (0..128).flat_map(|x| (0..128).map(move |y| (x, y)));
        let on = on.filter(|(x, y)| LopezDahab::contains(&curve, x, y).to_bool_vartime());
        assert!(on.map(Some).eq(points[1..].iter().copied()), "{c:?}");
        assert!(c.curve(Seven).shape != Coefficient::MinusThree);
    }
}

/// The forms with affine operands: every pair of points for which they are defined.
#[test]
fn mixed_forms_agree_with_the_school_book() {
    let mut compared = 0;
    for small in CURVES {
        let c = &small.curve(Seven);
        let projective = Vartime::<_, Projective>::new(*c);
        let jacobian = Vartime::<_, Jacobian>::new(*c);
        let lopez_dahab = Vartime::<_, LopezDahab>::new(*c);
        let lambda = Vartime::<_, LambdaAffine>::new(*c);
        let points = small.points();
        for &p in &points[1..] {
            let (x1, y1) = p.expect("not neutral");
            let twice = small.add(p, p);
            assert_eq!(affine(&projective, &Projective::double_affine(c, &x1, &y1)), twice);
            assert_eq!(affine(&jacobian, &Jacobian::double_affine(c, &x1, &y1)), twice);
            assert_eq!(affine(&lopez_dahab, &LopezDahab::double_affine(c, &x1, &y1)), twice);
            if x1 != 0 {
                let of = LambdaAffine::of_pair(&Seven, &x1, &y1);
                let AffinePoint { x, y, .. } = LambdaAffine::double_to_pair(c, &of);
                assert_eq!(Some((x, y)), twice);
            }
            for &q in &points[1..] {
                let (x2, y2) = q.expect("not neutral");
                let sum = if p == q { None } else { small.add(p, q) };
                let j = Jacobian::add_affines(c, [&x1, &y1], [&x2, &y2]);
                assert_eq!(affine(&jacobian, &j), sum, "{p:?} + {q:?}");
                let l = LopezDahab::add_affines(c, [&x1, &y1], [&x2, &y2]);
                assert_eq!(affine(&lopez_dahab, &l), sum, "{p:?} + {q:?}");
                compared += 2;
                if x1 != x2 && sum.is_some_and(|(x, _)| x != 0) {
                    let pairs = [AffinePoint::new(x1, y1), AffinePoint::new(x2, y2)];
                    let l = LambdaAffine::add_pairs(c, &pairs[0], &pairs[1]);
                    assert_eq!(affine(&lambda, &l), sum);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 150_000, "{compared}");
}

/// Equations 2.4 and 2.5 of `[Arruda2014]`, printed for `y² + x y = x³ + a x² + b`: the law of
/// `y² + c y = x³ + a x + b`.
mod supersingular {
    use polylimb::authors::field::Field;

    /// Equation 2.4: the sum of two points with different abscissas.
    pub fn add<F: Field>(f: &F, c: &F::El, p: [&F::El; 2], q: [&F::El; 2]) -> [F::El; 2] {
        let run = f.add(p[0], q[0]);
        let slope = f.mul(&f.add(p[1], q[1]), &f.inv0(&run));
        third(f, c, p, f.add(&f.sqr(&slope), &run), &slope)
    }

    /// Equation 2.5: the double of a point.
    pub fn double<F: Field>(f: &F, a: &F::El, c: &F::El, p: [&F::El; 2]) -> [F::El; 2] {
        let slope = f.mul(&f.add(&f.sqr(p[0]), a), &f.inv0(c));
        third(f, c, p, f.sqr(&slope), &slope)
    }

    fn third<F: Field>(f: &F, c: &F::El, p: [&F::El; 2], x: F::El, slope: &F::El) -> [F::El; 2] {
        let y = f.add(&f.add(&f.mul(slope, &f.add(p[0], &x)), p[1]), c);
        [x, y]
    }
}

/// Equations 2.4 and 2.5 of `[Arruda2014]` are right for `y² + c y = x³ + a x + b`, and wrong for
/// the curve for which they are printed.
#[test]
fn the_printed_affine_equations_are_the_supersingular_ones() {
    let (a, b, c) = (3, 5, 9);
    let cube = |x| product(product(x, x), x);
    let on = |&(x, y): &(u8, u8)| product(y, y) ^ product(c, y) == cube(x) ^ product(a, x) ^ b;
    let points: Vec<_> = (0..128).flat_map(|x| (0..128).map(move |y| (x, y))).filter(on).collect();
    let mut compared = 0;
    for p in &points {
        let [x, y] = supersingular::double(&Seven, &a, &c, [&p.0, &p.1]);
        assert!(on(&(x, y)));
        for q in points.iter().filter(|q| q.0 != p.0) {
            let [x, y] = supersingular::add(&Seven, &c, [&p.0, &p.1], [&q.0, &q.1]);
            // The sum lies on the curve; mirrored, it lies on the line through both points.
            assert!(on(&(x, y)));
            let mirrored = y ^ c;
            let left = product(p.1 ^ q.1, x ^ p.0);
            assert_eq!(left, product(mirrored ^ p.1, p.0 ^ q.0), "{p:?} {q:?}");
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
    let ordinary = CURVES[1];
    let point = ordinary.points()[5].expect("not neutral");
    let [x, y] = supersingular::double(&Seven, &ordinary.a, &1, [&point.0, &point.1]);
    assert_ne!(Some((x, y)), ordinary.add(Some(point), Some(point)));
}

fn counted() -> Curve<Counted<Seven>> {
    Small { a: 0x37, b: 0x11 }.curve(Counted::new(Seven))
}

/// Doubling, addition and mixed addition in one coordinate system.
fn costs<C: Coordinates<Counted<Seven>>>(c: &Curve<Counted<Seven>>) -> [String; 3] {
    let p = C::lift(c, &3, &5);
    [
        cost(&c.field, || C::double(c, &p)),
        cost(&c.field, || C::add(c, &p, &p)),
        cost(&c.field, || C::add_affine(c, &p, &2, &9)),
    ]
}

/// Table 45 of `[Arruda2014]` (from `[Cohen2006]`): the printed costs and the costs of the
/// formulas; `c` is a product by a coefficient, which the table calls M2.
#[test]
fn table_45_is_what_the_formulas_cost_where_it_can_be() {
    let c = &counted();
    let f = &c.field;
    let (x, y) = (&3, &5);
    let (p, q) = (&AffinePoint::new(3, 5), &AffinePoint::new(2, 9));
    let [p2, pp, pa] = costs::<Projective>(c);
    let [j2, jj, ja] = costs::<Jacobian>(c);
    let [l2, ll, la] = costs::<LopezDahab>(c);
    let [a2, aa, _] = costs::<Affine>(c);
    let same = [
        ("2P", p2, "7M + 4S + 1c"),
        ("P + P", pp, "15M + 2S + 1c"),
        ("P + A", pa, "11M + 2S + 1c"),
        ("2A = P", cost(f, || Projective::double_affine(c, x, y)), "5M + 2S + 1c"),
        ("J + A", ja, "10M + 3S + 1c"),
        ("2A = J", cost(f, || Jacobian::double_affine(c, x, y)), "1M + 2S + 1c"),
        ("LD + LD", ll, "13M + 4S"),
        ("LD + A", la, "8M + 5S + 1c"),
        ("2A", a2, "1I + 2M + 1S"),
        ("A + A", aa, "1I + 2M + 1S"),
        ("A + A = A'", cost(f, || LambdaAffine::add_pairs(c, p, q)), "2I + 3M + 1S"),
        ("2A' = A", cost(f, || LambdaAffine::double_to_pair(c, p)), "1M + 2S"),
    ];
    for (row, ours, printed) in same {
        assert_eq!(ours, printed, "{row}");
    }
    let [lambda2, ..] = costs::<LambdaAffine>(c);
    let sum = |of: fn(&Curve<_>, [&u8; 2], [&u8; 2])| cost(f, || of(c, [x, y], [&2, &9]));
    let other = [
        // One of the five M is by b.
        ("2J", "5M + 5S", j2, "4M + 5S + 1c"),
        // By equation 2.11: M2 by a and by b; the table has a square less.
        ("2LD", "4M + 4S + 1c", l2, "3M + 5S + 2c"),
        // By equation 2.8.
        ("J + J", "15M + 3S + 1c", jj, "14M + 5S + 1c"),
        // One of the two M is by b.
        ("2A = LD", "2M + 3S + 1c", cost(f, || LopezDahab::double_affine(c, x, y)), "1M + 3S + 2c"),
        (
            "A + A = LD",
            "5M + 2S + 1c",
            sum(|c, p, q| _ = LopezDahab::add_affines(c, p, q)),
            "5M + 3S",
        ),
        ("A + A = J", "4M + 1S + 1c", sum(|c, p, q| _ = Jacobian::add_affines(c, p, q)), "6M + 1S"),
        ("2A'", "1I + 1M + 1S", lambda2, "1I + 1M + 2S"),
    ];
    for (row, printed, ours, formula) in other {
        assert_eq!(ours, formula, "{row}");
        assert_ne!(printed, formula, "{row}");
    }
}

/// `[Oliveira2013]`, Theorems 1 and 2.
#[test]
fn lambda_projective_coordinates_cost_what_is_published() {
    let [double, add, mixed] = costs::<LambdaProjective>(&counted());
    assert_eq!((&double[..], &add[..]), ("4M + 4S + 1c", "11M + 2S"));
    assert_eq!(mixed, "8M + 2S");
}

/// For a = 0 and a = 1 products by a vanish.
#[test]
fn coefficients_0_and_1_cost_nothing() {
    for a in [0, 1] {
        let c = &Small { a, b: 1 }.curve(Counted::new(Seven));
        assert_eq!(costs::<LopezDahab>(c), ["3M + 5S + 1c", "13M + 4S", "8M + 5S"]);
        assert_eq!(costs::<LambdaProjective>(c), ["4M + 4S", "11M + 2S", "8M + 2S"]);
        assert_eq!(costs::<Projective>(c), ["7M + 4S", "15M + 2S", "11M + 2S"]);
    }
}

/// The point of order 2 has no λ, nor has the neutral element.
#[test]
fn the_point_of_order_two_passes_through_lambda_coordinates() {
    for small in CURVES {
        let group = Vartime::<_, LambdaProjective>::new(small.curve(Seven));
        let two: Vec<Point> =
            small.points().into_iter().filter(|p| p.is_some_and(|p| p.0 == 0)).collect();
        assert_eq!(two.len(), 1);
        assert_eq!(
            affine(
                &group,
                &polylimb::authors::curve::Group::lift(
                    &group,
                    &super::seven::entry(&group, two[0])
                )
            ),
            two[0]
        );
    }
}
