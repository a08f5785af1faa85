//! The generators of both groups: the draft on pairing-friendly curves of the CFRG, section 4.2.1,
//! times `R` modulo the prime. The tests compare them with the library's.

use crate::layout::{
    Affine, Jacobian, blst_fp, blst_fp2, blst_p1, blst_p1_affine, blst_p2, blst_p2_affine,
};

/// `x`, `y`, `-y`, 1.
const ON_CURVE: [blst_fp; 4] = [
    blst_fp {
        l: [
            0x5cb38790fd530c16,
            0x7817fc679976fff5,
            0x154f95c7143ba1c1,
            0xf0ae6acdf3d0e747,
            0xedce6ecc21dbf440,
            0x120177419e0bfb75,
        ],
    },
    blst_fp {
        l: [
            0xbaac93d50ce72271,
            0x8c22631a7918fd8e,
            0xdd595f13570725ce,
            0x51ac582950405194,
            0x0e1c8c3fad0059c0,
            0x0bbc3efc5008a26a,
        ],
    },
    blst_fp {
        l: [
            0xff526c2af318883a,
            0x92899ce4383b0270,
            0x89d7738d9fa9d055,
            0x12caf35ba344c12a,
            0x3cff1b76964b5317,
            0x0e44d2ede9774430,
        ],
    },
    blst_fp {
        l: [
            0x760900000002fffd,
            0xebf4000bc40c0002,
            0x5f48985753c758ba,
            0x77ce585370525745,
            0x5c071a97a256ec6d,
            0x15f65ec3fa80e493,
        ],
    },
];

/// `x₀`, `x₁`, `y₀`, `y₁`, `-y₀`, `-y₁`.
const ON_TWIST: [blst_fp; 6] = [
    blst_fp {
        l: [
            0xf5f28fa202940a10,
            0xb3f5fb2687b4961a,
            0xa1a893b53e2ae580,
            0x9894999d1a3caee9,
            0x6f67b7631863366b,
            0x058191924350bcd7,
        ],
    },
    blst_fp {
        l: [
            0xa5a9c0759e23f606,
            0xaaa0c59dbccd60c3,
            0x3bb17e18e2867806,
            0x1b1ab6cc8541b367,
            0xc2b6ed0ef2158547,
            0x11922a097360edf3,
        ],
    },
    blst_fp {
        l: [
            0x4c730af860494c4a,
            0x597cfa1f5e369c5a,
            0xe7e6856caa0a635a,
            0xbbefb5e96e0d495f,
            0x07d3a975f0ef25a2,
            0x0083fd8e7e80dae5,
        ],
    },
    blst_fp {
        l: [
            0xadc0fc92df64b05d,
            0x18aa270a2b1461dc,
            0x86adac6a3be4eba0,
            0x79495c4ec93da33a,
            0xe7175850a43ccaed,
            0x0b2bc2a163de1bf2,
        ],
    },
    blst_fp {
        l: [
            0x6d8bf5079fb65e61,
            0xc52f05df531d63a5,
            0x7f4a4d344ca692c9,
            0xa887959b8577c95f,
            0x4347fe40525c8734,
            0x197d145bbaff0bb5,
        ],
    },
    blst_fp {
        l: [
            0x0c3e036d209afa4e,
            0x0601d8f4863f9e23,
            0xe0832636bacc0a84,
            0xeb2def362a476f84,
            0x64044f659f0ee1e9,
            0x0ed54f48d5a1caa7,
        ],
    },
];

const fn on_twist(i: usize) -> blst_fp2 {
    blst_fp2 { fp: [ON_TWIST[i], ON_TWIST[i + 1]] }
}

pub(crate) static G1: blst_p1 = Jacobian { x: ON_CURVE[0], y: ON_CURVE[1], z: ON_CURVE[3] };
pub(crate) static G2: blst_p2 = Jacobian {
    x: on_twist(0),
    y: on_twist(2),
    z: blst_fp2 { fp: [ON_CURVE[3], blst_fp { l: [0; 6] }] },
};

#[cfg_attr(feature = "c-symbols", unsafe(no_mangle))]
pub static BLS12_381_G1: blst_p1_affine = Affine { x: ON_CURVE[0], y: ON_CURVE[1] };
#[cfg_attr(feature = "c-symbols", unsafe(no_mangle))]
pub static BLS12_381_NEG_G1: blst_p1_affine = Affine { x: ON_CURVE[0], y: ON_CURVE[2] };
#[cfg_attr(feature = "c-symbols", unsafe(no_mangle))]
pub static BLS12_381_G2: blst_p2_affine = Affine { x: on_twist(0), y: on_twist(2) };
#[cfg_attr(feature = "c-symbols", unsafe(no_mangle))]
pub static BLS12_381_NEG_G2: blst_p2_affine = Affine { x: on_twist(0), y: on_twist(4) };
