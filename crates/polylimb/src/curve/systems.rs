//! All coordinate systems by name, and curves made in them from parameters and a multiplication.

use super::AnyCurve;
use super::named::Parameters;
use super::weierstrass::{
    Affine, Chudnovsky, Complete, Coordinates, Curve, Jacobian, JacobianBernsteinLange,
    ModifiedJacobian, Projective, Vartime,
};
use crate::error::{Error, Result};
use crate::field::prime::Prime;
use crate::limb::WORD_BITS;
use crate::modmul::ModMul;
use crate::timing::ConstantTime;
use alloc::sync::Arc;

/// The multiplication of a run-time field, shared.
type Shared = Arc<dyn ModMul>;

/// A coordinate system, or a law of its own.
#[derive(Clone, Copy)]
pub struct System {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// One line: what a point looks like.
    pub summary: &'static str,
    /// Whether its law takes the same steps for all points.
    pub constant_time: ConstantTime,
    build: fn(&Parameters, Shared) -> Result<AnyCurve>,
}

impl System {
    /// The curve with these parameters in this system, over a multiplication for its prime.
    ///
    /// # Errors
    /// [`Error::Curve`] for a binary curve; [`Error::Parameter`] if the multiplication is for another modulus; [`Error::TooLarge`] if its residues take
    /// more than 6144 bits.
    pub fn build(&self, parameters: &Parameters, modmul: Shared) -> Result<AnyCurve> {
        if parameters.is_binary() {
            return Err(Error::Curve {
                wrong: "these coordinates are for curves over prime fields",
            });
        }
        if modmul.modulus() != parameters.prime() {
            return Err(Error::Parameter { expected: "a multiplication modulo the curve's prime" });
        }
        (self.build)(parameters, modmul)
    }
}

/// Chooses the smallest storage that holds a residue.
macro_rules! by_size {
    ($parameters:expr, $modmul:expr, |$curve:ident| $group:expr) => {{
        let (parameters, modmul) = ($parameters, $modmul);
        let words = modmul.residue_words().max(modmul.modulus().len());
        by_size!(words, parameters, modmul, $curve, $group, 256, 384, 576, 1024, 2048, 6144)
    }};
    ($words:ident, $parameters:ident, $modmul:ident, $curve:ident, $group:expr, $($bits:literal),+) => {{
        $(
            if $words <= $bits / WORD_BITS {
                let $curve = curve::<{ $bits / WORD_BITS }>($parameters, $modmul)?;
                return AnyCurve::new($group);
            }
        )+
        Err(Error::TooLarge { what: "a residue", max_bits: 6144 })
    }};
}

/// The curve over the field of that multiplication.
fn curve<const N: usize>(
    parameters: &Parameters,
    modmul: Shared,
) -> Result<Curve<Prime<N, Shared>>> {
    let field = Prime::new(modmul)?;
    let [a, b] = parameters.coefficients();
    let (a, b) = (field.enter(a)?, field.enter(b)?);
    Ok(Curve::new(field, a, b, parameters.shape()))
}

/// A system whose formulas are made total by branches.
macro_rules! vartime {
    ($coordinates:ident, $source:literal, $summary:literal) => {
        System {
            name: <$coordinates as Coordinates<Prime<1, Shared>>>::NAME,
            source: $source,
            summary: $summary,
            constant_time: ConstantTime::No,
            build: |parameters, modmul| {
                by_size!(parameters, modmul, |curve| Vartime::<_, $coordinates>::new(curve))
            },
        }
    };
}

/// Every coordinate system of Weierstrass curves.
pub static COORDINATES: &[System] = &[
    vartime!(Affine, "the chord and the tangent", "(x, y); a division per sum"),
    vartime!(Projective, "Cohen, Miyaji, Ono 1998", "(X : Y : Z) for (X/Z, Y/Z)"),
    vartime!(Jacobian, "Cohen, Miyaji, Ono 1998", "(X : Y : Z) for (X/Z^2, Y/Z^3)"),
    vartime!(Chudnovsky, "Chudnovsky, Chudnovsky 1986", "Jacobian with Z^2 and Z^3"),
    vartime!(ModifiedJacobian, "Cohen, Miyaji, Ono 1998", "Jacobian with a Z^4"),
    vartime!(JacobianBernsteinLange, "Bernstein, Lange 2007", "Jacobian, squares for products"),
    System {
        name: "complete",
        source: "Renes, Costello, Batina 2016",
        summary: "(X : Y : Z) for (X/Z, Y/Z), one formula for all points",
        constant_time: ConstantTime::Yes,
        build: |parameters, modmul| by_size!(parameters, modmul, |curve| Complete::new(curve)),
    },
];

/// The system of that name in [`COORDINATES`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find_coordinates(name: &str) -> Result<&'static System> {
    let unknown = Error::UnknownName { kind: "coordinate system" };
    COORDINATES.iter().find(|s| s.name == name).ok_or(unknown)
}
