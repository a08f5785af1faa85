//! The committed profiles of x86-64.

use super::{
    BLOCKS_FROM_BITS, HALVES, MAX_BITS, ONE_BARRETT, Profile, SPLIT_BARRETT, SPLIT_PRODUCTS,
    Section, committed, even, odd, rule,
};
use crate::modmul::{
    barrett_parallel, bipartite, bipartite_ifma, montgomery, montgomery_cios, montgomery_ifma,
    montgomery_parallel, montgomery_sos,
};

/// With AVX-512 IFMA: from 576 bits eight lanes of 52-bit digits, below 576 bits the fused loop.
pub(super) static IFMA: Profile = committed(IFMA_SECTIONS);

static IFMA_SECTIONS: &[Section] = &[
    odd(
        "ifma",
        1,
        &[
            rule(1, 512, &montgomery_cios::ENTRY, Some(1)),
            // The products of the block form use lanes; the rows of sos do not.
            rule(513, 575, &montgomery::ENTRY, Some(1)),
            rule(576, montgomery_ifma::MOST_BITS, &montgomery_ifma::ENTRY, Some(1)),
            rule(montgomery_ifma::MOST_BITS + 1, MAX_BITS, &montgomery::ENTRY, Some(1)),
        ],
    ),
    odd(
        "ifma",
        2,
        &[
            // Near cores gain from 4096 bits, far cores only from about 12288.
            rule(8192, montgomery_ifma::MOST_BITS, &bipartite_ifma::ENTRY, Some(2)),
            rule(montgomery_ifma::MOST_BITS + 1, MAX_BITS, &bipartite::ENTRY, Some(2)),
        ],
    ),
    odd(
        "ifma",
        4,
        &[rule(montgomery_ifma::MOST_BITS + 1, MAX_BITS, &montgomery_parallel::ENTRY, None)],
    ),
    even("ifma", 1, ONE_BARRETT),
    even("ifma", 4, &[rule(16384, MAX_BITS, &barrett_parallel::ENTRY, None)]),
];

/// With MULX: the fused loop up to eight words, then rows, then blocks of Karatsuba's products.
pub(super) static MULX: Profile = committed(MULX_SECTIONS);

static MULX_SECTIONS: &[Section] = &[
    odd(
        "mulx",
        1,
        &[
            rule(1, 512, &montgomery_cios::ENTRY, Some(1)),
            rule(513, BLOCKS_FROM_BITS - 1, &montgomery_sos::ENTRY, Some(1)),
            rule(BLOCKS_FROM_BITS, MAX_BITS, &montgomery::ENTRY, Some(1)),
        ],
    ),
    odd("mulx", 2, HALVES),
    odd("mulx", 4, SPLIT_PRODUCTS),
    even("mulx", 1, ONE_BARRETT),
    even("mulx", 4, SPLIT_BARRETT),
];
