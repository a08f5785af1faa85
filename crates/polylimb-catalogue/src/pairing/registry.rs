//! Pairings and their parts by name.

use polylimb::authors::entry::{ConstantTime, Domain, Entry, Threads};

/// Every curve with a pairing, every system of lines, every final exponentiation.
pub static PAIRINGS: &[Entry<Part>] = &[
    Entry {
        name: "bn254",
        source: "Nogami, Akane, Sakemi, Kato, Morikawa 2008; Vercauteren 2010",
        summary: "optimal ate, u = -(2^62+2^55+1)",
        make: Part::Curve("y^2 = x^3 + 2, BN, 254 bits"),
        ..PAIRING
    },
    Entry {
        name: "bn254-snark",
        source: "EIP-196, EIP-197; Vercauteren 2010",
        summary: "optimal ate, u = 4965661367192848881",
        make: Part::Curve("y^2 = x^3 + 3, BN, 254 bits"),
        ..PAIRING
    },
    Entry {
        name: "bls12-381",
        source: "Bowe 2017; Barreto, Lynn, Scott 2002; Vercauteren 2010",
        summary: "optimal ate, u = -0xd201000000010000",
        make: Part::Curve("y^2 = x^3 + 4, BLS12, 381 bits"),
        ..PAIRING
    },
    Entry {
        name: "homogeneous",
        source: "Costello, Lange, Naehrig 2010; Aranha, Karabina, Longa, Gebotys, Lopez 2011",
        summary: "the fastest lines on one core",
        make: Part::Lines,
        ..PAIRING
    },
    Entry {
        name: "jacobian",
        source: "Cuiman, Cabrera, Sanchez-Solano, equations 5 to 8",
        summary: "Algorithm 4 with the products that the text counts, and affine points added",
        make: Part::Lines,
        ..PAIRING
    },
    Entry {
        name: "jacobian-as-counted",
        source: "Cuiman, Cabrera, Sanchez-Solano, equations 5 to 8",
        summary: "the same, with a third coordinate of 1 multiplied, as the paper counts it",
        make: Part::Lines,
        ..PAIRING
    },
    Entry {
        name: "jacobian-as-printed",
        source: "Cuiman, Cabrera, Sanchez-Solano, Algorithm 4",
        summary: "the same, with the product more that Algorithm 4 prints",
        make: Part::Lines,
        ..PAIRING
    },
    Entry {
        name: "scott",
        source: "Scott, Benger, Charlemagne, Dominguez-Perez, Kachisa 2009; Olivos 1981",
        summary: "the exact power, by an addition chain",
        make: Part::FinalExponentiation("BN"),
        ..PAIRING
    },
    Entry {
        name: "fuentes",
        source: "Fuentes-Castaneda, Knapp, Rodriguez-Henriquez 2011",
        summary: "a fixed power of the exact one, cheaper",
        make: Part::FinalExponentiation("BN"),
        ..PAIRING
    },
    Entry {
        name: "hayashida",
        source: "Hayashida, Hayasaka, Teruya 2020",
        summary: "the exact power, from (u-1)/3",
        make: Part::FinalExponentiation("BLS12"),
        ..PAIRING
    },
    Entry {
        name: "hayashida-cubed",
        source: "Hayashida, Hayasaka, Teruya 2020",
        summary: "the cube of the exact power, cheaper",
        make: Part::FinalExponentiation("BLS12"),
        ..PAIRING
    },
];

/// What all entries have. The time depends only on whether a point is neutral.
const PAIRING: Entry<Part> = Entry {
    name: "",
    source: "",
    summary: "",
    threads: Threads::Exactly(1),
    domain: Domain::PrimeCurves,
    constant_time: ConstantTime::Yes,
    make: Part::Lines,
};

/// The part of a pairing that an entry describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A curve with its pairing: equation and size.
    Curve(&'static str),
    /// A system of coordinates for the lines of the Miller loop.
    Lines,
    /// The hard part of the final exponentiation, on curves of this family.
    FinalExponentiation(&'static str),
}

impl Part {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Curve(_) => "curve",
            Self::Lines => "lines",
            Self::FinalExponentiation(_) => "final exponentiation",
        }
    }

    /// The curves that it is for.
    #[must_use]
    pub const fn curves(self) -> &'static str {
        match self {
            Self::Curve(curves) | Self::FinalExponentiation(curves) => curves,
            Self::Lines => "all curves",
        }
    }
}
