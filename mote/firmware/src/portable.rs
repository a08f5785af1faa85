//! `F_2^163` in plain Rust, for a processor of 8 bits with few pointers: the build without
//! assembly.
//!
//! **Source.** `[LopezDahab2000]`, windows of four bits; `[Aranha2009]`, Algorithms 1, 4 and 6.
//! **Idea.** Their product keeps the whole sum in registers. A compiler cannot do that, but can for
//! a strip of 11 columns. The sum of a strip moves up one byte for each byte of `a`; the byte that
//! leaves is added to the product. **Time.** Constant without a data cache.

/// 163 coefficients.
type El = [u8; 21];

/// Columns of a strip.
const STRIP: usize = 11;

/// One strip of the sixteen multiples, 16 bytes apart, so that the address of a row needs no
/// product.
type Strip = [[u8; 16]; 16];

/// A product before reduction, in 42 bytes and room for the last strip.
type Wide = [u8; 44];

/// The table. It is static, so that no call clears it. Row 0 stays zero.
static mut TABLE: [Strip; 2] = [[[0; 16]; 16]; 2];

/// The multiples of `b` by the polynomials below x^4.
#[inline(never)]
fn tabulate([first, second]: &mut [Strip; 2], b: &El) {
    first[1][..STRIP].copy_from_slice(&b[..STRIP]);
    second[1][..10].copy_from_slice(&b[STRIP..]);
    for u in 1..8 {
        let carry = double(first, u, 0);
        double(second, u, carry);
    }
}

/// Rows 2 u and 2 u + 1 of a strip; returns the byte that leaves at the top.
fn double(strip: &mut Strip, u: usize, mut carry: u8) -> u8 {
    let (low, high) = strip.split_at_mut(2 * u);
    let (source, b) = (&low[u], &low[1]);
    let [even, odd, ..] = high else { return 0 };
    for j in 0..STRIP {
        let w = (source[j] << 1) | carry;
        carry = source[j] >> 7;
        even[j] = w;
        odd[j] = w ^ b[j];
    }
    carry
}

/// Adds one strip of the rows that the upper or lower halves of `a` select.
#[inline(never)]
fn add_strip(r: &mut [u8; 32], table: &Strip, a: &El, upper: bool) {
    // Ten names instead of an array, because only these stay in registers. The eleventh is always
    // new.
    let (mut s0, mut s1, mut s2, mut s3, mut s4) = (0, 0, 0, 0, 0);
    let (mut s5, mut s6, mut s7, mut s8, mut s9) = (0, 0, 0, 0, 0);
    for (r, &a) in r.iter_mut().zip(a) {
        let u = if upper { a >> 4 } else { a & 15 };
        let row = &table[usize::from(u)];
        *r ^= s0 ^ row[0];
        s0 = s1 ^ row[1];
        s1 = s2 ^ row[2];
        s2 = s3 ^ row[3];
        s3 = s4 ^ row[4];
        s4 = s5 ^ row[5];
        s5 = s6 ^ row[6];
        s6 = s7 ^ row[7];
        s7 = s8 ^ row[8];
        s8 = s9 ^ row[9];
        s9 = row[10];
    }
    for (r, s) in r[21..].iter_mut().zip([s0, s1, s2, s3, s4, s5, s6, s7, s8, s9]) {
        *r ^= s;
    }
}

fn add_strips(r: &mut Wide, table: &[Strip; 2], a: &El, upper: bool) {
    for (which, table) in table.iter().enumerate() {
        if let Some(place) = r[which * STRIP..].first_chunk_mut::<32>() {
            add_strip(place, table, a, upper);
        }
    }
}

#[inline(never)]
fn shift_left_4(r: &mut Wide) {
    let mut carry = 0;
    for r in r {
        let w = *r;
        *r = (w << 4) | carry;
        carry = w >> 4;
    }
}

/// r = c, reduced.
#[inline(never)]
fn reduce(r: &mut El, c: &mut Wide) {
    // Bytes i - 20 and i - 19, to which byte i and its neighbours are reduced.
    let (mut middle, mut high) = (c[21], c[22]);
    for i in (21..42).rev() {
        let t = c[i];
        // One shift after another: the processor shifts by one bit at a time.
        let (up3, down3) = (t << 3, t >> 3);
        let (up4, down4) = (up3 << 1, down3 >> 1);
        c[i - 19] = high ^ down4 ^ (down4 >> 1);
        high = middle ^ down3 ^ t ^ up3 ^ up4;
        middle = c[i - 21] ^ (up4 << 1);
    }
    // What is above x^163.
    let top = c[20] >> 3;
    r.copy_from_slice(&c[..21]);
    r[0] = middle ^ top ^ (top << 3) ^ (top << 6) ^ (top << 7);
    r[1] = high ^ (top >> 2) ^ (top >> 1);
    r[20] &= 7;
}

/// r = a b. An interrupt must not call it while it runs.
#[inline(never)]
pub fn mul(r: &mut El, a: &El, b: &El) {
    // SAFETY: one processor, and no interrupt calls this: it is the only reference while it lives.
    let table = unsafe { &mut *(&raw mut TABLE) };
    tabulate(table, b);
    let mut c = [0; 44];
    add_strips(&mut c, table, a, true);
    shift_left_4(&mut c);
    add_strips(&mut c, table, a, false);
    reduce(r, &mut c);
}

/// Clears the table.
pub fn wipe() {
    // SAFETY: as in `mul`.
    unsafe { (&raw mut TABLE).write_volatile([[[0; 16]; 16]; 2]) };
}

/// The halves of a byte with a zero between each two bits.
const SPREAD: [u8; 16] = [0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85];

/// r = a².
#[inline(never)]
pub fn sqr(r: &mut El, a: &El) {
    let mut c = [0; 44];
    for (c, a) in c.chunks_exact_mut(2).zip(a) {
        c[0] = SPREAD[usize::from(a & 15)];
        c[1] = SPREAD[usize::from(a >> 4)];
    }
    reduce(r, &mut c);
}
