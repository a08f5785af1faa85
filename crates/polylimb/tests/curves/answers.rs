//! The files of known answers on the named curves: their numbers, points and lines.

use polylimb::authors::curve::NamedCurve;
use polylimb::authors::limb::Natural;

/// Coordinates, most significant byte first; `None` for the neutral element.
pub(crate) type Point = Option<[Vec<u8>; 2]>;

pub(crate) fn number(hex: &str) -> Natural {
    Natural::parse(&format!("0x{hex}")).expect("hexadecimal")
}

/// The point `x,y`, each coordinate in `bytes` bytes; every other text is the neutral element.
pub(crate) fn point(text: &str, bytes: usize) -> Point {
    let coordinate = |hex| number(hex).to_be_bytes_padded(bytes).expect("it fits");
    let (x, y) = text.split_once(',')?;
    Some([coordinate(x), coordinate(y)])
}

/// The compressed form of SEC 1, whose bit for `y` is `odd_y(x, y)`.
pub(crate) fn compressed(point: &Point, odd_y: impl Fn(&[u8], &[u8]) -> bool) -> String {
    let Some([x, y]) = point else { return "00".into() };
    let tag = if odd_y(x, y) { "03" } else { "02" };
    x.iter().fold(tag.into(), |text, byte| format!("{text}{byte:02x}"))
}

/// On a curve over a prime field the bit is the lowest of `y`.
pub(crate) fn compressed_prime(point: &Point) -> String {
    compressed(point, |_, y| y.last().expect("a byte") & 1 == 1)
}

/// Checks one of `one_of` lines of `file`, each on the curve that `curve` makes of the name above
/// it. `check` returns the number of results it compared; the sum of them is returned.
pub(crate) fn check_lines<C>(
    file: &str,
    one_of: usize,
    known: &[NamedCurve],
    curve: impl Fn(&'static str) -> C,
    check: impl Fn(&C, &str, usize) -> usize,
) -> usize {
    let (mut compared, mut curves) = (0, 0);
    let mut current = None;
    for (turn, line) in file.lines().filter(|line| !line.starts_with('#')).enumerate() {
        if let Some(name) = line.strip_prefix("curve ") {
            let known = known.iter().find(|c| c.name == name).expect("a curve");
            current = Some(curve(known.name));
            curves += 1;
        } else if turn.is_multiple_of(one_of) {
            compared += check(current.as_ref().expect("a curve first"), line, turn);
        }
    }
    assert_eq!(curves, known.len());
    compared
}

/// What the files of binary curves need besides.
pub(crate) mod binary {
    use super::{Point, compressed, point};
    use polylimb::authors::curve::{Curve, Parameters};
    use polylimb::authors::field::Encoding;
    use polylimb::authors::field::binary::{AnyBinary, Sparse, words_for};
    use polylimb::authors::limb::{Natural, Word};
    use polylimb::authors::multiply::{Engine, PlainPoint};

    pub(crate) type Field = AnyBinary<{ words_for(571) }>;

    /// The curve of these parameters, over a field whose polynomial is chosen while running.
    pub(crate) fn curve(c: &Parameters) -> Curve<Field> {
        let polynomial = Sparse::new(c.bits(), &c.lower_exponents()).expect("irreducible");
        let field = Field::new(polynomial).expect("it fits");
        let element = |words: &[Word]| {
            let n = Natural::from_words(words);
            let bytes = n.to_be_bytes_padded(field.encoded_bytes()).expect("short enough");
            field.decode_be(&bytes).expect("below the degree")
        };
        let [a, b] = c.coefficients().map(element);
        Curve::new(field, a, b, c.shape())
    }

    /// Compares `result` with `expected`: a point, or its form compressed by the engine, which must
    /// also decompress it.
    pub(crate) fn assert_same(engine: &dyn Engine, result: &Point, expected: &str, line: &str) {
        if expected.contains(',') {
            assert_eq!(*result, point(expected, engine.coordinate_bytes()), "{line}");
            return;
        }
        let ours = compressed(result, |x, y| {
            let plain = PlainPoint::new(x, y);
            let odd = engine.compression_bit(&plain).expect("coordinates");
            if engine.check(&plain).is_ok() {
                assert_eq!(engine.decompress(x, odd).as_ref(), Ok(&plain));
                assert_ne!(engine.decompress(x, !odd).as_ref(), Ok(&plain));
            }
            odd
        });
        let leading = |text: &str| text.trim_start_matches('0').to_owned();
        assert_eq!(ours[..2], expected[..2], "{line}");
        assert_eq!(leading(&ours[2..]), leading(&expected[2..]), "{line}");
    }
}
