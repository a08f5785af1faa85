//! Points on the command line: `[SEC1]`, 2.3.3 and 2.3.4, or two numbers.

use crate::calc::field::{Op, prime};
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::Natural;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::{self, shorten};
use polylimb_lab::registry::curve::compression::Compression;
use polylimb_lab::registry::curve::law::Affine;

/// A parsed point, not yet decoded.
pub(super) enum Encoded {
    /// The bytes of `[SEC1]`.
    Bytes(Vec<u8>),
    /// `x,y`.
    Pair([Natural; 2]),
}

/// Parses the text.
///
/// # Errors
/// [`Failure::Usage`] naming `what` for text that is neither bytes nor a pair of numbers.
pub(super) fn parse(text: &str, what: &str) -> Result<Encoded> {
    if let Some((x, y)) = text.split_once(',') {
        let x = number::parse(x, &format!("the first coordinate of {what}"))?;
        return Ok(Encoded::Pair([
            x,
            number::parse(y, &format!("the second coordinate of {what}"))?,
        ]));
    }
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    let value = |digit: &u8| char::from(*digit).to_digit(16).map(|d| d as u8);
    let nibbles: Option<Vec<u8>> = digits.iter().map(value).collect();
    match nibbles {
        Some(nibbles) if !nibbles.is_empty() && nibbles.len() % 2 == 0 => {
            Ok(Encoded::Bytes(nibbles.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()))
        }
        _ => Err(Failure::usage(format!(
            "{what} is no point: '{}'; write SEC 1 hexadecimal (02…, 03…, 04…, 00 for infinity) or x,y",
            shorten(text)
        ))),
    }
}

/// The given coordinates; computes the ordinate of a compressed point. Does not check whether the
/// point is on the curve.
///
/// # Errors
/// What is wrong with the encoding, in words.
pub(super) fn decode(
    encoded: Encoded,
    parameters: &Parameters,
) -> std::result::Result<Affine, String> {
    let length = parameters.bits().div_ceil(8);
    let bytes = match encoded {
        Encoded::Pair(pair) => return Ok(Some(pair)),
        Encoded::Bytes(bytes) => bytes,
    };
    let expect = |expected: usize| {
        if bytes.len() == expected {
            return Ok(());
        }
        Err(format!(
            "it has {} bytes, but a point of this form on this curve has {expected}",
            bytes.len()
        ))
    };
    match bytes[0] {
        0 => expect(1).map(|()| None),
        tag @ (2 | 3) => {
            expect(1 + length)?;
            let x = Natural::from_be_bytes(&bytes[1..]);
            decompress(&x, tag == 3, parameters).map(|y| Some([x, y]))
        }
        4 => {
            expect(1 + 2 * length)?;
            let (x, y) = bytes[1..].split_at(length);
            Ok(Some([x, y].map(Natural::from_be_bytes)))
        }
        tag => Err(format!("its first byte is {tag:02x}; it must be 02, 03, 04 or, alone, 00")),
    }
}

/// The odd or even root of `x³ + a x + b`; on a binary curve the ordinate for which `y/x` is odd or
/// even.
fn decompress(
    x: &Natural,
    odd: bool,
    parameters: &Parameters,
) -> std::result::Result<Natural, String> {
    const NO_POINT: &str = "no point of the curve has this abscissa";
    if parameters.is_binary() {
        let found = Compression::new(parameters).and_then(|c| c.ordinate(x, odd));
        return found
            .map_err(|_| "its abscissa's degree is not below that of the curve's field".to_owned())?
            .ok_or_else(|| NO_POINT.into());
    }
    let p = Natural::from_words(parameters.prime());
    if *x >= p {
        return Err("its abscissa is not below the curve's prime".into());
    }
    let in_words = |failure: Failure| failure.to_string();
    let field = prime(&p).map_err(in_words)?;
    let compute = |op, a: &Natural, b: &Natural| -> std::result::Result<Natural, String> {
        let result = field.apply(op, a, b).map_err(in_words)?;
        result.ok_or_else(|| NO_POINT.into())
    };
    let [a, b] = parameters.coefficients().map(Natural::from_words);
    let cube = compute(Op::Mul, &compute(Op::Sqr, x, x)?, x)?;
    let sum = compute(Op::Add, &cube, &compute(Op::Mul, &a, x)?)?;
    let y = compute(Op::Sqrt, &compute(Op::Add, &sum, &b)?, &b)?;
    let is_odd = |n: &Natural| n.words().first().is_some_and(|w| w & 1 == 1);
    if is_odd(&y) == odd {
        return Ok(y);
    }
    let other = compute(Op::Neg, &y, &y)?;
    // Only the ordinate 0 equals its negative.
    if is_odd(&other) == odd { Ok(other) } else { Err("its ordinate is 0, which is even".into()) }
}

/// `[SEC1]` in lower case; `00` for the neutral element.
pub(super) fn encode(point: &Affine, parameters: &Parameters, compressed: bool) -> Result<String> {
    let Some([x, y]) = point else { return Ok("00".into()) };
    let digits = 2 * parameters.bits().div_ceil(8);
    let hex = |n: &Natural| format!("{:0>digits$}", &n.to_string()[2..]);
    let odd = if compressed && parameters.is_binary() {
        Compression::new(parameters)?.is_odd(&[x.clone(), y.clone()])?
    } else {
        y.words().first().is_some_and(|w| w & 1 == 1)
    };
    Ok(match (compressed, odd) {
        (true, true) => format!("03{}", hex(x)),
        (true, false) => format!("02{}", hex(x)),
        (false, _) => format!("04{}{}", hex(x), hex(y)),
    })
}
