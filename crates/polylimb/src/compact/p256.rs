//! P-256: ECDH (`[SEC1]`, 3.3.1), and ECDSA (`[FIPS186-5]`, 6.4) with SHA-256 and the nonces of
//! `[RFC6979]`.
//!
//! ```
//! use polylimb::compact::p256;
//! let (mine, theirs) = ([1; 32], [2; 32]);
//! let (my_key, their_key) = (p256::public_key(&mine)?, p256::public_key(&theirs)?);
//! assert_eq!(p256::agree(&mine, &their_key)?, p256::agree(&theirs, &my_key)?);
//!
//! let signature = p256::sign(&mine, b"pay 10")?;
//! p256::verify(&my_key, b"pay 10", &signature)?;
//! assert!(p256::verify(&my_key, b"pay 1000", &signature).is_err());
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::{NOT_ON_CURVE, in_range, read, secret_scalar, write};
use crate::cpu::Features;
use crate::curve::weierstrass::{Complete, Jacobian};
use crate::curve::{AffinePoint, Coefficient, Curve, Group, Vartime};
use crate::field::prime::fixed::{from_hex, words_for};
use crate::field::prime::{KernelSet, P256, P256Order, Portable, WithKernel, with_best};
use crate::field::{Field, VartimeField};
use crate::limb::{Bits, Word};
use crate::multiply::{regular_window, sum_of_two_vartime};
use crate::nonce::Generator;
use crate::{Error, Result};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

const N: usize = words_for(256);
type Number = [Word; N];
const ORDER: Number = P256Order::<Portable>::MODULUS;
const B: Number = from_hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
const BASE: [Number; 2] = [
    from_hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
    from_hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
];

/// Bytes of a coordinate and of a scalar.
const BYTES: usize = 32;

/// The public key of a secret key.
///
/// # Errors
/// [`Error::Key`] for a key out of range.
pub fn public_key(secret: &[u8; BYTES]) -> Result<[u8; 2 * BYTES]> {
    let scalar = secret_scalar(secret, &ORDER)?;
    let [x, y] = with_best(Features::detect(), Multiply(&scalar, &BASE))?;
    Ok(joined(&x, &y))
}

/// The secret shared with the owner of a public key: the abscissa. It is not uniform: derive keys
/// from it.
///
/// # Errors
/// [`Error::Key`] for a secret key out of range; [`Error::NotReduced`], [`Error::Curve`] for a
/// public key that is no point of the curve.
pub fn agree(secret: &[u8; BYTES], public: &[u8; 2 * BYTES]) -> Result<Zeroizing<[u8; BYTES]>> {
    let scalar = secret_scalar(secret, &ORDER)?;
    let product = with_best(Features::detect(), Multiply(&scalar, &halves(public)))?;
    let mut shared = Zeroizing::new([0; BYTES]);
    write(&mut *shared, &Zeroizing::new(product)[0]);
    Ok(shared)
}

/// The deterministic signature `r`, `s` of a message.
///
/// # Errors
/// [`Error::Key`] for a key out of range.
pub fn sign(secret: &[u8; BYTES], message: &[u8]) -> Result<[u8; 2 * BYTES]> {
    let scalar = secret_scalar(secret, &ORDER)?;
    let z = read(&Sha256::digest(message));
    with_best(Features::detect(), Sign { secret, scalar: &scalar, z: &z })
}

/// Whether `signature` is one of `message` by the owner of `public`.
///
/// # Errors
/// [`Error::Signature`] if it is not valid; [`Error::NotReduced`], [`Error::Curve`] for a public
/// key that is no point of the curve.
pub fn verify(public: &[u8; 2 * BYTES], message: &[u8], signature: &[u8; 2 * BYTES]) -> Result<()> {
    let z = read(&Sha256::digest(message));
    let work = Verify { public: &halves(public), z: &z, signature: &halves(signature) };
    with_best(Features::detect(), work)
}

fn halves(bytes: &[u8; 2 * BYTES]) -> [Number; 2] {
    [read(&bytes[..BYTES]), read(&bytes[BYTES..])]
}

fn joined(a: &Number, b: &Number) -> [u8; 2 * BYTES] {
    let mut bytes = [0; 2 * BYTES];
    write(&mut bytes[..BYTES], a);
    write(&mut bytes[BYTES..], b);
    bytes
}

/// The curve over a kernel set.
fn curve<K: KernelSet>(kernel: K) -> Curve<P256<K>> {
    let f = P256::new(kernel);
    Curve::new(f, f.neg(&f.small(3)), f.enter_mod(&B), Coefficient::MinusThree)
}

/// The point with these coordinates.
fn point<K: KernelSet>(c: &Curve<P256<K>>, [x, y]: &[Number; 2]) -> Result<AffinePoint<P256<K>>> {
    let (x, y) = (c.field.enter(x)?, c.field.enter(y)?);
    if !c.contains(&x, &y).to_bool_vartime() {
        return Err(NOT_ON_CURVE);
    }
    Ok(AffinePoint::new(x, y))
}

/// The coordinates of a multiple, by a scalar in range.
struct Multiply<'a>(&'a Number, &'a [Number; 2]);

impl WithKernel for Multiply<'_> {
    type Out = Result<[Number; 2]>;

    fn call<K: KernelSet>(self, kernel: K) -> Result<[Number; 2]> {
        let c = curve(kernel);
        let f = c.field;
        let p = point(&c, self.1)?;
        let r = Zeroizing::new(regular_window::<8, N, _>(&Complete::new(c), &ORDER, self.0, &p));
        let inverse = Zeroizing::new(f.inv0(&r.z));
        Ok([f.leave(&f.mul(&r.x, &inverse)), f.leave(&f.mul(&r.y, &inverse))])
    }
}

struct Sign<'a> {
    secret: &'a [u8; BYTES],
    scalar: &'a Number,
    z: &'a Number,
}

impl WithKernel for Sign<'_> {
    type Out = Result<[u8; 2 * BYTES]>;

    fn call<K: KernelSet>(self, kernel: K) -> Result<[u8; 2 * BYTES]> {
        let n = P256Order::new(kernel);
        let (z, secret) = (n.enter_mod(self.z), Zeroizing::new(n.enter_mod(self.scalar)));
        let mut bytes = Zeroizing::new([0; BYTES]);
        write(&mut *bytes, &n.leave(&z));
        let mut nonces = Generator::<Sha256>::new(&[self.secret, &*bytes]);
        loop {
            nonces.draw(&mut *bytes);
            let nonce = Zeroizing::new(read(&*bytes));
            // Rejected draws reveal nothing about the accepted one.
            if !in_range(&*nonce, &ORDER).to_bool_vartime() {
                continue;
            }
            let [x, _] = Multiply(&nonce, &BASE).call(kernel)?;
            let inverse = Zeroizing::new(n.inv0(&n.enter_mod(&nonce)));
            let r = n.enter_mod(&x);
            let s = n.mul(&n.add(&z, &n.mul(&r, &secret)), &inverse);
            if !(n.is_zero(&r) | n.is_zero(&s)).to_bool_vartime() {
                return Ok(joined(&n.leave(&r), &n.leave(&s)));
            }
        }
    }
}

struct Verify<'a> {
    public: &'a [Number; 2],
    z: &'a Number,
    signature: &'a [Number; 2],
}

impl WithKernel for Verify<'_> {
    type Out = Result<()>;

    fn call<K: KernelSet>(self, kernel: K) -> Result<()> {
        let (c, n) = (curve(kernel), P256Order::new(kernel));
        let f = c.field;
        let (key, base) = (point(&c, self.public)?, point(&c, &BASE)?);
        if !self.signature.iter().all(|half| in_range(half, &ORDER).to_bool_vartime()) {
            return Err(Error::Signature);
        }
        let [r, s] = self.signature.map(|half| n.enter_mod(&half));
        let inverse = n.inv0_vartime(&s);
        let scalars = [n.enter_mod(self.z), r].map(|a| n.leave(&n.mul(&a, &inverse)));
        let group = Vartime::<_, Jacobian>::new(c);
        let sum = sum_of_two_vartime(
            &group,
            scalars.each_ref().map(|k| Bits::with_len(k, 8 * BYTES)),
            [&group.lift(&base), &group.lift(&key)],
        );
        // The abscissa is X / Z², or 0 of the neutral element.
        let x = f.mul(&sum.x, &f.sqr(&f.inv0_vartime(&sum.z)));
        let right = n.equal(&n.enter_mod(&f.leave(&x)), &r);
        if right.to_bool_vartime() { Ok(()) } else { Err(Error::Signature) }
    }
}
