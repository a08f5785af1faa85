//! The formulas of pairings: towers, lines, cyclotomic squares (`crates/polylimb/src/pairing`,
//! `crates/polylimb/src/field/extension`), and one element across the lanes
//! (`crates/polylimb/src/pairing/packed`), for every element and point.

use super::Packed;
use super::group::AcrossLanes;
use super::law::{Denominator, Normalise};
use crate::field::extension::{Fp2, Line, NinePlusU, OnePlusU, Xi};
use crate::field::lanes::proofs::{Formula, Numbers, Symbolic, Symbols};
use crate::field::lanes::{LANES, LoosePrime, primes};
use crate::field::{Field, Op};
use crate::pairing::line::{Coefficients, Homogeneous, Lines, Point, evaluate};
use crate::pairing::{PairingCurve, Twist};
use core::array::from_fn;
use core::ops::{Add, Mul, Sub};

type Quadratic<X, const LAZY: bool> = Fp2<Symbolic<LAZY>, X>;
type Tower = [[[Symbols; 2]; 3]; 2];
type Curve<X, const LAZY: bool> = PairingCurve<Quadratic<X, LAZY>>;

/// `a₀ + a₁ u`, by the definition.
#[derive(Clone, Default)]
struct Two([Formula; 2]);

impl Two {
    fn any() -> Self {
        Self([(); 2].map(|()| Formula::any()))
    }

    fn real(c: i64) -> Self {
        Self([Formula::constant(c), Formula::default()])
    }

    /// The same number in all lanes.
    fn symbols(&self) -> [Symbols; 2] {
        self.0.clone().map(Symbols::all)
    }

    fn of_lane(a: &[Symbols; 2], lane: usize) -> Self {
        Self(a.map(|part| part.lane(lane)))
    }

    fn scale(&self, c: i64) -> Self {
        self * &Self::real(c)
    }

    fn square(&self) -> Self {
        self * self
    }

    fn xi<X: Xi>() -> Self {
        Self([Formula::constant(X::RE), Formula::constant(1)])
    }

    fn verify(&self, other: &Self) {
        self.0.iter().zip(&other.0).for_each(|(a, b)| a.verify(b));
    }
}

impl Add for &Two {
    type Output = Two;
    fn add(self, other: Self) -> Two {
        Two(from_fn(|i| &self.0[i] + &other.0[i]))
    }
}

impl Sub for &Two {
    type Output = Two;
    fn sub(self, other: Self) -> Two {
        Two(from_fn(|i| &self.0[i] - &other.0[i]))
    }
}

impl Mul for &Two {
    type Output = Two;
    fn mul(self, other: Self) -> Two {
        let [[a, b], [c, d]] = [&self.0, &other.0];
        Two([&(a * c) - &(b * d), &(a * d) + &(b * c)])
    }
}

/// The coefficients of `w^k`.
type Twelve = [Two; 6];

/// The product by the definition, `w⁶ = ξ`.
fn product<X: Xi>(a: &Twelve, b: &Twelve) -> Twelve {
    let mut r = Twelve::default();
    for (i, a) in a.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            let term = a * b;
            let term = if i + j < 6 { term } else { &term * &Two::xi::<X>() };
            r[(i + j) % 6] = &r[(i + j) % 6] + &term;
        }
    }
    r
}

fn verify(a: &Twelve, b: &Twelve) {
    a.iter().zip(b).for_each(|(a, b)| a.verify(b));
}

/// An element of the tower, and the coefficient of `w^k`.
fn tower_of(a: &Twelve) -> Tower {
    from_fn(|i| from_fn(|j| a[2 * j + i].symbols()))
}

fn of_tower(a: &Tower) -> Twelve {
    from_fn(|k| Two::of_lane(&a[k % 2][k / 2], 0))
}

/// The coefficients in the first lanes, 0 in the others.
fn lanes_of(a: &[Two]) -> [Symbols; 2] {
    let lane = |part: usize, i: usize| a.get(i).map(|c| c.0[part].clone()).unwrap_or_default();
    from_fn(|part| Symbols::of(from_fn(|i| lane(part, i))))
}

fn of_lanes(a: &[Symbols; 2]) -> Twelve {
    from_fn(|k| Two::of_lane(a, k))
}

/// A line as an element: its terms with `y_P`, with `x_P`, and the constant one.
fn element_of_line(twist: Twist, [at_y, at_x, c]: &[Two; 3]) -> Twelve {
    let mut r = Twelve::default();
    let places = match twist {
        Twist::D => [0, 1, 3],
        Twist::M => [3, 2, 0],
    };
    for (place, term) in places.into_iter().zip([at_y, at_x, c]) {
        r[place] = term.clone();
    }
    r
}

/// The square of an element of the cyclotomic subgroup is `3 t ∓ 2 a` in even and odd places: with
/// `a^(p⁴) a = a^(p²)`, by the Frobenius map of the curve.
fn cyclotomic_square<X: Xi, const LAZY: bool>(curve: &Curve<X, LAZY>, a: &Twelve) -> Twelve {
    let tower = curve.tower();
    let frobenius = |a: &Tower| tower.frobenius(curve.frobenius(), a, 2);
    let once = frobenius(&tower_of(a));
    let (once, twice) = (of_tower(&once), of_tower(&frobenius(&once)));
    let (zero, square) = (product::<X>(&twice, a), product::<X>(a, a));
    from_fn(|k| {
        // Times ω^-k, where ω^k is what the map multiplies the coefficient with.
        let inverse = curve.tower().fp2().inv0(curve.frobenius().constant(2, k));
        let zero = &(&zero[k] - &once[k]) * &Two::of_lane(&inverse, 0);
        &square[k] + &zero.scale(if k % 2 == 0 { 2 } else { -2 })
    })
}

fn of_the_tower<X: Xi, const LAZY: bool>(
    name: &str,
    f: &Numbers,
    curve: fn(Quadratic<X, LAZY>) -> Curve<X, LAZY>,
) {
    let name =
        |what| std::format!("pairing on {name}, {}: {what}", if LAZY { "lazy" } else { "reduced" });
    let any = || -> Twelve { from_fn(|_| Two::any()) };
    f.prove(&name("product and square"), || {
        let (curve, a, b) = (curve(Fp2::new(Symbolic)), any(), any());
        let [x, y] = [&a, &b].map(tower_of);
        verify(&of_tower(&curve.tower().mul(&x, &y)), &product::<X>(&a, &b));
        verify(&of_tower(&curve.tower().sqr(&x)), &product::<X>(&a, &a));
    });
    f.prove(&name("product by a line"), || {
        let (curve, a, line) = (curve(Fp2::new(Symbolic)), any(), from_fn(|_| Two::any()));
        let element = element_of_line(curve.twist, &line);
        let [at_y, at_x, c] = line.map(|c| c.symbols());
        let line = match curve.twist {
            Twist::D => Line::D([at_y, at_x, c]),
            Twist::M => Line::M([c, at_x, at_y]),
        };
        verify(&of_tower(&curve.tower().from_line(&line)), &element);
        let r = curve.tower().mul_line(&tower_of(&a), &line);
        verify(&of_tower(&r), &product::<X>(&a, &element));
    });
    f.prove(&name("square in the cyclotomic subgroup"), || {
        let (curve, a) = (curve(Fp2::new(Symbolic)), any());
        let (tower, x) = (curve.tower(), tower_of(&a));
        let square = tower.cyclotomic_sqr(&x);
        verify(&of_tower(&square), &cyclotomic_square(&curve, &a));
        let compressed = tower.compressed_sqr(&tower.compress(&x));
        assert!(compressed == tower.compress(&square), "the compressed square differs");
    });
    // On every curve `y² = x³ + b`, for the point `(x, y)` as `(x z, y z, z)`.
    let point = |[x, y, z]: [&Two; 3]| {
        let [x, y, z] = [&(x * z), &(y * z), z].map(Two::symbols);
        Point { x, y, z }
    };
    // The line `y_P - λ x_P w + (λ x - y) w³`, times the denominator of `λ`.
    let verify = |r: &Point<_>, expected: [&Two; 3], line: &Coefficients<_>, terms: [&Two; 3]| {
        let r = [&r.x, &r.y, &r.z, &line.c_y, &line.c_x, &line.c].map(|c| Two::of_lane(c, 0));
        r.iter().zip(expected.iter().chain(&terms)).for_each(|(r, expected)| r.verify(expected));
    };
    f.prove(&name("doubling and its line"), || {
        let [x, y, z] = [(); 3].map(|()| Two::any());
        let mut curve = curve(Fp2::new(Symbolic));
        let (xx, yy, zz) = (x.square(), y.square(), z.square());
        let (xxx, zzzz) = (&xx * &x, zz.square());
        curve.twist_b = (&yy - &xxx).symbols();
        let mut t = point([&x, &y, &z]);
        let line = Homogeneous::double(&curve, &mut t);
        // `λ = 3 x² / 2 y`; `4 X = Z 4 x₃` for `x₃ = λ² - 2 x`, and so on, with `Z = 2 y³ z⁴`.
        let x3 = &(&xx.square().scale(9) - &(&x * &yy).scale(8)) * &(&y * &zzzz);
        let y3 = &(&xxx * &yy).scale(36) - &(&xxx.square().scale(27) + &yy.square().scale(8));
        [&mut t.x, &mut t.y].into_iter().zip([2, 4]).for_each(|(c, n)| {
            *c = c.map(|part| Symbols::all(part.lane(0).scale(&n.into())));
        });
        let z3 = &(&(&yy * &y) * &zzzz).scale(2);
        let terms = [&(&y * &zz).scale(2), &(&xx * &zz).scale(-3)];
        let c = &(&xxx.scale(3) - &yy.scale(2)) * &zz;
        verify(&t, [&x3, &(&y3 * &zzzz), z3], &line, [terms[0], terms[1], &c]);
    });
    f.prove(&name("addition and its line"), || {
        let [x, y, z, u, v] = [(); 5].map(|()| Two::any());
        let curve = curve(Fp2::new(Symbolic));
        let mut t = point([&x, &y, &z]);
        let line = Homogeneous::add(&curve, &mut t, &[u.symbols(), v.symbols()]);
        // `λ = n / d`; the point is `(λ² - x - u, λ (x - x₃) - y)`, with `Z = d³ z⁴`.
        let (n, d, zzzz) = (&y - &v, &x - &u, z.square().square());
        let dd = d.square();
        let x3 = &n.square() - &(&(&x + &u) * &dd);
        let y3 = &(&n * &(&(&x * &dd) - &x3)) - &(&(&y * &dd) * &d);
        let expected = [&(&x3 * &d) * &zzzz, &y3 * &zzzz, &(&dd * &d) * &zzzz];
        let [expected, terms] = [
            expected.each_ref(),
            [&(&d * &z), &(&n * &z).scale(-1), &(&(&(&n * &u) - &(&d * &v)) * &z)],
        ];
        verify(&t, expected, &line, terms);
    });
}

fn across_lanes<X: Xi>(name: &str, f: &Numbers, curve: fn(Quadratic<X, true>) -> Curve<X, true>) {
    let name = |what| std::format!("pairing on {name}, across lanes: {what}");
    let any = || -> Twelve { from_fn(|_| Two::any()) };
    f.prove(&name("product and square"), || {
        let (packed, a, b) = (Packed::new(curve(Fp2::new(Symbolic))), any(), any());
        let [x, y] = [&a, &b].map(|a| lanes_of(a));
        verify(&of_lanes(&packed.mul(&x, &y)), &product::<X>(&a, &b));
        verify(&of_lanes(&packed.sqr(&x)), &product::<X>(&a, &a));
    });
    f.prove(&name("product by a line"), || {
        let (packed, a) = (Packed::new(curve(Fp2::new(Symbolic))), any());
        let line: [Two; 3] = from_fn(|_| Two::any());
        let element = element_of_line(packed.curve().twist, &line);
        // What else the lanes hold does not count.
        let line = lanes_of(&[[(); 3].map(|()| Two::any()), line].concat());
        verify(&of_lanes(&packed.line(&line)), &element);
        verify(&of_lanes(&packed.mul_line(&lanes_of(&a), &line)), &product::<X>(&a, &element));
    });
    f.prove(&name("square in the cyclotomic subgroup"), || {
        let (packed, a) = (Packed::new(curve(Fp2::new(Symbolic))), any());
        let square = packed.cyclotomic_sqr(&lanes_of(&a));
        verify(&of_lanes(&square), &cyclotomic_square(packed.curve(), &a));
    });
    f.prove(&name("conjugate and Frobenius maps"), || {
        let (packed, a) = (Packed::new(curve(Fp2::new(Symbolic))), any());
        let (curve, x) = (packed.curve(), lanes_of(&a));
        let conjugate = from_fn(|k| a[k].scale(if k % 2 == 0 { 1 } else { -1 }));
        verify(&of_lanes(&packed.conjugate(&x)), &conjugate);
        for n in 1..=3 {
            let map = curve.tower().frobenius(curve.frobenius(), &tower_of(&a), n);
            verify(&of_lanes(&packed.frobenius(&x, n)), &of_tower(&map));
        }
    });
    // What the formulas of words compute, above.
    f.prove(&name("doublings and additions with their lines"), || {
        let packed = Packed::new(curve(Fp2::new(Symbolic)));
        let t: [Two; 3] = from_fn(|_| Two::any());
        let [u, v] = [(); 2].map(|()| Two::any());
        let p = [(); 2].map(|()| Formula::any());
        // `y_P`, `-x_P` and 1 in lanes 3 to 5.
        let zero = || Two::default();
        let real = |x: &Formula, sign: i64| Two([x.scale(&sign.into()), Formula::default()]);
        let at = [zero(), zero(), zero(), real(&p[1], 1), real(&p[0], -1), Two::real(1)];
        // Beside the point lies the line before.
        let of_t = [t.clone(), from_fn(|_| Two::any())].concat();
        let (at, of_t) = (lanes_of(&at), lanes_of(&of_t));
        let sum = packed.add(&of_t, &lanes_of(&[u.clone(), v.clone()]), &at);
        let double = packed.second_half(&packed.first_half(&of_t), &at);
        let point = |t: &[Two; 3]| {
            let [x, y, z] = t.each_ref().map(Two::symbols);
            Point { x, y, z }
        };
        let curve = packed.curve();
        let line_at = |line: &Coefficients<_>| {
            let line = evaluate(curve, line, &p.each_ref().map(|c| Symbols::all(c.clone())));
            match line {
                Line::D(terms) => terms,
                Line::M([c, at_x, at_y]) => [at_y, at_x, c],
            }
        };
        let same = |r: &[Symbols; 2], t: &Point<_>, line: &Coefficients<_>, [n, m]: [&Two; 2]| {
            let line = line_at(line);
            let expected = [&t.x, &t.y, &t.z].into_iter().chain(&line);
            for (k, c) in expected.enumerate() {
                let times = if k < 3 { n } else { m };
                Two::of_lane(r, k).verify(&(&Two::of_lane(c, 0) * times));
            }
        };
        let mut of_words = point(&t);
        let line = Homogeneous::add(curve, &mut of_words, &[u.symbols(), v.symbols()]);
        same(&sum, &of_words, &line, [&Two::real(1); 2]);
        let mut of_words = point(&t);
        let line = Homogeneous::double(curve, &mut of_words);
        // Where `b` is `3/ξ`, the first half is multiplied by `ξ`.
        let xi = if X::RE == 1 { Two::real(1) } else { Two::xi::<X>() };
        same(&double, &of_words, &line, [&xi.square().scale(4), &xi]);
    });
}

/// The complete law on `y² = x³ + b`, `[Renes2016]`, for `b = 4` or `4 + 4u`.
fn complete_law(b: &Two, [[x, y, z], [u, v, w]]: [&[Two; 3]; 2]) -> [Two; 3] {
    let mixed = |a: &Two, d: &Two, b: &Two, c: &Two| &(a * d) + &(b * c);
    let (b3, xu, yv, zw) = (b.scale(3), x * u, y * v, z * w);
    let (xy, yz, xz) = (mixed(x, v, y, u), mixed(y, w, z, v), mixed(x, w, z, u));
    let e = &b3 * &zw;
    let (minus, plus) = (&yv - &e, &yv + &e);
    let scaled = &b3 * &xz;
    [
        &(&xy * &minus) - &(&yz * &scaled),
        &(&plus * &minus) + &(&xu * &scaled).scale(3),
        &(&yz * &plus) + &(&xu * &xy).scale(3),
    ]
}

/// The double by the same law.
fn complete_double(b: &Two, [x, y, z]: &[Two; 3]) -> [Two; 3] {
    let (yy, e) = (y.square(), &b.scale(3) * &z.square());
    let (minus, eight) = (&yy - &e.scale(3), yy.scale(8));
    let y3 = &(&minus * &(&yy + &e)) + &(&eight * &e);
    [&(&(x * y) * &minus).scale(2), &y3, &(&eight * &(y * z))].map(Clone::clone)
}

/// The tangent has the slope `3 x² / 2 y`, on every curve, for the point `(x, y)` as
/// `(x z, y z, z)`.
fn doubles_by_the_tangent(f: &Numbers) {
    f.prove("the complete law: the double", || {
        let [x, y, z] = [(); 3].map(|()| Two::any());
        let (xx, yy, zzzz) = (x.square(), y.square(), z.square().square());
        let xxx = &xx * &x;
        let [x3, y3, z3] = complete_double(&(&yy - &xxx), &[&x * &z, &y * &z, z]);
        let above = &xx.square().scale(18) - &(&x * &yy).scale(16);
        x3.verify(&(&(&above * &y) * &zzzz));
        let above = &(&xxx * &yy).scale(36) - &(&xxx.square().scale(27) + &yy.square().scale(8));
        y3.verify(&(&above * &zzzz));
        z3.verify(&(&(&yy * &y) * &zzzz).scale(8));
    });
}

/// The sum by the chord, for the abscissas `4 s² x` and `4 s² u` and the slope `2 s²`: all pairs of
/// points with a slope, on all curves, up to isomorphism. The law is homogeneous in each point.
fn adds_by_the_chord(f: &Numbers) {
    f.prove("the complete law: the sum", || {
        let [x, u, s] = [(); 3].map(|()| Two([Formula::any(), Formula::default()]));
        let (ss, four) = (s.square(), s.square().scale(4));
        let d = &u - &x;
        let y = &(&(&u.square() + &(&u * &x)) + &x.square()) - &(&ss * &d);
        let v = &y + &(&ss * &d).scale(2);
        let [x, y, u, v] = [&x, &y, &u, &v].map(|c| c * &four);
        let b = &y.square() - &(&x.square() * &x);
        b.verify(&(&v.square() - &(&u.square() * &u)));
        let one = || Two::real(1);
        let points = [[x.clone(), y.clone(), one()], [u.clone(), v, one()]];
        let [x3, y3, z3] = complete_law(&b, points.each_ref());
        let slope = ss.scale(2);
        let abscissa = &(&slope.square() - &x) - &u;
        x3.verify(&(&z3 * &abscissa));
        y3.verify(&(&z3 * &(&(&slope * &(&x - &abscissa)) - &y)));
    });
}

fn law<const DEGREE: usize>(f: &Numbers) {
    // In the fourth slot is anything.
    let any = || -> [Two; 4] {
        from_fn(
            |_| if DEGREE == 2 { Two::any() } else { Two([Formula::any(), Formula::default()]) },
        )
    };
    let place = |p: &[Two; 4]| {
        let part = |i: usize| p[i / DEGREE % 4].0[i % DEGREE].clone();
        Symbols::of(from_fn(part))
    };
    let read = |p: &Symbols| -> [Two; 3] {
        from_fn(|k| {
            let part = |i| if i < DEGREE { p.lane(DEGREE * k + i) } else { Formula::default() };
            Two(from_fn(part))
        })
    };
    let b = Two(from_fn(|i| if i < DEGREE { Formula::constant(4) } else { Formula::default() }));
    f.prove(&std::format!("points of G{DEGREE} of BLS12-381 across lanes"), || {
        let f = Symbolic::<true>;
        let (p, q, mut factors) = (any(), any(), any());
        factors[2] = Two::real(1);
        let group = AcrossLanes::<_, DEGREE>::new(f, place(&factors));
        let [[x, y, z, _], [u, v, w, _]] = [&p, &q].map(Clone::clone);
        let points = [&[x, y, z], &[u, v, w]];
        let same = |r: &Symbols, expected: &[Two]| {
            read(r).iter().zip(expected).for_each(|(r, expected)| r.verify(expected));
        };
        same(&group.add(&place(&p), &place(&q)), &complete_law(&b, points));
        same(&group.double(&place(&p)), &complete_double(&b, points[0]));
        let [[x, y, z], [u, v, w]] = points;
        same(&group.neg(&place(&p)), &[x.clone(), y.scale(-1), z.clone()]);
        let difference = [&(x * w) - &(u * z), &(y * w) - &(v * z)];
        same(&group.difference(&place(&p), &place(&q)), &difference);
        let conjugate = |a: &Two| Two([a.0[0].clone(), a.0[1].scale(&(-1).into())]);
        let image = from_fn::<_, 3, _>(|k| &conjugate(&p[k]) * &factors[k]);
        same(&group.image(&place(&p)), &image);
        // The inverse of `Z`, or of its norm, is any number `i` here.
        let (of_p, i) = (place(&p), Formula::any());
        let norm = if DEGREE == 1 { z.clone() } else { z * &conjugate(z) };
        let denominator = Denominator::<_, DEGREE>(&f, &of_p).call();
        (0..LANES).for_each(|lane| denominator.lane(lane).verify(&norm.0[0]));
        let normal = Normalise::<_, DEGREE>(&f, &of_p, &Symbols::all(i.clone())).call();
        let inverse = if DEGREE == 1 { Two::real(1) } else { conjugate(z) };
        let inverse = &inverse * &Two([i, Formula::default()]);
        same(&normal, &[x, y, z].map(|c| c * &inverse));
    });
}

#[test]
fn formulas() {
    fn numbers<P: LoosePrime<D>, const D: usize>() -> Numbers {
        Numbers::new(52, &P::DIGITS, 0)
    }
    let f = numbers::<primes::Bn254Nogami, 5>();
    of_the_tower::<OnePlusU, true>("bn254", &f, PairingCurve::bn254_nogami);
    of_the_tower::<OnePlusU, false>("bn254", &f, PairingCurve::bn254_nogami);
    across_lanes::<OnePlusU>("bn254", &f, PairingCurve::bn254_nogami);
    let f = numbers::<primes::Bn254Snark, 5>();
    of_the_tower::<NinePlusU, true>("bn254-snark", &f, PairingCurve::bn254_snark);
    of_the_tower::<NinePlusU, false>("bn254-snark", &f, PairingCurve::bn254_snark);
    across_lanes::<NinePlusU>("bn254-snark", &f, PairingCurve::bn254_snark);
    let f = numbers::<primes::Bls12381, 8>();
    of_the_tower::<OnePlusU, true>("BLS12-381", &f, PairingCurve::bls12_381);
    of_the_tower::<OnePlusU, false>("BLS12-381", &f, PairingCurve::bls12_381);
    across_lanes::<OnePlusU>("BLS12-381", &f, PairingCurve::bls12_381);
    doubles_by_the_tangent(&f);
    adds_by_the_chord(&f);
    law::<1>(&f);
    law::<2>(&f);
}
