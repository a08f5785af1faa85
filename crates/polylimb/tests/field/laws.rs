//! The laws of a field as one test for every instance: each field of this library, each kernel,
//! each word size, and fields that users write against [`Field`].

use polylimb::authors::field::{Encoding, Field, Op, Truth};

/// The result of one comparison: the field answers it, `holds` tells whether the answer is true (in
/// every lane).
struct Court<'a, F: Field, H> {
    field: &'a F,
    holds: H,
    compared: usize,
}

impl<F: Field, H: Fn(F::Mask) -> bool> Court<'_, F, H> {
    fn same(&mut self, law: &str, a: &F::El, b: &F::El) {
        assert!((self.holds)(self.field.equal(a, b)), "law broken: {law}");
        self.compared += 1;
    }
}

/// Checks every method of `field` on all elements, pairs and triples of `samples` and returns the
/// number of comparisons. `holds` tells whether a truth value is true in every lane.
///
/// # Panics
/// If a law is broken; the message names it.
pub fn field_laws<F: Field>(
    field: &F,
    samples: &[F::El],
    holds: impl Fn(F::Mask) -> bool,
) -> usize {
    let mut court = Court { field, holds, compared: 0 };
    constants(&mut court);
    for a in samples {
        of_one(&mut court, a);
        for b in samples {
            of_two(&mut court, a, b);
            for c in samples {
                of_three(&mut court, a, b, c);
            }
        }
    }
    court.compared
}

fn constants<F: Field, H: Fn(F::Mask) -> bool>(court: &mut Court<'_, F, H>) {
    let f = court.field;
    let (zero, one) = (f.zero(), f.one());
    assert!((court.holds)(!f.equal(&zero, &one)), "law broken: 0 = 1");
    assert!((court.holds)(F::Mask::TRUE) && !(court.holds)(F::Mask::FALSE));
    let mut sum = zero;
    for n in 0..40 {
        court.same("small(n) = 1 + … + 1", &f.small(n), &sum);
        sum = f.add(&sum, &one);
    }
    court.same("inv0(0) = 0", &f.inv0(&zero), &zero);
}

fn of_one<F: Field, H: Fn(F::Mask) -> bool>(court: &mut Court<'_, F, H>, a: &F::El) {
    let f = court.field;
    let (zero, one) = (f.zero(), f.one());
    court.same("a + 0 = a", &f.add(a, &zero), a);
    court.same("a - 0 = a", &f.sub(a, &zero), a);
    court.same("1 a = a", &f.mul(&one, a), a);
    court.same("0 a = 0", &f.mul(a, &zero), &zero);
    court.same("a + (-a) = 0", &f.add(a, &f.neg(a)), &zero);
    court.same("2 a = a + a", &f.double(a), &f.add(a, a));
    court.same("a² = a a", &f.sqr(a), &f.mul(a, a));
    court.same("halve(a) = a inv0(2)", &f.halve(a), &f.mul(a, &f.inv0(&f.small(2))));
    court.same("reduce(a² wide) = a²", &f.reduce(&f.sqr_wide(a)), &f.sqr(a));
    let is_zero = f.is_zero(a);
    assert!((court.holds)(!(is_zero ^ f.equal(a, &zero))), "law broken: is_zero");
    let quotient = f.mul(a, &f.inv0(a));
    court.same("a inv0(a) = 1, or 0 for 0", &quotient, &f.select(is_zero, &zero, &one));
    let mut r = *a;
    f.sqr_assign(&mut r);
    court.same("sqr_assign", &r, &f.sqr(a));
    r = *a;
    f.double_assign(&mut r);
    court.same("double_assign", &r, &f.double(a));
}

fn of_two<F: Field, H: Fn(F::Mask) -> bool>(court: &mut Court<'_, F, H>, a: &F::El, b: &F::El) {
    let f = court.field;
    let (ab, difference) = (f.mul(a, b), f.sub(a, b));
    court.same("a + b = b + a", &f.add(a, b), &f.add(b, a));
    court.same("a b = b a", &ab, &f.mul(b, a));
    court.same("(a - b) + b = a", &f.add(&difference, b), a);
    court.same("a - b = a + (-b)", &difference, &f.add(a, &f.neg(b)));
    court.same("mul_constant = mul", &f.mul_constant(a, b), &ab);
    court.same("reduce(a b wide) = a b", &f.reduce(&f.mul_wide(a, b)), &ab);
    assert!(
        (court.holds)(!(f.equal(a, b) ^ f.is_zero(&difference))),
        "law broken: a = b where a - b = 0"
    );
    court.same("select true", &f.select(F::Mask::TRUE, a, b), a);
    court.same("select false", &f.select(F::Mask::FALSE, a, b), b);
    let (mut x, mut y) = (*a, *b);
    f.swap_if(F::Mask::FALSE, &mut x, &mut y);
    court.same("swap_if false", &x, a);
    f.swap_if(F::Mask::TRUE, &mut x, &mut y);
    court.same("swap_if true", &x, b);
    court.same("swap_if true", &y, a);
    f.mul_assign(&mut x, &y);
    court.same("mul_assign", &x, &ab);
    f.add_assign(&mut y, b);
    court.same("add_assign", &y, &f.add(a, b));
    f.sub_assign(&mut y, b);
    court.same("sub_assign", &y, a);
}

fn of_three<F: Field, H: Fn(F::Mask) -> bool>(
    court: &mut Court<'_, F, H>,
    a: &F::El,
    b: &F::El,
    c: &F::El,
) {
    let f = court.field;
    let (ab, bc, ca) = (f.mul(a, b), f.mul(b, c), f.mul(c, a));
    court.same("(a + b) + c = a + (b + c)", &f.add(&f.add(a, b), c), &f.add(a, &f.add(b, c)));
    court.same("(a b) c = a (b c)", &f.mul(&ab, c), &f.mul(a, &bc));
    court.same("a (b + c) = a b + a c", &f.mul(a, &f.add(b, c)), &f.add(&ab, &ca));

    let ([p, q, r], [s, t]) = f.products([(a, b), (b, c), (c, a)], [a, b]);
    court.same("products, first", &p, &ab);
    court.same("products, second", &q, &bc);
    court.same("products, third", &r, &ca);
    court.same("products, first square", &s, &f.sqr(a));
    court.same("products, second square", &t, &f.sqr(b));

    if F::WIDE_TERMS >= 2 {
        let (wide, other) = (f.mul_wide(a, b), f.mul_wide(b, c));
        court.same("wide sum", &f.reduce(&f.add_wide(&wide, &other)), &f.add(&ab, &bc));
        court.same("wide difference", &f.reduce(&f.sub_wide(&wide, &other)), &f.sub(&ab, &bc));
    }
    // (a + b u)(c + a u) and (a + b u)² for u² = -1.
    let expected = [f.sub(&ca, &ab), f.add(&f.sqr(a), &bc)];
    let squared = [f.sub(&f.sqr(a), &f.sqr(b)), f.double(&ab)];
    let mut complex = |[re, im]: [F::El; 2], expected: &[F::El; 2]| {
        court.same("real part", &re, &expected[0]);
        court.same("imaginary part", &im, &expected[1]);
    };
    if F::WIDE_TERMS >= 4 {
        let product = f.complex_product_wide(&[*a, *b], &[*c, *a]);
        complex(product.map(|part| f.reduce(&part)), &expected);
        let square = f.complex_square_wide(&[*a, *b]);
        complex(square.map(|part| f.reduce(&part)), &squared);
    }
    if let Some(product) = f.complex_product(&[*a, *b], &[*c, *a]) {
        complex(product, &expected);
    }
    if let Some(square) = f.complex_square(&[*a, *b]) {
        complex(square, &squared);
    }
    // The most terms that the field allows (but no more than a tower ever adds up): the samples'
    // multiples contain the extremes of its range.
    let mut wide = f.mul_wide(a, b);
    let mut lost = wide;
    let (mut sum, mut rest) = (ab, ab);
    for _ in 1..F::WIDE_TERMS.min(16) {
        wide = f.add_wide(&wide, &f.mul_wide(c, a));
        lost = f.sub_wide(&lost, &f.mul_wide(c, a));
        sum = f.add(&sum, &ca);
        rest = f.sub(&rest, &ca);
    }
    court.same("as many wide terms as allowed", &f.reduce(&wide), &sum);
    court.same("as many wide terms taken away", &f.reduce(&lost), &rest);

    let op = MulAdd { field: f, a, b, c };
    court.same("run", &f.run(op), &f.add(&ab, c));
}

struct MulAdd<'a, F: Field> {
    field: &'a F,
    a: &'a F::El,
    b: &'a F::El,
    c: &'a F::El,
}

impl<F: Field> Op for MulAdd<'_, F> {
    type Out = F::El;

    #[inline(always)]
    fn call(self) -> F::El {
        self.field.add(&self.field.mul(self.a, self.b), self.c)
    }
}

/// Checks that encoding and decoding are inverse to each other on `samples`, that the encoding does
/// not depend on how an element was computed, and that wrong lengths are errors. Returns the number
/// of comparisons.
///
/// # Panics
/// If a law is broken, or if an element takes more than 80 bytes.
pub fn encoding_laws<F: Encoding>(
    field: &F,
    samples: &[F::El],
    holds: impl Fn(F::Mask) -> bool,
) -> usize {
    let mut court = Court { field, holds, compared: 0 };
    let len = field.encoded_bytes();
    let (mut buffer, mut again) = ([0; 80], [0xff; 80]);
    let (bytes, again) = (&mut buffer[..len], &mut again[..len]);
    for a in samples {
        field.encode(bytes, a).expect("the length is right");
        let b = field.decode(bytes).expect("the encoding is canonical");
        court.same("decode(encode(a)) = a", a, &b);
        let detour = field.sub(&field.add(a, &field.one()), &field.one());
        field.encode(again, &detour).expect("the length is right");
        assert_eq!(bytes, again, "law broken: one form per element");
    }
    assert!(field.encode(&mut bytes[1..], &field.one()).is_err());
    assert!(field.decode(&bytes[1..]).is_err());
    court.compared
}
