//! ECDH on K-233 (`[SEC1]`, 3.3.1), by the ladder of López and Dahab.
//!
//! ```
//! use polylimb::compact::k233;
//! let (mine, theirs) = ([1; 29], [2; 29]);
//! let (my_key, their_key) = (k233::public_key(&mine)?, k233::public_key(&theirs)?);
//! assert_eq!(k233::agree(&mine, &their_key)?, k233::agree(&theirs, &my_key)?);
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::{NOT_ON_CURVE, secret_scalar, write};
use crate::cpu::Features;
use crate::curve::{Coefficient, Curve};
use crate::field::binary::{Binary, F233, Product, WithProduct, with_best, words_for};
use crate::field::prime::fixed::from_hex;
use crate::field::{Encoding, Field};
use crate::limb::{Bits, Word};
use crate::multiply::{is_quadruple, lopez_dahab_ladder};
use crate::{Error, Result};
use zeroize::Zeroizing;

const N: usize = words_for(233);
type Number = [Word; N];
const ORDER: Number = from_hex("8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf");
const ORDER_BITS: usize = 232;
const BASE: [Number; 2] = [
    from_hex("17232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126"),
    from_hex("1db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3"),
];

/// Bytes of a coordinate.
const BYTES: usize = 30;
/// Bytes of a scalar.
const SCALAR_BYTES: usize = 29;

/// The public key of a secret key.
///
/// # Errors
/// [`Error::Key`] for a key out of range.
pub fn public_key(secret: &[u8; SCALAR_BYTES]) -> Result<[u8; 2 * BYTES]> {
    let scalar = secret_scalar(secret, &ORDER)?;
    let product = with_best(Features::detect(), Multiply(&scalar, &BASE));
    let mut bytes = [0; 2 * BYTES];
    for (bytes, coordinate) in bytes.chunks_exact_mut(BYTES).zip(&product) {
        write(bytes, coordinate);
    }
    Ok(bytes)
}

/// The secret shared with the owner of a public key: the abscissa. It is not uniform: derive keys
/// from it.
///
/// # Errors
/// [`Error::Key`] for a secret key out of range and a public key outside the subgroup of prime
/// order; [`Error::NotReduced`], [`Error::Curve`] for one that is no point of the curve.
pub fn agree(
    secret: &[u8; SCALAR_BYTES],
    public: &[u8; 2 * BYTES],
) -> Result<Zeroizing<[u8; BYTES]>> {
    let scalar = secret_scalar(secret, &ORDER)?;
    let point = with_best(Features::detect(), Decode(public))?;
    let product = Zeroizing::new(with_best(Features::detect(), Multiply(&scalar, &point)));
    let mut shared = Zeroizing::new([0; BYTES]);
    write(&mut *shared, &product[0]);
    Ok(shared)
}

/// The coordinates of a public key.
struct Decode<'a>(&'a [u8; 2 * BYTES]);

impl WithProduct for Decode<'_> {
    type Out = Result<[Number; 2]>;

    fn call<K: Product>(self, kernel: K) -> Result<[Number; 2]> {
        let f = Binary::<N, F233, K>::with(kernel);
        let (x, y) = (f.decode_be(&self.0[..BYTES])?, f.decode_be(&self.0[BYTES..])?);
        let curve = Curve::new(f, f.zero(), f.one(), Coefficient::Zero);
        if !crate::curve::binary::contains(&curve, &x, &y).to_bool_vartime() {
            return Err(NOT_ON_CURVE);
        }
        if !is_quadruple(&curve, [&x, &y]).to_bool_vartime() {
            return Err(Error::Key { wrong: "the point is not in the subgroup of prime order" });
        }
        Ok([x, y])
    }
}

/// The coordinates of a multiple of a point of prime order, by a scalar in range.
struct Multiply<'a>(&'a Number, &'a [Number; 2]);

impl WithProduct for Multiply<'_> {
    type Out = [Number; 2];

    fn call<K: Product>(self, kernel: K) -> [Number; 2] {
        let f = Binary::<N, F233, K>::with(kernel);
        let [x, y] = self.1;
        let product = lopez_dahab_ladder(&f, &f.one(), Bits::with_len(self.0, ORDER_BITS), [x, y]);
        [product.x, product.y]
    }
}
