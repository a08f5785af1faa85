//! The curves y² + x y = x³ + x² + b over `F_2^163`, of 2 n points, and points in bytes.

use crate::field::{El, add, mul, sqr, trace};
use crate::flash::Flash;
use crate::status::Status;

/// A curve.
pub struct Curve {
    /// b, or none for 1.
    pub b: Option<&'static Flash<21>>,
    /// n, least significant byte first.
    pub order: &'static Flash<21>,
    /// x and y of the generator.
    pub generator: [&'static Flash<21>; 2],
}

/// The bytes of a number written most significant first.
const fn from_be(bytes: [u8; 21]) -> El {
    let mut r = [0; 21];
    let mut i = 0;
    while i < 21 {
        r[i] = bytes[20 - i];
        i += 1;
    }
    r
}

/// 42 hexadecimal digits.
const fn hex(text: &str) -> El {
    const fn digit(c: u8) -> u8 {
        if c >= b'a' { c - b'a' + 10 } else { c - b'0' }
    }
    let text = text.as_bytes();
    assert!(text.len() == 42);
    let mut r = [0; 21];
    let mut i = 0;
    while i < 21 {
        r[i] = digit(text[2 * i]) << 4 | digit(text[2 * i + 1]);
        i += 1;
    }
    from_be(r)
}

// SEC 2, version 1 (2000), sections 3.2.1 and 3.2.3.
flash! {
    K_ORDER = hex("04000000000000000000020108a2e0cc0d99f8a5ef");
    K_X = hex("02fe13c0537bbc11acaa07d793de4e6d5e5c94eee8");
    K_Y = hex("0289070fb05d38ff58321f2e800536d538ccdaa3d9");
    R_B = hex("020a601907b8c953ca1481eb10512f78744a3205fd");
    R_ORDER = hex("040000000000000000000292fe77e70c12a4234c33");
    R_X = hex("03f0eba16286a2d57ea0991168d4994637e8343e36");
    R_Y = hex("00d51fbc6c71a0094fa2cdd545b11c5c0c797324f1");
}

/// sect163k1 (K-163).
pub const SECT163K1: Curve = Curve { b: None, order: &K_ORDER, generator: [&K_X, &K_Y] };
/// sect163r2 (B-163).
pub const SECT163R2: Curve = Curve { b: Some(&R_B), order: &R_ORDER, generator: [&R_X, &R_Y] };

impl Curve {
    /// Whether the point is on the curve and in the subgroup of order n.
    ///
    /// A point is twice another, so of order n, exactly if the trace of its x is that of the coefficient 1 of x², which is 1
    /// (Seroussi 1998); the infinite point and the one of order 2 (x = 0) never are here.
    pub fn check(&self, [x, y]: &[El; 2]) -> Status {
        // y (y + x) = x² (x + 1) + b.
        let (mut left, mut right, mut t) = ([0; 21], [0; 21], *y);
        add(&mut t, x);
        mul(&mut left, y, &t);
        let mut u = *x;
        u[0] ^= 1;
        sqr(&mut t, x);
        mul(&mut right, &u, &t);
        match &self.b {
            Some(b) => add(&mut right, &b.read()),
            None => right[0] ^= 1,
        }
        if left != right {
            Status::NotOnCurve
        } else if trace(x) != 1 {
            Status::NotInSubgroup
        } else {
            Status::Ok
        }
    }

    /// Whether 0 < k < n. Constant time but for the answer.
    pub fn check_scalar(&self, k: &El) -> Status {
        let (mut borrow, mut any) = (0, 0);
        for (k, n) in k.iter().zip(self.order.read()) {
            // In sixteen bits, where a negative difference shows without a comparison.
            borrow = (u16::from(*k).wrapping_sub(u16::from(n)).wrapping_sub(borrow) >> 8) & 1;
            any |= k;
        }
        if borrow == 1 && any != 0 { Status::Ok } else { Status::Scalar }
    }

    /// The point of an uncompressed encoding (SEC 1, 2.3.4), checked.
    ///
    /// # Errors
    /// Every status but `Ok`, `Scalar` and `Nonce`.
    pub fn decode(&self, bytes: &[u8]) -> Result<[El; 2], Status> {
        if bytes.len() != 43 {
            return Err(Status::Length);
        }
        let coordinate = |at: usize| {
            let mut r = [0; 21];
            r.copy_from_slice(&bytes[at..at + 21]);
            r.reverse();
            r
        };
        let point = [coordinate(1), coordinate(22)];
        if bytes[0] != 4 || point[0][20] > 7 || point[1][20] > 7 {
            return Err(Status::Encoding);
        }
        match self.check(&point) {
            Status::Ok => Ok(point),
            status => Err(status),
        }
    }
}

/// The scalar of 21 bytes, most significant first.
///
/// # Errors
/// `Length`, `Scalar`.
pub fn decode_scalar(curve: &Curve, bytes: &[u8]) -> Result<El, Status> {
    if bytes.len() != 21 {
        return Err(Status::Length);
    }
    let mut k = [0; 21];
    k.copy_from_slice(bytes);
    k.reverse();
    match curve.check_scalar(&k) {
        Status::Ok => Ok(k),
        status => Err(status),
    }
}
