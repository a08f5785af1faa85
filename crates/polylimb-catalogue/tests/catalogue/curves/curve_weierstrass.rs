//! The coordinate systems of Weierstrass curves: every pair of points of small curves against the
//! school-book law, and the published costs, counted.

use super::cost::cost;
use super::small::{EVEN, ODD, Small, check_group, point};
use polylimb::authors::curve::{
    AffinePoint, Coefficient, Complete, Coordinates, Curve, Group, Jacobian, JacobianPoint, Vartime,
};
use polylimb::authors::field::prime::Toy;
use polylimb_catalogue::coordinates::weierstrass::jacobian_forms::{Operand, Outcome, add, double};
use polylimb_catalogue::coordinates::weierstrass::{
    Affine, Chudnovsky, ChudnovskyPoint, JacobianBernsteinLange, ModifiedJacobian,
    ModifiedJacobianPoint, Projective,
};
use polylimb_catalogue::counted::Counted;

fn check<C: Coordinates<Toy>>() -> usize {
    let check = |small: Small| {
        let toy = small.toy();
        check_group(small, &toy, &Vartime::<_, C>::new(small.curve(toy)))
    };
    ODD.into_iter().chain(EVEN).map(check).sum()
}

#[test]
fn published_formulas_made_total_agree_with_the_school_book() {
    for compared in [
        check::<Affine>(),
        check::<Projective>(),
        check::<Jacobian>(),
        check::<Chudnovsky>(),
        check::<ModifiedJacobian>(),
        check::<JacobianBernsteinLange>(),
    ] {
        assert!(compared > 100_000, "{compared}");
    }
}

#[test]
fn the_complete_law_agrees_with_the_school_book_on_curves_of_odd_order() {
    let mut compared = 0;
    for small in ODD {
        assert_eq!(small.points().len() % 2, 1, "the order must be odd");
        let toy = small.toy();
        compared += check_group(small, &toy, &Complete::new(small.curve(toy)));
    }
    assert!(compared > 50_000, "{compared}");
}

fn curve(shape: Coefficient) -> Curve<Counted<Toy>> {
    Curve::new(Counted::new(Toy::new(29).unwrap()), 4, 20, shape)
}

/// The sample point of each form; any coordinates will do for counting.
trait Sample {
    fn sample(c: &Curve<Counted<Toy>>) -> Self;
}

impl<P: Outcome<Counted<Toy>>> Sample for P {
    fn sample(c: &Curve<Counted<Toy>>) -> Self {
        P::of(c, 3, 5, 7)
    }
}

type A = AffinePoint<Counted<Toy>>;
type J = JacobianPoint<u8>;
type Jc = ChudnovskyPoint<u8>;
type Jm = ModifiedJacobianPoint<u8>;

/// A row of the table: `2 P = R`.
fn doubling<P: Operand<Counted<Toy>>, R: Outcome<Counted<Toy>>>(
    c: &Curve<Counted<Toy>>,
    p: &P,
) -> String {
    cost(&c.field, || double::<_, P, R>(c, p))
}

/// A row of the table: `P + Q = R`.
fn addition<P, Q, R>(c: &Curve<Counted<Toy>>, p: &P, q: &Q) -> String
where
    P: Operand<Counted<Toy>>,
    Q: Operand<Counted<Toy>>,
    R: Outcome<Counted<Toy>>,
{
    cost(&c.field, || add::<_, P, Q, R>(c, p, q))
}

/// Products by the coefficient `a` count as products in the tables of `[Arruda2014]`.
fn together(cost: &str) -> String {
    match cost.strip_suffix(" + 1c") {
        None => cost.to_owned(),
        Some(rest) => {
            let (m, s) = rest.split_once('M').expect("products");
            format!("{}M{s}", m.parse::<u32>().expect("a count") + 1)
        }
    }
}

/// Table 1 of `[Arruda2014]` (from `[Cohen2006]`), any a.
#[test]
fn table_1_is_what_the_formulas_cost() {
    let c = &curve(Coefficient::Any);
    let (a, j, jc, jm) = (&A::new(3, 5), &J::sample(c), &Jc::sample(c), &Jm::sample(c));
    for (row, ours, published) in [
        ("2Jc", doubling::<_, Jc>(c, jc), "5M + 6S"),
        ("2J", doubling::<_, J>(c, j), "4M + 6S"),
        ("2Jm", doubling::<_, Jm>(c, jm), "4M + 4S"),
        ("2Jm = Jc", doubling::<_, Jc>(c, jm), "4M + 5S"),
        ("2A = Jc", doubling::<_, Jc>(c, a), "3M + 5S"),
        ("2Jm = J", doubling::<_, J>(c, jm), "3M + 4S"),
        ("2A = Jm", doubling::<_, Jm>(c, a), "3M + 4S"),
        ("2A = J", doubling::<_, J>(c, a), "2M + 4S"),
        ("Jc + Jc = Jm", addition::<_, _, Jm>(c, jc, jc), "11M + 4S"),
        ("J + J", addition::<_, _, J>(c, j, j), "12M + 4S"),
        ("Jm + Jm", addition::<_, _, Jm>(c, jm, jm), "13M + 6S"),
        ("Jc + Jc", addition::<_, _, Jc>(c, jc, jc), "11M + 3S"),
        ("Jc + Jc = J", addition::<_, _, J>(c, jc, jc), "10M + 2S"),
        ("A + A = Jm", addition::<_, _, Jm>(c, a, a), "5M + 4S"),
        ("A + A = Jc", addition::<_, _, Jc>(c, a, a), "5M + 3S"),
        ("Jm + Jc = Jm", addition::<_, _, Jm>(c, jm, jc), "12M + 5S"),
        ("J + Jc = Jm", addition::<_, _, Jm>(c, j, jc), "12M + 5S"),
        ("Jc + J", addition::<_, _, J>(c, jc, j), "11M + 3S"),
        ("J + A = Jm", addition::<_, _, Jm>(c, j, a), "9M + 5S"),
        ("Jm + A = Jm", addition::<_, _, Jm>(c, jm, a), "9M + 5S"),
        ("Jc + A = Jm", addition::<_, _, Jm>(c, jc, a), "8M + 4S"),
        ("Jc + A = Jc", addition::<_, _, Jc>(c, jc, a), "8M + 3S"),
        ("J + A = J", addition::<_, _, J>(c, j, a), "8M + 3S"),
        ("Jm + A = J", addition::<_, _, J>(c, jm, a), "8M + 3S"),
        ("2P", coordinates::<Projective>(c).0, "7M + 5S"),
        ("P + P", coordinates::<Projective>(c).1, "12M + 2S"),
        ("2A", coordinates::<Affine>(c).0, "1I + 2M + 2S"),
        ("A + A", coordinates::<Affine>(c).1, "1I + 2M + 1S"),
    ] {
        assert_eq!(together(&ours), published, "{row}");
    }
}

/// Doubling, addition and mixed addition in one coordinate system.
fn coordinates<C: Coordinates<Counted<Toy>>>(c: &Curve<Counted<Toy>>) -> (String, String, String) {
    let p = C::lift(c, &3, &5);
    (
        cost(&c.field, || C::double(c, &p)),
        cost(&c.field, || C::add(c, &p, &p)),
        cost(&c.field, || C::add_affine(c, &p, &2, &9)),
    )
}

/// Table 44 (Hankerson, Menezes, Vanstone 2003) and Table 14 (`[EFD]`), and what they leave out.
#[test]
fn the_forms_for_special_a_cost_what_is_published() {
    let three = &curve(Coefficient::MinusThree);
    let (a, j, jc) = (&A::new(3, 5), &J::sample(three), &Jc::sample(three));
    for (row, ours, published) in [
        ("2A", coordinates::<Affine>(three).0, "1I + 2M + 2S"),
        ("2P", coordinates::<Projective>(three).0, "7M + 3S"),
        ("2J", coordinates::<Jacobian>(three).0, "4M + 4S"),
        ("2Jc", coordinates::<Chudnovsky>(three).0, "5M + 4S"),
        ("P + P", coordinates::<Projective>(three).1, "12M + 2S"),
        ("J + J", coordinates::<Jacobian>(three).1, "12M + 4S"),
        ("Jc + Jc", coordinates::<Chudnovsky>(three).1, "11M + 3S"),
        ("J + A = J", coordinates::<Jacobian>(three).2, "8M + 3S"),
        ("J + Jc = J", addition::<_, _, J>(three, j, jc), "11M + 3S"),
        ("Jc + A = Jc", addition::<_, _, Jc>(three, jc, a), "8M + 3S"),
        ("addition", coordinates::<JacobianBernsteinLange>(three).1, "11M + 5S"),
        ("mixed addition", coordinates::<JacobianBernsteinLange>(three).2, "7M + 4S"),
        ("doubling, a = -3", coordinates::<JacobianBernsteinLange>(three).0, "3M + 5S"),
        ("P + A, not printed", coordinates::<Projective>(three).2, "9M + 2S"),
    ] {
        assert_eq!(ours, published, "{row}");
    }
    let zero = &curve(Coefficient::Zero);
    assert_eq!(coordinates::<JacobianBernsteinLange>(zero).0, "2M + 5S");
    assert_eq!(coordinates::<Jacobian>(zero).0, "3M + 4S");
    // The table's 1M + 8S leaves out the product by a.
    let any = &curve(Coefficient::Any);
    assert_eq!(coordinates::<JacobianBernsteinLange>(any).0, "1M + 8S + 1c");
}

/// `[Renes2016]`.
#[test]
fn the_complete_law_costs_what_is_published() {
    for (shape, constants) in
        [(Coefficient::Any, 5), (Coefficient::MinusThree, 2), (Coefficient::Zero, 2)]
    {
        let group = Complete::new(curve(shape));
        let f = &group.curve().field;
        let p = group.neutral();
        assert_eq!(cost(f, || group.add(&p, &p)), format!("12M + {constants}c"));
        assert_eq!(cost(f, || group.double(&p)), format!("8M + 3S + {constants}c"));
        let e = AffinePoint::new(1, 2);
        assert_eq!(cost(f, || group.add_entry(&p, &e)), format!("11M + {constants}c"));
    }
}

fn tiny(n: i64) -> u8 {
    u8::try_from(n).expect("small")
}

/// The mixed forms give the correct points: every pair of a small curve, in every form.
#[test]
fn mixed_forms_agree_with_the_school_book() {
    let mut compared = 0;
    for small in ODD {
        let toy = small.toy();
        let c = &small.curve(toy);
        let group = Vartime::<_, Jacobian>::new(*c);
        let affine = |p: &JacobianPoint<u8>| {
            let mut e = [AffinePoint::neutral(&toy)];
            group.normalise(&[*p], &mut e);
            point(&e[0])
        };
        let points = small.points();
        for &p in &points[1..] {
            let (x, y) = p.map(|(x, y)| (tiny(x), tiny(y))).expect("not neutral");
            let pa = AffinePoint::new(x, y);
            let jm: ModifiedJacobianPoint<u8> = double(c, &pa);
            let jc: ChudnovskyPoint<u8> = double(c, &pa);
            let twice = small.add(p, p);
            assert_eq!(affine(&double(c, &jm)), small.add(twice, twice));
            assert_eq!(affine(&double(c, &jc)), small.add(twice, twice));
            for &q in &points[1..] {
                if q == twice || twice.is_none() || q.map(|(x, _)| x) == twice.map(|(x, _)| x) {
                    continue;
                }
                let (x, y) = q.map(|(x, y)| (tiny(x), tiny(y))).expect("not neutral");
                let qa = AffinePoint::new(x, y);
                let sum = small.add(twice, q);
                assert_eq!(affine(&add(c, &jm, &qa)), sum);
                assert_eq!(affine(&add(c, &jc, &qa)), sum);
                assert_eq!(affine(&add(c, &qa, &jm)), sum);
                let carried: ModifiedJacobianPoint<u8> = add(c, &jc, &qa);
                let again: ModifiedJacobianPoint<u8> = double(c, &carried);
                let twice = small.add(sum, sum);
                assert_eq!(affine(&double(c, &again)), small.add(twice, twice));
                compared += 4;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}
