//! One formula over `F: Field` on different fields: GF(29) exhaustively, primes over a run-time
//! multiplication, eight lanes. (`F_2^m` has its own formula.)

use crate::common::{below, rng, words};
use crate::field_common::jacobian::{Jacobian, Multiple, add, affine, double};
use crate::field_common::prime_field;
use num_bigint::BigUint;
use polylimb::Error;
use polylimb::authors::field::binary::{Binary, F163, words_for};
use polylimb::authors::field::lanes::{FixedLanes, LANES, primes};
use polylimb::authors::field::prime::{Prime, Toy};
use polylimb::authors::field::{Field, VartimeField};
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::cpu::Features;

/// An affine point, or infinity.
type Affine = Option<(u8, u8)>;

/// The textbook law of chord and tangent, on integers.
fn affine_add(p: Affine, q: Affine) -> Affine {
    let (Some((x1, y1)), Some((x2, y2))) = (p, q) else { return p.or(q) };
    let (x1, y1, x2, y2) = (i64::from(x1), i64::from(y1), i64::from(x2), i64::from(y2));
    let inverse = |a: i64| (1..29).find(|b| a.rem_euclid(29) * b % 29 == 1);
    let slope = if x1 != x2 {
        (y2 - y1) * inverse(x2 - x1)?
    } else if y1 == y2 {
        (3 * x1 * x1 + 4) * inverse(2 * y1)?
    } else {
        return None;
    };
    let x3 = (slope * slope - x1 - x2).rem_euclid(29);
    let y3 = (slope * (x1 - x3) - y1).rem_euclid(29);
    Some((u8::try_from(x3).ok()?, u8::try_from(y3).ok()?))
}

#[test]
fn all_pairs_of_points_over_gf_29() {
    let f = Toy::new(29).expect("prime");
    let mut points: Vec<Affine> = vec![None];
    for x in 0..29u32 {
        for y in 0..29u32 {
            if y * y % 29 == (x * x * x + 4 * x + 20) % 29 {
                points.push(Some((x as u8, y as u8)));
            }
        }
    }
    assert_eq!(points.len(), 37, "y² = x³ + 4 x + 20 has 37 points over GF(29)");
    let jacobian = |p: Affine, z: u8| match p {
        Some((x, y)) => {
            let zz = f.sqr(&z);
            Jacobian::<Toy> { x: f.mul(&x, &zz), y: f.mul(&y, &f.mul(&zz, &z)), z }
        }
        None => Jacobian { x: f.sqr(&z), y: f.mul(&f.sqr(&z), &z), z: 0 },
    };
    let back = |p: &Jacobian<Toy>| (!f.is_zero_vartime(&p.z)).then(|| affine(&f, p));
    let mut compared = 0;
    for &p in &points {
        for &q in &points {
            for (z1, z2) in [(1, 1), (1, 7), (28, 3), (12, 12), (5, 24)] {
                let (p1, q1) = (jacobian(p, z1), jacobian(q, z2));
                assert_eq!(back(&add(&f, &4, &p1, &q1)), affine_add(p, q), "{p:?} + {q:?}");
                compared += 1;
            }
        }
        for z in 1..29 {
            assert_eq!(back(&double(&f, &4, &jacobian(p, z))), affine_add(p, p), "2 {p:?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 37 * (37 * 5 + 28));
}

/// Words of a 256-bit number.
const N: usize = 256 / WORD_BITS;

/// P-256 (`[FIPS186-4]`): p, and the generator.
const P: &str = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
const GX: &str = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
const GY: &str = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
/// x of 112233445566778899 G (NIST's point multiplication examples).
const K: u64 = 112_233_445_566_778_899;
const KGX: &str = "339150844ec15234807fe862a86be77977dbfb3ae3d96f4c22795513aeaab82f";

fn hex(s: &str) -> [Word; N] {
    let number = BigUint::parse_bytes(s.as_bytes(), 16).expect("hexadecimal");
    words(&number, N).try_into().expect("256 bits")
}

fn scalar_field() -> Prime<N> {
    prime_field("montgomery-cios", &hex(P))
}

/// x of `k` G over the scalar field.
fn scalar_multiple(f: &Prime<N>, k: u64) -> [Word; N] {
    let point = Jacobian {
        x: f.enter(&hex(GX)).expect("reduced"),
        y: f.enter(&hex(GY)).expect("reduced"),
        z: f.one(),
    };
    let a = f.neg(&f.small(3));
    let r = f.run(Multiple { field: f, a: &a, point, k });
    f.leave(&affine(f, &r).0)
}

#[test]
fn a_multiple_on_p_256_over_a_run_time_multiplication() {
    let f = scalar_field();
    assert_eq!(scalar_multiple(&f, 1), hex(GX));
    assert_eq!(scalar_multiple(&f, K), hex(KGX));
}

fn to_bytes(number: &[Word; N]) -> [u8; 32] {
    let bytes: Vec<u8> = number.iter().flat_map(|w| w.to_le_bytes()).collect();
    bytes.try_into().expect("256 bits")
}

fn from_bytes(bytes: &[u8; 32]) -> [Word; N] {
    words(&BigUint::from_bytes_le(bytes), N).try_into().expect("256 bits")
}

/// Eight different points at once: lane i starts from (i + 1) G.
macro_rules! lanes_agree {
    ($name:ident, $vector:ty) => {
        #[test]
        fn $name() {
            type Lanes = FixedLanes<$vector, primes::P256, 5>;
            let f = match Lanes::new(Features::detect()) {
                Err(Error::MissingFeature { kernel, needs }) => {
                    return println!("SKIPPED {kernel}: needs {needs}");
                }
                f => f.expect("nothing else is refused"),
            };
            let enter = |numbers: &[[Word; N]; LANES]| {
                f.enter(&numbers.map(|n| to_bytes(&n))).expect("reduced")
            };
            let leave = |a: &_| f.leave::<32>(a).map(|n| from_bytes(&n));
            let scalar = scalar_field();
            let a = f.neg(&f.small(3));
            let g = Jacobian::<Lanes> {
                x: enter(&[hex(GX); LANES]),
                y: enter(&[hex(GY); LANES]),
                z: f.one(),
            };
            let mut points = [g; LANES];
            for i in 1..LANES {
                points[i] = add(&f, &a, &points[i - 1], &g);
            }
            // Lane i of the operand is lane 0 of point i.
            let xs = points.map(|p| leave(&affine(&f, &p).0)[0]);
            let ys = points.map(|p| leave(&affine(&f, &p).1)[0]);
            let point = Jacobian { x: enter(&xs), y: enter(&ys), z: f.one() };
            let mut rng = rng(41);
            for _ in 0..4 {
                let k = below(&mut rng, 1 << 40) as u64;
                let r = f.run(Multiple { field: &f, a: &a, point, k });
                let x = leave(&affine(&f, &r).0);
                for (i, x) in x.iter().enumerate() {
                    assert_eq!(*x, scalar_multiple(&scalar, k * (i as u64 + 1)), "lane {i}");
                }
            }
        }
    };
}
lanes_agree!(portable_lanes_agree_with_the_scalar_field, polylimb::authors::field::lanes::Portable);
#[cfg(target_arch = "x86_64")]
lanes_agree!(ifma_lanes_agree_with_the_scalar_field, polylimb::authors::field::lanes::Ifma);

/// x-only arithmetic on y² + x y = x³ + a x² + b (`[LopezDahab1999]`): 2 P from (X : Z), and P + Q
/// from both and x of P - Q.
fn ladder_step<F: Field>(
    f: &F,
    b: &F::El,
    difference: &F::El,
    (x1, z1): (F::El, F::El),
    (x2, z2): (F::El, F::El),
) -> [(F::El, F::El); 2] {
    let ([u, v], [xx, zz]) = f.products([(&x1, &z2), (&x2, &z1)], [&x1, &z1]);
    let ([uv, twice_z], [xxxx, zzzz]) = f.products([(&u, &v), (&xx, &zz)], [&xx, &zz]);
    let z = f.sqr(&f.add(&u, &v));
    let twice_x = f.add(&xxxx, &f.mul_constant(b, &zzzz));
    [(twice_x, twice_z), (f.add(&uv, &f.mul(difference, &z)), z)]
}

fn ladder<F: VartimeField>(f: &F, b: &F::El, x: &F::El, k: &[Word]) -> Option<F::El> {
    let (mut r, mut s) = ((f.one(), f.zero()), (*x, f.one()));
    for i in (0..k.len() * WORD_BITS).rev() {
        if (k[i / WORD_BITS] >> (i % WORD_BITS)) & 1 == 1 {
            [s, r] = ladder_step(f, b, x, s, r);
        } else {
            [r, s] = ladder_step(f, b, x, r, s);
        }
    }
    (!f.is_zero_vartime(&r.1)).then(|| f.mul(&r.0, &f.inv0(&r.1)))
}

/// On sect163k1 (`[SEC2]`): n G is infinity, (n + 1) G and (n - 1) G have the x of G, and 2 (3 G) =
/// 3 (2 G).
#[test]
fn the_ladder_over_f_2_163_closes_at_the_order() {
    const W: usize = words_for(163);
    let number = |s: &str| -> [Word; W] {
        let n = BigUint::parse_bytes(s.as_bytes(), 16).expect("hexadecimal");
        words(&n, W).try_into().expect("163 bits")
    };
    let f = Binary::<W, F163>::new();
    let b = f.one();
    let gx = number("02fe13c0537bbc11acaa07d793de4e6d5e5c94eee8");
    let mut n = number("04000000000000000000020108a2e0cc0d99f8a5ef");
    assert_eq!(ladder(&f, &b, &gx, &n), None);
    n[0] += 1;
    assert_eq!(ladder(&f, &b, &gx, &n), Some(gx));
    n[0] -= 2;
    assert_eq!(ladder(&f, &b, &gx, &n), Some(gx));
    let of = |x: &[Word; W], k: Word| ladder(&f, &b, x, &[k]).expect("the order is prime");
    assert_eq!(of(&of(&gx, 3), 2), of(&of(&gx, 2), 3));
    assert_eq!(of(&of(&gx, 3), 2), of(&gx, 6));
    assert_ne!(of(&gx, 2), of(&gx, 3));
}
