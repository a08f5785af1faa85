//! Key agreement, and signatures on sect163k1. Constant time; numbers in bytes are most significant
//! first.

use crate::curve::{Curve, SECT163K1, decode_scalar};
use crate::field::{Arithmetic, F163, is_zero_vartime};
use crate::flash::Flash;
use crate::ladder::{multiply, multiply_x};
use crate::status::Status;
use polylimb::authors::field::Field;
use polylimb::authors::field::prime::{Fixed, Portable, PrimeParameters, from_hex};

/// The order of sect163k1.
#[derive(Debug, Clone, Copy)]
pub struct Order;

impl PrimeParameters<21> for Order {
    const NAME: &'static str = "order of sect163k1";
    const MODULUS: [u8; 21] = from_hex("04000000000000000000020108a2e0cc0d99f8a5ef");
}

/// Numbers modulo the order.
type Scalars = Fixed<21, Order, Portable>;

/// Out of line: five kilobytes of flash each time otherwise.
#[inline(never)]
fn enter(n: &Scalars, a: &[u8; 21]) -> [u8; 21] {
    n.enter_mod(a)
}

/// Out of line for the same reason.
#[inline(never)]
fn product(n: &Scalars, a: &[u8; 21], b: &[u8; 21]) -> [u8; 21] {
    n.mul(a, b)
}

/// The number of draws from the nonce source.
const ATTEMPTS: usize = 8;

fn write<const N: usize>(bytes: &mut [u8], number: &[u8; N]) {
    bytes.copy_from_slice(number);
    bytes.reverse();
}

/// Overwrites a secret.
fn forget<const N: usize>(secret: &mut [u8; N]) {
    // SAFETY: a valid reference.
    unsafe { (&raw mut *secret).write_volatile([0; N]) };
}

/// The public key, 2 N + 1 bytes, of a secret key of N bytes.
pub fn public_key<const N: usize, F: Arithmetic<N>>(
    curve: &Curve<N, F>,
    key: &mut [u8],
    secret: &[u8],
) -> Status {
    if key.len() != 2 * N + 1 {
        return Status::Length;
    }
    let mut d = match decode_scalar(curve, secret) {
        Ok(d) => d,
        Err(status) => return status,
    };
    let mut point = [[0; N]; 2];
    let finite = multiply(&mut point, curve, &d, &curve.generator.map(Flash::read));
    forget(&mut d);
    F::wipe();
    if !finite {
        return Status::Scalar;
    }
    key[0] = 4;
    write(&mut key[1..=N], &point[0]);
    write(&mut key[N + 1..], &point[1]);
    Status::Ok
}

/// The shared secret of ECDH, the x coordinate in N bytes (SEC 1, 3.3.1; no cofactor, the peer's
/// point is checked to have order n).
pub fn agree<const N: usize, F: Arithmetic<N>>(
    curve: &Curve<N, F>,
    shared: &mut [u8],
    secret: &[u8],
    peer: &[u8],
) -> Status {
    if shared.len() != N {
        return Status::Length;
    }
    let point = match curve.decode(peer) {
        Ok(point) => point,
        Err(status) => return status,
    };
    let mut d = match decode_scalar(curve, secret) {
        Ok(d) => d,
        Err(status) => return status,
    };
    let mut x = [0; N];
    let finite = multiply_x(&mut x, curve, &d, &point[0]);
    forget(&mut d);
    F::wipe();
    if !finite {
        return Status::Scalar;
    }
    write(shared, &x);
    forget(&mut x);
    Status::Ok
}

/// The leftmost 163 bits of a digest (FIPS 186-5, 6.4), as a number below 2^163.
fn leftmost(digest: &[u8]) -> [u8; 21] {
    let mut z = [0; 21];
    let n = digest.len().min(21);
    for (z, d) in z.iter_mut().zip(digest[..n].iter().rev()) {
        *z = *d;
    }
    if digest.len() >= 21 {
        // 168 bits; five too many.
        let mut above = 0;
        for z in z.iter_mut().rev() {
            let low = *z;
            *z = (low >> 5) | (above << 3);
            above = low;
        }
    }
    z
}

/// The ECDSA signature r, s in 42 bytes, of a digest of any length. `nonce` fills 21 bytes, most
/// significant first, with a secret uniform number in [1, n - 1] that is never used again. A number
/// outside is refused; draw another.
pub fn sign(
    signature: &mut [u8],
    secret: &[u8],
    digest: &[u8],
    mut nonce: impl FnMut(&mut [u8; 21]),
) -> Status {
    if signature.len() != 42 {
        return Status::Length;
    }
    let mut d = match decode_scalar(&SECT163K1, secret) {
        Ok(d) => d,
        Err(status) => return status,
    };
    let n = Scalars::new(Portable);
    let mut status = Status::Nonce;
    for _ in 0..ATTEMPTS {
        let mut bytes = [0; 21];
        nonce(&mut bytes);
        let k = decode_scalar(&SECT163K1, &bytes);
        forget(&mut bytes);
        let Ok(mut k) = k else { continue };
        let mut x = [0; 21];
        if !multiply_x(&mut x, &SECT163K1, &k, &SECT163K1.generator[0].read()) {
            continue;
        }
        // s = (z + r d) / k.
        let r = enter(&n, &x);
        let z = enter(&n, &leftmost(digest));
        let mut sum = product(&n, &r, &enter(&n, &d));
        n.add_assign(&mut sum, &z);
        let s = n.leave(&product(&n, &sum, &n.inv0(&enter(&n, &k))));
        forget(&mut k);
        let r = n.leave(&r);
        if is_zero_vartime(&r) || is_zero_vartime(&s) {
            continue;
        }
        write(&mut signature[..21], &r);
        write(&mut signature[21..], &s);
        status = Status::Ok;
        break;
    }
    forget(&mut d);
    F163::wipe();
    status
}
