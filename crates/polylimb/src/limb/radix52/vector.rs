//! Eight digits side by side: the one vector type of the radix-2^52 arithmetic.
//!
//! The arithmetic is written once over [`Vector`]; [`Portable`] is its readable twin, an array, which
//! runs everywhere (also under memory checkers, which know no AVX-512) and judges the others.

/// Bits of a digit.
pub(crate) const DIGIT_BITS: usize = 52;
/// The largest digit.
pub(crate) const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;
/// Digits in a vector.
pub(crate) const LANES: usize = 8;

/// Bytes that eight digits take as a number.
pub(crate) const PACKED: usize = DIGIT_BITS * LANES / 8;

/// Eight unsigned 64-bit lanes, lane 0 the least significant digit.
pub(crate) trait Vector: Copy {
    /// All lanes 0.
    fn zero() -> Self;
    /// All lanes `w`.
    fn splat(w: u64) -> Self;
    /// The first eight of `from`.
    fn load(from: &[u64; LANES]) -> Self;
    /// Writes all lanes.
    fn store(self, to: &mut [u64; LANES]);
    /// `self + low 52 bits of a * b`, where only the low 52 bits of each lane of `a` and `b` count.
    fn madd_low(self, a: Self, b: Self) -> Self;
    /// `self + bits 52 … 103 of a * b`, with the same operands.
    fn madd_high(self, a: Self, b: Self) -> Self;
    /// Lane-wise sum.
    fn add(self, other: Self) -> Self;
    /// Lane-wise difference.
    fn sub(self, other: Self) -> Self;
    /// The low 52 bits of every lane.
    fn digits(self) -> Self;
    /// What lies above the low 52 bits of every lane.
    fn carries(self) -> Self;
    /// The same of lanes that are numbers with a sign.
    fn signed_carries(self) -> Self;
    /// Every lane `PLACES` (0 to 7) places up; the last lanes of `below` come in at the bottom.
    fn move_up<const PLACES: usize>(self, below: Self) -> Self;
    /// Every lane one place up; the last lane of `below` comes in at the bottom.
    #[inline(always)]
    fn shift_up(self, below: Self) -> Self {
        self.move_up::<1>(below)
    }
    /// The four of `from` in lanes 0, 2, 4 and 6; zeros between them.
    fn spread(from: &[u64; LANES / 2]) -> Self;
    /// The lanes whose bit is set; the others 0.
    fn keep(self, lanes: u8) -> Self;
    /// One bit a lane: whether it exceeds `DIGIT_MASK`.
    fn above_digit(self) -> u8;
    /// One bit a lane: whether it equals `DIGIT_MASK`.
    fn equals_mask(self) -> u8;
    /// One bit a lane: whether it equals the lane of `other`.
    fn equals(self, other: Self) -> u8;
    /// The lanes of `other` where the bit is set, else of `self`.
    fn select(self, other: Self, lanes: u8) -> Self;
    /// Adds 1 to the lanes whose bit is set.
    fn increment(self, lanes: u8) -> Self;
    /// The eight digits of the number of the first [`PACKED`] bytes, least significant first.
    fn unpack(from: &[u8; 64]) -> Self;
    /// Writes eight normalised digits as the number of the first [`PACKED`] bytes; zeros behind it.
    fn pack(self, to: &mut [u8; 64]);
}

/// The twin in plain Rust.
#[derive(Clone, Copy)]
pub(crate) struct Portable([u64; LANES]);

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn bits(self, f: impl Fn(u64) -> u64) -> u8 {
        (0..LANES).fold(0, |bits, i| bits | ((f(self.0[i]) as u8) << i))
    }
}

/// Products are functions of their own: the twin is no faster inlined, and takes minutes to compile.
impl Vector for Portable {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; LANES])
    }
    #[inline(always)]
    fn splat(w: u64) -> Self {
        Self([w; LANES])
    }
    #[inline(always)]
    fn load(from: &[u64; LANES]) -> Self {
        Self(*from)
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; LANES]) {
        *to = self.0;
    }
    #[inline(never)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        let p = a.zip(b, |a, b| (a & DIGIT_MASK).wrapping_mul(b & DIGIT_MASK) & DIGIT_MASK);
        self.add(p)
    }
    #[inline(never)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        let high = |a: u64, b: u64| {
            let p = u128::from(a & DIGIT_MASK) * u128::from(b & DIGIT_MASK);
            (p >> DIGIT_BITS) as u64
        };
        self.add(a.zip(b, high))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    #[inline(always)]
    fn digits(self) -> Self {
        self.map(|d| d & DIGIT_MASK)
    }
    #[inline(always)]
    fn carries(self) -> Self {
        self.map(|d| d >> DIGIT_BITS)
    }
    #[inline(always)]
    fn signed_carries(self) -> Self {
        self.map(|d| (d.cast_signed() >> DIGIT_BITS).cast_unsigned())
    }
    #[inline(always)]
    fn move_up<const PLACES: usize>(self, below: Self) -> Self {
        Self(core::array::from_fn(|i| {
            if i < PLACES { below.0[LANES + i - PLACES] } else { self.0[i - PLACES] }
        }))
    }
    #[inline(always)]
    fn spread(from: &[u64; LANES / 2]) -> Self {
        Self(core::array::from_fn(|i| if i % 2 == 0 { from[i / 2] } else { 0 }))
    }
    #[inline(always)]
    fn keep(self, lanes: u8) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & u64::from((lanes >> i) & 1).wrapping_neg()))
    }
    #[inline(always)]
    fn above_digit(self) -> u8 {
        // The borrow of the subtraction, without a comparison that might become a branch.
        self.bits(|d| DIGIT_MASK.wrapping_sub(d) >> 63)
    }
    #[inline(always)]
    fn equals_mask(self) -> u8 {
        self.equals(Self::splat(DIGIT_MASK))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> u8 {
        self.zip(other, |a, b| a ^ b).bits(|d| !(d | d.wrapping_neg()) >> 63)
    }
    #[inline(always)]
    fn select(self, other: Self, lanes: u8) -> Self {
        // Without the barrier the compiler selects one of two addresses to load from.
        let masks: [u64; LANES] =
            core::array::from_fn(|i| u64::from((lanes >> i) & 1).wrapping_neg());
        let masks = core::hint::black_box(masks);
        Self(core::array::from_fn(|i| self.0[i] ^ (masks[i] & (self.0[i] ^ other.0[i]))))
    }
    #[inline(always)]
    fn increment(self, lanes: u8) -> Self {
        Self(core::array::from_fn(|i| self.0[i] + u64::from((lanes >> i) & 1)))
    }
    #[inline(always)]
    fn unpack(from: &[u8; 64]) -> Self {
        Self(core::array::from_fn(|i| {
            let (byte, bit) = (DIGIT_BITS * i / 8, DIGIT_BITS * i % 8);
            let bytes = from[byte..byte + 8].first_chunk().expect("eight bytes");
            (u64::from_le_bytes(*bytes) >> bit) & DIGIT_MASK
        }))
    }
    #[inline(always)]
    fn pack(self, to: &mut [u8; 64]) {
        to.fill(0);
        for (i, digit) in self.0.into_iter().enumerate() {
            let (byte, bit) = (DIGIT_BITS * i / 8, DIGIT_BITS * i % 8);
            for (to, from) in to[byte..byte + 7].iter_mut().zip((digit << bit).to_le_bytes()) {
                *to |= from;
            }
        }
    }
}
