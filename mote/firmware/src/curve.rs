//! The curves y² + x y = x³ + a x² + b, of 2 n points with a = 1 or of 4 n points with a = 0 and
//! b = 1, and points in bytes.

use crate::field::{Arithmetic, F163, F233, is_zero_vartime, sqr_times};
use crate::flash::Flash;
use crate::status::Status;
use core::marker::PhantomData;

/// A curve over a field of elements in `N` bytes.
pub struct Curve<const N: usize, F> {
    /// Whether a is 1, and else 0.
    pub a: bool,
    /// b, or none for 1.
    pub b: Option<&'static Flash<N>>,
    /// n, least significant byte first.
    pub order: &'static Flash<N>,
    /// Its bits.
    pub order_bits: usize,
    /// x and y of the generator.
    pub generator: [&'static Flash<N>; 2],
    field: PhantomData<F>,
}

/// 2 N hexadecimal digits, most significant first.
const fn hex<const N: usize>(text: &str) -> [u8; N] {
    const fn digit(c: u8) -> u8 {
        if c >= b'a' { c - b'a' + 10 } else { c - b'0' }
    }
    let text = text.as_bytes();
    assert!(text.len() == 2 * N);
    let mut r = [0; N];
    let mut i = 0;
    while i < N {
        r[N - 1 - i] = digit(text[2 * i]) << 4 | digit(text[2 * i + 1]);
        i += 1;
    }
    r
}

// SEC 2, version 1 (2000), sections 3.2.1, 3.2.3 and 3.3.1.
flash! {
    K_ORDER = hex::<21>("04000000000000000000020108a2e0cc0d99f8a5ef");
    K_X = hex::<21>("02fe13c0537bbc11acaa07d793de4e6d5e5c94eee8");
    K_Y = hex::<21>("0289070fb05d38ff58321f2e800536d538ccdaa3d9");
    R_B = hex::<21>("020a601907b8c953ca1481eb10512f78744a3205fd");
    R_ORDER = hex::<21>("040000000000000000000292fe77e70c12a4234c33");
    R_X = hex::<21>("03f0eba16286a2d57ea0991168d4994637e8343e36");
    R_Y = hex::<21>("00d51fbc6c71a0094fa2cdd545b11c5c0c797324f1");
    K233_ORDER = hex::<30>("008000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf");
    K233_X = hex::<30>("017232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126");
    K233_Y = hex::<30>("01db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3");
}

/// sect163k1 (K-163).
pub const SECT163K1: Curve<21, F163> = Curve {
    a: true,
    b: None,
    order: &K_ORDER,
    order_bits: 163,
    generator: [&K_X, &K_Y],
    field: PhantomData,
};
/// sect163r2 (B-163).
pub const SECT163R2: Curve<21, F163> = Curve {
    a: true,
    b: Some(&R_B),
    order: &R_ORDER,
    order_bits: 163,
    generator: [&R_X, &R_Y],
    field: PhantomData,
};
/// sect233k1 (K-233).
pub const SECT233K1: Curve<30, F233> = Curve {
    a: false,
    b: None,
    order: &K233_ORDER,
    order_bits: 232,
    generator: [&K233_X, &K233_Y],
    field: PhantomData,
};

impl<const N: usize, F: Arithmetic<N>> Curve<N, F> {
    /// Whether the point is on the curve and in the subgroup of order n.
    ///
    /// A point is twice another exactly if the trace of its x is the trace of a `[Seroussi1998]`.
    /// On a curve of 2 n points it then has order n. On a curve of 4 n points, a cyclic group, one
    /// of its halves has to be twice another as well. The point at infinity and the point of order
    /// 2 (x = 0) do not occur here.
    #[inline(never)]
    pub fn check(&self, point: &[[u8; N]; 2]) -> Status {
        let [x, y] = point;
        // y (y + x) = x² (x + a) + b.
        let (mut left, mut right, mut t) = ([0; N], [0; N], *y);
        F::add(&mut t, x);
        F::mul(&mut left, y, &t);
        let mut u = *x;
        u[0] ^= u8::from(self.a);
        F::sqr(&mut t, x);
        F::mul(&mut right, &u, &t);
        match &self.b {
            Some(b) => F::add(&mut right, &b.read()),
            None => right[0] ^= 1,
        }
        if left != right {
            Status::NotOnCurve
        } else if is_zero_vartime(x)
            || F::trace(x) != u8::from(self.a)
            || (!self.a && Self::trace_of_half(point) != 0)
        {
            Status::NotInSubgroup
        } else {
            Status::Ok
        }
    }

    /// The trace of x of half a point, a = 0, trace of x 0: with l² + l = x it is a root of (l + 1)
    /// x + y, which has the same trace.
    fn trace_of_half([x, y]: &[[u8; N]; 2]) -> u8 {
        // The half trace.
        let (mut l, mut t) = (*x, *x);
        for _ in 0..F::DEGREE / 2 {
            sqr_times::<N, F>(&mut t, 2);
            F::add(&mut l, &t);
        }
        l[0] ^= 1;
        F::mul(&mut t, &l, x);
        F::add(&mut t, y);
        F::trace(&t)
    }

    /// Whether 0 < k < n. Constant time but for the answer.
    pub fn check_scalar(&self, k: &[u8; N]) -> Status {
        let (mut borrow, mut any) = (0, 0);
        for (k, n) in k.iter().zip(self.order.read()) {
            // In sixteen bits, so that a negative difference needs no comparison.
            borrow = (u16::from(*k).wrapping_sub(u16::from(n)).wrapping_sub(borrow) >> 8) & 1;
            any |= k;
        }
        if borrow == 1 && any != 0 { Status::Ok } else { Status::Scalar }
    }

    /// The point of an uncompressed encoding (SEC 1, 2.3.4), checked.
    ///
    /// # Errors
    /// Each status except `Ok`, `Scalar` and `Nonce`.
    #[inline(never)]
    pub fn decode(&self, bytes: &[u8]) -> Result<[[u8; N]; 2], Status> {
        if bytes.len() != 2 * N + 1 {
            return Err(Status::Length);
        }
        let coordinate = |at: usize| {
            let mut r = [0; N];
            r.copy_from_slice(&bytes[at..at + N]);
            r.reverse();
            r
        };
        let point = [coordinate(1), coordinate(1 + N)];
        if bytes[0] != 4 || point.iter().any(|c| c[N - 1] >> (F::DEGREE % 8) != 0) {
            return Err(Status::Encoding);
        }
        match self.check(&point) {
            Status::Ok => Ok(point),
            status => Err(status),
        }
    }
}

/// The scalar of `N` bytes, most significant first.
///
/// # Errors
/// `Length`, `Scalar`.
#[inline(never)]
pub fn decode_scalar<const N: usize, F: Arithmetic<N>>(
    curve: &Curve<N, F>,
    bytes: &[u8],
) -> Result<[u8; N], Status> {
    if bytes.len() != N {
        return Err(Status::Length);
    }
    let mut k = [0; N];
    k.copy_from_slice(bytes);
    k.reverse();
    match curve.check_scalar(&k) {
        Status::Ok => Ok(k),
        status => Err(status),
    }
}
