//! Pairings and their parts by name.

use polylimb::authors::entry::ConstantTime;

/// Every curve with a pairing, every system of lines, every final exponentiation.
pub static PAIRINGS: &[Pairing] = &[
    Pairing {
        name: "bn254",
        part: Part::Curve,
        source: "Nogami, Akane, Sakemi, Kato, Morikawa 2008; Vercauteren 2010",
        summary: "optimal ate, u = -(2^62+2^55+1)",
        domain: "y^2 = x^3 + 2, BN, 254 bits",
    },
    Pairing {
        name: "bn254-snark",
        part: Part::Curve,
        source: "EIP-196, EIP-197; Vercauteren 2010",
        summary: "optimal ate, u = 4965661367192848881",
        domain: "y^2 = x^3 + 3, BN, 254 bits",
    },
    Pairing {
        name: "bls12-381",
        part: Part::Curve,
        source: "Bowe 2017; Barreto, Lynn, Scott 2002; Vercauteren 2010",
        summary: "optimal ate, u = -0xd201000000010000",
        domain: "y^2 = x^3 + 4, BLS12, 381 bits",
    },
    Pairing {
        name: "homogeneous",
        part: Part::Lines,
        source: "Costello, Lange, Naehrig 2010; Aranha, Karabina, Longa, Gebotys, Lopez 2011",
        summary: "the fastest lines on one core",
        domain: "all curves",
    },
    Pairing {
        name: "jacobian",
        part: Part::Lines,
        source: "Cuiman, Cabrera, Sanchez-Solano, equations 5 to 8",
        summary: "Algorithm 4 with the products that the text counts, and affine points added",
        domain: "all curves",
    },
    Pairing {
        name: "jacobian-as-counted",
        part: Part::Lines,
        source: "Cuiman, Cabrera, Sanchez-Solano, equations 5 to 8",
        summary: "the same, with a third coordinate of 1 multiplied, as the paper counts it",
        domain: "all curves",
    },
    Pairing {
        name: "jacobian-as-printed",
        part: Part::Lines,
        source: "Cuiman, Cabrera, Sanchez-Solano, Algorithm 4",
        summary: "the same, with the product more that Algorithm 4 prints",
        domain: "all curves",
    },
    Pairing {
        name: "scott",
        part: Part::FinalExponentiation,
        source: "Scott, Benger, Charlemagne, Dominguez-Perez, Kachisa 2009; Olivos 1981",
        summary: "the exact power, by an addition chain",
        domain: "BN",
    },
    Pairing {
        name: "fuentes",
        part: Part::FinalExponentiation,
        source: "Fuentes-Castaneda, Knapp, Rodriguez-Henriquez 2011",
        summary: "a fixed power of the exact one, cheaper",
        domain: "BN",
    },
    Pairing {
        name: "hayashida",
        part: Part::FinalExponentiation,
        source: "Hayashida, Hayasaka, Teruya 2020",
        summary: "the exact power, from (u-1)/3",
        domain: "BLS12",
    },
    Pairing {
        name: "hayashida-cubed",
        part: Part::FinalExponentiation,
        source: "Hayashida, Hayasaka, Teruya 2020",
        summary: "the cube of the exact power, cheaper",
        domain: "BLS12",
    },
];

/// The part of a pairing that an entry describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A curve with its pairing.
    Curve,
    /// A system of coordinates for the lines of the Miller loop.
    Lines,
    /// The hard part of the final exponentiation.
    FinalExponentiation,
}

impl Part {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Curve => "curve",
            Self::Lines => "lines",
            Self::FinalExponentiation => "final exponentiation",
        }
    }
}

/// A pairing, or a part of one.
#[derive(Debug, Clone, Copy)]
pub struct Pairing {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// What it is.
    pub part: Part,
    /// Where it was published.
    pub source: &'static str,
    /// One line: what it does.
    pub summary: &'static str,
    /// For which curves.
    pub domain: &'static str,
}

impl Pairing {
    /// Its time depends only on whether a point is neutral.
    pub const CONSTANT_TIME: ConstantTime = ConstantTime::Yes;
}
