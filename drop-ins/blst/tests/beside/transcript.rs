// Compiled twice, for either crate under the name `subject`.

use super::{ChaCha20Rng, Log, RngCore};
use std::ptr::null;
use subject::*;

fn put<T>(log: &mut Log, name: impl Into<String>, value: &T) {
    // The types of blst.h are words and bytes without padding.
    let bytes = unsafe { std::slice::from_raw_parts(std::ptr::from_ref(value).cast::<u8>(), size_of::<T>()) };
    log.push((name.into(), bytes.to_vec()));
}

fn say(log: &mut Log, name: &str, value: impl std::fmt::Debug) {
    log.push((name.into(), format!("{value:?}").into()));
}

fn bytes<const N: usize>(rng: &mut ChaCha20Rng) -> [u8; N] {
    let mut bytes = [0; N];
    rng.fill_bytes(&mut bytes);
    bytes
}

const PRIME: [u64; 6] = [
    0xb9fe_ffff_ffff_aaab, 0x1eab_fffe_b153_ffff, 0x6730_d2a0_f6b0_f624,
    0x6477_4b84_f385_12bf, 0x4b1b_a7b6_434b_acd7, 0x1a01_11ea_397f_e69a,
];
const ORDER: [u64; 4] =
    [0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48];

/// Numbers from 0 up, around the modulus and around the largest of all; then random ones.
fn numbers<const N: usize>(rng: &mut ChaCha20Rng, modulus: &[u64; N]) -> Vec<[u64; N]> {
    let (mut one, mut less, mut more) = ([0; N], *modulus, *modulus);
    one[0] = 1;
    less[0] -= 1;
    more[0] += 1;
    let mut all = vec![[0; N], one, less, *modulus, more, [u64::MAX; N]];
    for _ in 0..6 {
        all.push(std::array::from_fn(|_| rng.next_u64()));
    }
    all
}

pub fn scalars(log: &mut Log, rng: &mut ChaCha20Rng) {
    let all = numbers(rng, &ORDER);
    for a in &all {
        let (mut s, mut r) = (blst_scalar::default(), blst_scalar::default());
        let (mut x, mut out) = (blst_fr::default(), [0_u64; 4]);
        unsafe {
            blst_scalar_from_uint64(&mut s, a.as_ptr());
            put(log, "scalar_from_uint64", &s);
            put(log, "fr_check", &blst_scalar_fr_check(&s));
            put(log, "sk_check", &blst_sk_check(&s));
            blst_sk_inverse(&mut r, &s);
            put(log, "sk_inverse", &r);
            let mut bendian = [0_u8; 32];
            blst_bendian_from_scalar(bendian.as_mut_ptr(), &s);
            put(log, "bendian", &bendian);
            blst_scalar_from_bendian(&mut r, bendian.as_ptr());
            put(log, "from_bendian", &r);
            blst_fr_from_scalar(&mut x, &s);
            put(log, "fr_from_scalar", &x);
            blst_fr_from_uint64(&mut x, a.as_ptr());
            put(log, "fr_from_uint64", &x);
            blst_uint64_from_fr(out.as_mut_ptr(), &x);
            put(log, "uint64_from_fr", &out);
            blst_scalar_from_fr(&mut r, &x);
            put(log, "scalar_from_fr", &r);
            for b in &all[..all.len() / 2] {
                let (mut y, mut z) = (blst_fr::default(), blst_fr::default());
                blst_fr_from_uint64(&mut y, b.as_ptr());
                blst_fr_add(&mut z, &x, &y);
                put(log, "fr_add", &z);
                blst_fr_sub(&mut z, &x, &y);
                put(log, "fr_sub", &z);
                blst_fr_mul(&mut z, &x, &y);
                put(log, "fr_mul", &z);
            }
            let mut z = blst_fr::default();
            blst_fr_sqr(&mut z, &x);
            put(log, "fr_sqr", &z);
            blst_fr_mul_by_3(&mut z, &x);
            put(log, "fr_mul_by_3", &z);
            blst_fr_lshift(&mut z, &x, 7);
            put(log, "fr_lshift", &z);
            blst_fr_rshift(&mut z, &x, 9);
            put(log, "fr_rshift", &z);
            for flag in [false, true] {
                blst_fr_cneg(&mut z, &x, flag);
                put(log, "fr_cneg", &z);
            }
            blst_fr_inverse(&mut z, &x);
            put(log, "fr_inverse", &z);
            let mut y = blst_fr::default();
            blst_fr_from_uint64(&mut y, all[7].as_ptr());
            blst_fr_ct_bfly(&mut x, &mut y, &z);
            put(log, "fr_ct_bfly", &(x, y));
            blst_fr_gs_bfly(&mut x, &mut y, &z);
            put(log, "fr_gs_bfly", &(x, y));
        }
    }
    for text in [b"0x1234\0", b"1234567", b"0XfF00\0"] {
        let (mut s, mut x, mut y) = (blst_scalar::default(), blst_fr::default(), blst_fp::default());
        let text = [&text[..], b"\0"].concat();
        unsafe {
            blst_scalar_from_hexascii(&mut s, text.as_ptr());
            put(log, "scalar_from_hexascii", &s);
            blst_fr_from_hexascii(&mut x, text.as_ptr());
            put(log, "fr_from_hexascii", &x);
            blst_fp_from_hexascii(&mut y, text.as_ptr());
            put(log, "fp_from_hexascii", &y);
        }
    }
    let reduced: Vec<_> = all.iter().filter(|a| a.iter().rev().lt(ORDER.iter().rev())).collect();
    for a in &reduced {
        for b in &reduced {
            let (mut r, mut s, mut t) = <(blst_scalar, blst_scalar, blst_scalar)>::default();
            unsafe {
                blst_scalar_from_uint64(&mut s, a.as_ptr());
                blst_scalar_from_uint64(&mut t, b.as_ptr());
                put(log, "sk_add", &blst_sk_add_n_check(&mut r, &s, &t));
                put(log, "sk_add", &r);
                put(log, "sk_sub", &blst_sk_sub_n_check(&mut r, &s, &t));
                put(log, "sk_sub", &r);
                put(log, "sk_mul", &blst_sk_mul_n_check(&mut r, &s, &t));
                put(log, "sk_mul", &r);
            }
        }
    }
    let long: [u8; 100] = bytes(rng);
    for n in [0, 1, 31, 32, 33, 48, 64, 65, 100] {
        let mut r = blst_scalar::default();
        unsafe {
            put(log, format!("le_bytes {n}"), &blst_scalar_from_le_bytes(&mut r, long.as_ptr(), n));
            put(log, format!("le_bytes {n}"), &r);
            put(log, format!("be_bytes {n}"), &blst_scalar_from_be_bytes(&mut r, long.as_ptr(), n));
            put(log, format!("be_bytes {n}"), &r);
        }
    }
}

fn element(a: &[u64; 6]) -> blst_fp {
    let mut x = blst_fp::default();
    unsafe { blst_fp_from_uint64(&mut x, a.as_ptr()) };
    x
}

pub fn fields(log: &mut Log, rng: &mut ChaCha20Rng) {
    let all = numbers(rng, &PRIME);
    let elements: Vec<_> = all.iter().map(element).collect();
    macro_rules! laws {
        ($all:expr, $type:ident $add:ident $sub:ident $mul:ident $sqr:ident $by3:ident $by8:ident
            $shift:ident $cneg:ident $inverse:ident $sqrt:ident) => {
            for x in &$all {
                let mut z = $type::default();
                unsafe {
                    for y in &$all {
                        $add(&mut z, x, y);
                        put(log, stringify!($add), &z);
                        $sub(&mut z, x, y);
                        put(log, stringify!($sub), &z);
                        $mul(&mut z, x, y);
                        put(log, stringify!($mul), &z);
                    }
                    $sqr(&mut z, x);
                    put(log, stringify!($sqr), &z);
                    // A square has a root; its square is the same.
                    let mut root = $type::default();
                    put(log, stringify!($sqrt), &$sqrt(&mut root, &z));
                    $sqr(&mut root, &root);
                    put(log, stringify!($sqrt), &root);
                    put(log, stringify!($sqrt), &$sqrt(&mut root, x));
                    $by3(&mut z, x);
                    put(log, stringify!($by3), &z);
                    $by8(&mut z, x);
                    put(log, stringify!($by8), &z);
                    $shift(&mut z, x, 5);
                    put(log, stringify!($shift), &z);
                    for flag in [false, true] {
                        $cneg(&mut z, x, flag);
                        put(log, stringify!($cneg), &z);
                    }
                    $inverse(&mut z, x);
                    put(log, stringify!($inverse), &z);
                }
            }
        };
    }
    laws!(elements, blst_fp blst_fp_add blst_fp_sub blst_fp_mul blst_fp_sqr blst_fp_mul_by_3
        blst_fp_mul_by_8 blst_fp_lshift blst_fp_cneg blst_fp_inverse blst_fp_sqrt);
    let two: Vec<_> = elements.windows(2).map(|two| blst_fp2 { fp: [two[0], two[1]] }).collect();
    laws!(two, blst_fp2 blst_fp2_add blst_fp2_sub blst_fp2_mul blst_fp2_sqr blst_fp2_mul_by_3
        blst_fp2_mul_by_8 blst_fp2_lshift blst_fp2_cneg blst_fp2_inverse blst_fp2_sqrt);
    for x in &elements {
        let (mut b, mut w) = ([0_u8; 48], [0_u64; 6]);
        unsafe {
            blst_bendian_from_fp(b.as_mut_ptr(), x);
            put(log, "bendian_from_fp", &b);
            blst_lendian_from_fp(b.as_mut_ptr(), x);
            put(log, "lendian_from_fp", &b);
            blst_uint64_from_fp(w.as_mut_ptr(), x);
            put(log, "uint64_from_fp", &w);
            let mut y = blst_fp::default();
            blst_fp_from_lendian(&mut y, b.as_ptr());
            put(log, "fp_from_lendian", &y);
            put(log, "fp_is_square", &blst_fp_is_square(x));
        }
    }
    let long: [u8; 100] = bytes(rng);
    for n in [0, 1, 47, 48, 49, 64, 96, 100] {
        let mut x = blst_fp::default();
        unsafe {
            blst_fp_from_le_bytes(&mut x, long.as_ptr(), n);
            put(log, "fp_from_le_bytes", &x);
            blst_fp_from_be_bytes(&mut x, long.as_ptr(), n);
            put(log, "fp_from_be_bytes", &x);
        }
    }
}

/// Decodes everything in both forms, through both interfaces.
macro_rules! decode {
    ($log:ident $bytes:expr, $half:literal, $affine:ident $uncompress:ident $deserialize:ident
        $on_curve:ident $in_group:ident $single:ty) => {{
        let bytes: [u8; 2 * $half] = $bytes;
        for uncompressed in [false, true] {
            let mut p = $affine::default();
            let status = unsafe {
                if uncompressed { $deserialize(&mut p, bytes.as_ptr()) } else { $uncompress(&mut p, bytes.as_ptr()) }
            };
            put($log, format!("decode {bytes:02x?}"), &status);
            put($log, format!("decode {bytes:02x?}"), &p);
            if status == BLST_ERROR::BLST_SUCCESS {
                put($log, "on_curve", &unsafe { $on_curve(&p) });
                put($log, format!("in_group {bytes:02x?}"), &unsafe { $in_group(&p) });
            }
        }
        for length in [0, 1, $half - 1, $half, 2 * $half] {
            let part = &bytes[..length];
            $log.push((format!("{part:02x?}"), format!("{:?}", <$single>::from_bytes(part).map(|p| p.serialize())).into()));
            $log.push((format!("{part:02x?}"), format!("{:?}", <$single>::uncompress(part).map(|p| p.compress())).into()));
        }
    }};
}

pub fn encodings(log: &mut Log, rng: &mut ChaCha20Rng) {
    macro_rules! group {
        ($half:literal $affine:ident $uncompress:ident $deserialize:ident $on_curve:ident $in_group:ident
            $generator:ident $mult:ident $to_affine:ident $serialize:ident $compress:ident
            $point_serialize:ident $point_compress:ident $point:ident $single:ty) => {
            let mut samples: Vec<[u8; 2 * $half]> = vec![[0; 2 * $half], [0xff; 2 * $half]];
            for _ in 0..4 {
                let (k, mut p, mut a): ([u8; 32], _, _) = (bytes(rng), $point::default(), $affine::default());
                let (mut long, mut short) = ([0; 2 * $half], [0; $half]);
                unsafe {
                    $mult(&mut p, $generator(), k.as_ptr(), 255);
                    $to_affine(&mut a, &p);
                    $serialize(long.as_mut_ptr(), &a);
                    $compress(short.as_mut_ptr(), &a);
                    put(log, "serialize", &long);
                    put(log, "compress", &short);
                    $point_serialize(long.as_mut_ptr(), &p);
                    $point_compress(short.as_mut_ptr(), &p);
                    put(log, "serialize", &long);
                    put(log, "compress", &short);
                }
                samples.push(long);
                let mut padded = [0; 2 * $half];
                padded[..$half].copy_from_slice(&short);
                samples.push(padded);
                // Points of the curve outside of the group, and abscissas of none.
                let mut random: [u8; 2 * $half] = bytes(rng);
                random[0] = random[0] & 0x2f | 0x80;
                random[48] &= 0x0f;
                samples.push(random);
                long[2 * $half - 1] ^= 1;
                samples.push(long);
            }
            // The prime as a coordinate, at each place; the neutral point, with more bits set.
            for place in 0..2 * $half / 48 {
                for compressed in [0, 0x80] {
                    let mut sample = [0; 2 * $half];
                    for (i, word) in PRIME.iter().rev().enumerate() {
                        sample[48 * place + 8 * i..][..8].copy_from_slice(&word.to_be_bytes());
                    }
                    sample[0] |= compressed;
                    samples.push(sample);
                }
            }
            for (flags, place) in [(0xc0, 0), (0x40, 0), (0xc0, 1), (0xc0, $half - 1), (0x40, $half), (0x40, 2 * $half - 1)] {
                let mut sample = [0; 2 * $half];
                sample[place] = 1;
                sample[0] = flags;
                samples.push(sample);
            }
            // (0, ±2) of the curve over the prime's field.
            let mut two = [0; 2 * $half];
            two[2 * $half - 1] = 2;
            samples.push(two);
            for sample in samples {
                for flags in 0..8 {
                    let mut sample = sample;
                    sample[0] = sample[0] & 0x1f | flags << 5;
                    decode!(log sample, $half, $affine $uncompress $deserialize $on_curve $in_group $single);
                }
            }
        };
    }
    group!(48 blst_p1_affine blst_p1_uncompress blst_p1_deserialize blst_p1_affine_on_curve blst_p1_affine_in_g1
        blst_p1_generator blst_p1_mult blst_p1_to_affine blst_p1_affine_serialize blst_p1_affine_compress
        blst_p1_serialize blst_p1_compress blst_p1 min_pk::PublicKey);
    group!(96 blst_p2_affine blst_p2_uncompress blst_p2_deserialize blst_p2_affine_on_curve blst_p2_affine_in_g2
        blst_p2_generator blst_p2_mult blst_p2_to_affine blst_p2_affine_serialize blst_p2_affine_compress
        blst_p2_serialize blst_p2_compress blst_p2 min_pk::Signature);
}

/// A point of the first curve outside of the group, found by its abscissa.
fn stray_p1(rng: &mut ChaCha20Rng) -> blst_p1_affine {
    loop {
        let mut b: [u8; 48] = bytes(rng);
        b[0] = b[0] & 0x0f | 0x80;
        let mut p = blst_p1_affine::default();
        if unsafe { blst_p1_uncompress(&mut p, b.as_ptr()) } == BLST_ERROR::BLST_SUCCESS {
            return p;
        }
    }
}

fn stray_p2(rng: &mut ChaCha20Rng) -> blst_p2_affine {
    loop {
        let mut b: [u8; 96] = bytes(rng);
        b[0] = b[0] & 0x0f | 0x80;
        b[48] &= 0x0f;
        let mut p = blst_p2_affine::default();
        if unsafe { blst_p2_uncompress(&mut p, b.as_ptr()) } == BLST_ERROR::BLST_SUCCESS {
            return p;
        }
    }
}

macro_rules! points_of {
    ($log:ident $rng:ident $stray:ident $point:ident $affine:ident $generator:ident $mult:ident $unchecked:ident $to_affine:ident
        $from_affine:ident $add:ident $add_affine:ident $double:ident $cneg:ident $is_equal:ident $is_inf:ident
        $on_curve:ident $in_group:ident) => {
        let out = |log: &mut Log, name: &str, p: &$point| {
            let mut a = $affine::default();
            unsafe { $to_affine(&mut a, p) };
            put(log, name, &a);
            put(log, name, &unsafe { ($is_inf(p), $on_curve(p), $in_group(p)) });
        };
        let mut all = vec![$point::default(), unsafe { *$generator() }];
        for _ in 0..3 {
            let (k, mut p): ([u8; 32], _) = (bytes($rng), $point::default());
            unsafe { $mult(&mut p, $generator(), k.as_ptr(), 255) };
            all.push(p);
        }
        let mut opposite = all[2];
        unsafe { $cneg(&mut opposite, true) };
        all.push(opposite);
        let mut stray = $point::default();
        unsafe { $from_affine(&mut stray, &$stray($rng)) };
        all.push(stray);
        for p in &all {
            for q in &all {
                let (mut r, mut a) = ($point::default(), $affine::default());
                unsafe {
                    $add(&mut r, p, q);
                    out($log, stringify!($add), &r);
                    $to_affine(&mut a, q);
                    $add_affine(&mut r, p, &a);
                    out($log, stringify!($add_affine), &r);
                    put($log, "is_equal", &$is_equal(p, q));
                    // In place.
                    let mut r = *p;
                    $add(&mut r, &r, &r);
                    out($log, "add in place", &r);
                }
            }
            let mut r = $point::default();
            unsafe { $double(&mut r, p) };
            out($log, stringify!($double), &r);
        }
        let scalars: [[u8; 40]; 4] = [[0; 40], [0xff; 40], bytes($rng), bytes($rng)];
        for (p, scalar) in all[..6].iter().flat_map(|p| scalars.iter().map(move |k| (p, k))) {
            // From 144 or 176 bits on blst takes whole bytes, also for a length between.
            for bits in [0, 1, 64, 127, 136, 176, 255, 256, 300] {
                let mut r = $point::default();
                unsafe { $mult(&mut r, p, scalar.as_ptr(), bits) };
                out($log, &format!("{} by {bits} bits", stringify!($mult)), &r);
            }
        }
        // Short and unchecked multiples are right outside of the group, too.
        for bits in [64, 136] {
            let mut r = $point::default();
            unsafe { $mult(&mut r, &stray, scalars[2].as_ptr(), bits) };
            out($log, stringify!($mult), &r);
            unsafe { $unchecked(&mut r, &stray, scalars[2].as_ptr(), 255) };
            out($log, stringify!($unchecked), &r);
        }
    };
}

pub fn points(log: &mut Log, rng: &mut ChaCha20Rng) {
    points_of!(log rng stray_p1 blst_p1 blst_p1_affine blst_p1_generator blst_p1_mult blst_p1_unchecked_mult blst_p1_to_affine
        blst_p1_from_affine blst_p1_add_or_double blst_p1_add_or_double_affine blst_p1_double blst_p1_cneg
        blst_p1_is_equal blst_p1_is_inf blst_p1_on_curve blst_p1_in_g1);
    points_of!(log rng stray_p2 blst_p2 blst_p2_affine blst_p2_generator blst_p2_mult blst_p2_unchecked_mult blst_p2_to_affine
        blst_p2_from_affine blst_p2_add_or_double blst_p2_add_or_double_affine blst_p2_double blst_p2_cneg
        blst_p2_is_equal blst_p2_is_inf blst_p2_on_curve blst_p2_in_g2);
    unsafe {
        put(log, "generator", &*blst_p1_affine_generator());
        put(log, "generator", &*blst_p2_affine_generator());
        put(log, "generator", &*blst_p1_generator());
        put(log, "generator", &*blst_p2_generator());
        put(log, "generators", &(BLS12_381_G1, BLS12_381_NEG_G1));
        put(log, "generators", &(BLS12_381_G2, BLS12_381_NEG_G2));
    }
}

macro_rules! sums_of {
    ($log:ident $rng:ident $point:ident $affine:ident $affines:ident $generator:ident $mult:ident $to_affine:ident
        $sum:ident $pippenger:ident $scratch:ident $precompute:ident $table:ident $wbits:ident $wbits_scratch:ident) => {
        for n in [1, 2, 7, 33, 70] {
            let mut points = vec![$point::default(); n];
            for p in &mut points[n / 3..] {
                let k: [u8; 32] = bytes($rng);
                unsafe { $mult(p, $generator(), k.as_ptr(), 255) };
            }
            // Equal points.
            points[0] = points[n - 1];
            let affine = $affines::from(&points);
            for p in affine.as_slice() {
                put($log, "to_affine", p);
            }
            let mut scalars = vec![0; 32 * n];
            $rng.fill_bytes(&mut scalars);
            let out = |log: &mut Log, name: &str, p: &$point| {
                let mut a = $affine::default();
                unsafe { $to_affine(&mut a, p) };
                put(log, format!("{name} of {n}"), &a);
            };
            out($log, "add", &affine.add());
            for bits in [1, 64, 160, 255] {
                out($log, &format!("mult by {bits} bits"), &affine.mult(&scalars, bits));
            }
            // Points by pointers, one by one; scalars side by side.
            let pointers: Vec<_> = affine.as_slice().iter().map(|p| p as *const _).collect();
            let of_scalars = [scalars.as_ptr(), null()];
            let mut r = $point::default();
            unsafe {
                let mut scratch = vec![0; $scratch(n) / 8];
                $pippenger(&mut r, pointers.as_ptr(), n, of_scalars.as_ptr(), 255, scratch.as_mut_ptr());
                out($log, "pippenger", &r);
                $sum(&mut r, pointers.as_ptr(), n);
                out($log, "sum", &r);
                let mut table = vec![0_u64; $table(4, n) / 8];
                $precompute(table.as_mut_ptr().cast(), 4, pointers.as_ptr(), n);
                let mut scratch = vec![0; $wbits_scratch(n) / 8];
                $wbits(&mut r, table.as_ptr().cast(), 4, n, of_scalars.as_ptr(), 255, scratch.as_mut_ptr());
                out($log, "wbits", &r);
            }
        }
    };
}

pub fn sums(log: &mut Log, rng: &mut ChaCha20Rng) {
    sums_of!(log rng blst_p1 blst_p1_affine p1_affines blst_p1_generator blst_p1_mult blst_p1_to_affine
        blst_p1s_add blst_p1s_mult_pippenger blst_p1s_mult_pippenger_scratch_sizeof
        blst_p1s_mult_wbits_precompute blst_p1s_mult_wbits_precompute_sizeof blst_p1s_mult_wbits
        blst_p1s_mult_wbits_scratch_sizeof);
    sums_of!(log rng blst_p2 blst_p2_affine p2_affines blst_p2_generator blst_p2_mult blst_p2_to_affine
        blst_p2s_add blst_p2s_mult_pippenger blst_p2s_mult_pippenger_scratch_sizeof
        blst_p2s_mult_wbits_precompute blst_p2s_mult_wbits_precompute_sizeof blst_p2s_mult_wbits
        blst_p2s_mult_wbits_scratch_sizeof);
}

pub fn hashes(log: &mut Log, rng: &mut ChaCha20Rng) {
    let text: [u8; 400] = bytes(rng);
    for (message, tag, aug) in [(0, 0, 0), (1, 1, 1), (55, 43, 0), (200, 255, 48), (64, 256, 96), (33, 400, 7)] {
        let (m, t, a) = (&text[..message], &text[..tag], &text[100..100 + aug]);
        for hash in [false, true] {
            let (mut p, mut q) = (blst_p1::default(), blst_p2::default());
            let (mut pa, mut qa) = (blst_p1_affine::default(), blst_p2_affine::default());
            unsafe {
                let [(m, ml), (t, tl), (a, al)] = [m, t, a].map(|text| (text.as_ptr(), text.len()));
                if hash {
                    blst_hash_to_g1(&mut p, m, ml, t, tl, a, al);
                    blst_hash_to_g2(&mut q, m, ml, t, tl, a, al);
                } else {
                    blst_encode_to_g1(&mut p, m, ml, t, tl, a, al);
                    blst_encode_to_g2(&mut q, m, ml, t, tl, a, al);
                }
                blst_p1_to_affine(&mut pa, &p);
                blst_p2_to_affine(&mut qa, &q);
            }
            put(log, format!("hash {hash} {message} {tag} {aug}"), &(pa, qa));
        }
        for length in [1, 32, 48, 256, 1000, 255 * 32, 255 * 32 + 1] {
            let mut out = vec![0; length + 32];
            unsafe { blst_expand_message_xmd(out.as_mut_ptr(), length, m.as_ptr(), m.len(), t.as_ptr(), t.len()) };
            log.push((format!("expand {length}"), out));
        }
        let mut digest = [0_u8; 32];
        unsafe { blst_sha256(digest.as_mut_ptr(), m.as_ptr(), m.len()) };
        put(log, "sha256", &digest);
        log.push(("hash_to".into(), format!("{:?}", blst_scalar::hash_to(m, t).map(|s| s.b)).into()));
    }
    let mut elements: Vec<_> = numbers(rng, &PRIME).iter().map(element).collect();
    elements.push(blst_fp::default());
    for two in elements.windows(2) {
        let (mut p, mut a) = (blst_p1::default(), blst_p1_affine::default());
        let (mut q, mut b) = (blst_p2::default(), blst_p2_affine::default());
        let u = blst_fp2 { fp: [two[0], two[1]] };
        let v = blst_fp2 { fp: [two[1], two[1]] };
        unsafe {
            blst_map_to_g1(&mut p, &two[0], &two[1]);
            blst_p1_to_affine(&mut a, &p);
            put(log, "map_to_g1", &a);
            blst_map_to_g1(&mut p, &two[0], null());
            blst_p1_to_affine(&mut a, &p);
            put(log, "map_to_g1", &a);
            blst_map_to_g2(&mut q, &u, &v);
            blst_p2_to_affine(&mut b, &q);
            put(log, "map_to_g2", &b);
            blst_map_to_g2(&mut q, &u, null());
            blst_p2_to_affine(&mut b, &q);
            put(log, "map_to_g2", &b);
        }
    }
}

pub fn keys(log: &mut Log, rng: &mut ChaCha20Rng) {
    let text: [u8; 200] = bytes(rng);
    let mut parent = blst_scalar::default();
    for (material, salt, info) in [(31, 0, 0), (32, 20, 0), (48, 64, 13), (100, 100, 100)] {
        let (ikm, salt, info) = (&text[..material], &text[..salt], &text[..info]);
        let mut key = blst_scalar::default();
        unsafe {
            blst_keygen(&mut key, ikm.as_ptr(), ikm.len(), info.as_ptr(), info.len());
            put(log, "keygen", &key);
            parent = key;
            let mut key = blst_scalar::default();
            blst_keygen(&mut key, ikm.as_ptr(), ikm.len(), null(), 0);
            put(log, "keygen without info", &key);
            blst_keygen_v3(&mut key, ikm.as_ptr(), ikm.len(), info.as_ptr(), info.len());
            put(log, "keygen_v3", &key);
            for salt_pointer in [salt.as_ptr(), null()] {
                blst_keygen_v4_5(&mut key, ikm.as_ptr(), ikm.len(), salt_pointer, salt.len(), info.as_ptr(), info.len());
                put(log, "keygen_v4_5", &key);
                blst_keygen_v5(&mut key, ikm.as_ptr(), ikm.len(), salt_pointer, salt.len(), info.as_ptr(), info.len());
                put(log, "keygen_v5", &key);
            }
            blst_derive_master_eip2333(&mut key, ikm.as_ptr(), ikm.len());
            put(log, "master", &key);
            for index in [0, 1, u32::MAX] {
                let mut child = blst_scalar::default();
                blst_derive_child_eip2333(&mut child, &key, index);
                put(log, "child", &child);
            }
        }
        log.push(("key_gen".into(), format!("{:?}", min_pk::SecretKey::key_gen(ikm, info).map(|k| k.to_bytes())).into()));
    }
    let neutral = blst_scalar::default();
    for key in [&parent, &neutral] {
        let (mut p, mut q) = (blst_p1::default(), blst_p2::default());
        let (mut pa, mut qa) = (blst_p1_affine::default(), blst_p2_affine::default());
        let (mut short, mut long) = ([0_u8; 96], [0_u8; 192]);
        unsafe {
            blst_sk_to_pk_in_g1(&mut p, key);
            put(log, "pk", &blst_p1_is_inf(&p));
            blst_sk_to_pk_in_g2(&mut q, key);
            put(log, "pk", &blst_p2_is_inf(&q));
            blst_sk_to_pk2_in_g1(short.as_mut_ptr(), &mut pa, key);
            put(log, "pk2", &(short, pa));
            blst_sk_to_pk2_in_g2(long.as_mut_ptr(), &mut qa, key);
            put(log, "pk2", &(long, qa));
            blst_hash_to_g1(&mut p, text.as_ptr(), 32, text.as_ptr(), 8, null(), 0);
            blst_hash_to_g2(&mut q, text.as_ptr(), 32, text.as_ptr(), 8, null(), 0);
            blst_sign_pk2_in_g1(long.as_mut_ptr(), &mut qa, &q, key);
            put(log, "sign", &(long, qa));
            blst_sign_pk2_in_g2(short.as_mut_ptr(), &mut pa, &p, key);
            put(log, "sign", &(short, pa));
            blst_sign_pk_in_g1(&mut q, &q, key);
            blst_sign_pk_in_g2(&mut p, &p, key);
            blst_p1_to_affine(&mut pa, &p);
            blst_p2_to_affine(&mut qa, &q);
            put(log, "sign", &(pa, qa));
        }
    }
    for bytes in [[0; 32], [0xff; 32], text[..32].try_into().unwrap()] {
        for length in [0, 31, 32] {
            let key = min_sig::SecretKey::from_bytes(&bytes[..length]);
            log.push(("from_bytes".into(), format!("{:?}", key.map(|k| k.serialize())).into()));
        }
    }
}

/// A point of each group.
fn pair(rng: &mut ChaCha20Rng) -> (blst_p1_affine, blst_p2_affine) {
    let (k, mut p, mut q): ([u8; 64], _, _) = (bytes(rng), blst_p1::default(), blst_p2::default());
    let (mut pa, mut qa) = (blst_p1_affine::default(), blst_p2_affine::default());
    unsafe {
        blst_p1_mult(&mut p, blst_p1_generator(), k.as_ptr(), 255);
        blst_p2_mult(&mut q, blst_p2_generator(), k[32..].as_ptr(), 255);
        blst_p1_to_affine(&mut pa, &p);
        blst_p2_to_affine(&mut qa, &q);
    }
    (pa, qa)
}

pub fn values(log: &mut Log, rng: &mut ChaCha20Rng) {
    let mut all = vec![blst_fp12::default()];
    // Any elements, of no group.
    for _ in 0..2 {
        let mut any = blst_fp12::default();
        for i in 0..12 {
            any.fp6[i / 6].fp2[i / 2 % 3].fp[i % 2] = element(&std::array::from_fn(|_| rng.next_u64()));
        }
        all.push(any);
    }
    let pairs: Vec<_> = (0..3).map(|_| pair(rng)).collect();
    let neutral = (blst_p1_affine::default(), blst_p2_affine::default());
    for (p, q) in pairs.iter().chain([&neutral, &(pairs[0].0, neutral.1), &(neutral.0, pairs[0].1)]) {
        let value = blst_fp12::miller_loop(q, p).final_exp();
        put(log, "pairing", &value);
        let mut by_lines = blst_fp12::default();
        let mut lines = [blst_fp6::default(); 68];
        if p != &neutral.0 && q != &neutral.1 {
            unsafe {
                blst_precompute_lines(lines.as_mut_ptr(), q);
                blst_miller_loop_lines(&mut by_lines, lines.as_ptr(), p);
            }
            put(log, "pairing by lines", &by_lines.final_exp());
        }
        all.push(value);
    }
    let (ps, qs): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    put(log, "miller_loop_n", &blst_fp12::miller_loop_n(&qs, &ps).final_exp());
    let sparse = all[1].fp6[1];
    for a in &all {
        let mut r = blst_fp12::default();
        unsafe {
            for b in &all[..4] {
                blst_fp12_mul(&mut r, a, b);
                put(log, "fp12_mul", &r);
                put(log, "fp12_is_equal", &blst_fp12_is_equal(a, b));
                put(log, "finalverify", &blst_fp12_finalverify(a, b));
            }
            blst_fp12_sqr(&mut r, a);
            put(log, "fp12_sqr", &r);
            blst_fp12_mul_by_xy00z0(&mut r, a, &sparse);
            put(log, "fp12_mul_by_xy00z0", &r);
            blst_fp12_inverse(&mut r, a);
            put(log, "fp12_inverse", &r);
            for n in 1..4 {
                blst_fp12_frobenius_map(&mut r, a, n);
                put(log, "fp12_frobenius_map", &r);
            }
            r = *a;
            blst_fp12_conjugate(&mut r);
            put(log, "fp12_conjugate", &r);
            put(log, "fp12_is_one", &blst_fp12_is_one(a));
            put(log, "fp12_in_group", &blst_fp12_in_group(a));
            if a.in_group() {
                blst_fp12_cyclotomic_sqr(&mut r, a);
                put(log, "fp12_cyclotomic_sqr", &r);
            }
        }
        put(log, "bendian", &a.to_bendian());
        put(log, "final_exp", &a.final_exp());
    }
}

pub fn products(log: &mut Log, rng: &mut ChaCha20Rng) {
    let tag = b"A TAG";
    macro_rules! side {
        ($side:ident $key:ident $sig:ident $stray_key:ident $stray_sig:ident $verify:ident) => {
            let (mut keys, mut signatures, mut messages) = (vec![], vec![], vec![]);
            for _ in 0..10 {
                let sk = $side::SecretKey::key_gen(&bytes::<32>(rng), &[]).unwrap();
                let message: [u8; 20] = bytes(rng);
                keys.push($key::from(sk.sk_to_pk()));
                signatures.push($sig::from(sk.sign(&message, tag, b"aug")));
                messages.push(message);
            }
            let (stray_key, stray_sig) = ($stray_key(rng), $stray_sig(rng));
            let rands: Vec<[u8; 32]> = (0..10).map(|_| bytes(rng)).collect();
            for n in [1, 2, 8, 10] {
                for wrong in [false, true] {
                    for bits in [0, 64] {
                        let mut first = Pairing::new(true, tag);
                        let mut second = Pairing::new(true, tag);
                        for i in 0..n {
                            let product = if i % 3 == 2 { &mut second } else { &mut first };
                            let message = &messages[if wrong { (i + 1) % 10 } else { i }];
                            let status = product.mul_n_aggregate(&keys[i], true, &signatures[i], true, &rands[i], bits, message, b"aug");
                            put(log, "aggregate", &status);
                        }
                        put(log, "merge too early", &first.merge(&second));
                        first.commit();
                        second.commit();
                        put(log, "merge", &first.merge(&second));
                        put(log, format!("finalverify {n} {wrong} {bits}"), &first.finalverify(None));
                        put(log, "value", &first.as_fp12().final_exp());
                    }
                }
            }
            let mut product = Pairing::new(true, tag);
            put(log, "nothing", &product.finalverify(None));
            put(log, "no key", &product.aggregate(&$key::default(), false, &signatures[0], true, b"", b""));
            put(log, "stray key", &product.aggregate(&stray_key, true, &signatures[0], true, b"", b""));
            put(log, "stray signature", &product.aggregate(&keys[0], true, &stray_sig, true, b"", b""));
            put(log, "no signature", &product.aggregate(&keys[0], true, &$sig::default(), true, b"", b""));
            put(log, "other side", &product.aggregate(&signatures[0], true, &keys[0], true, b"", b""));
            let mut value = blst_fp12::default();
            let mut product = Pairing::new(true, tag);
            put(log, "key alone", &product.aggregate(&keys[1], true, &(), false, &messages[1], b"aug"));
            product.commit();
            Pairing::aggregated(&mut value, &signatures[1]);
            put(log, "value of the signature", &product.finalverify(Some(&value)));
            put(log, "no value", &product.finalverify(None));
            for (key, signature, message) in [(0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 1)] {
                for hash in [false, true] {
                    let message = &messages[message];
                    let (t, a) = (tag.as_ptr(), b"aug".as_ptr());
                    let status = unsafe { $verify(&keys[key], &signatures[signature], hash, message.as_ptr(), message.len(), t, tag.len(), a, 3) };
                    put(log, format!("core_verify {key} {signature} {hash}"), &status);
                }
            }
        };
    }
    side!(min_pk blst_p1_affine blst_p2_affine stray_p1 stray_p2 blst_core_verify_pk_in_g1);
    side!(min_sig blst_p2_affine blst_p1_affine stray_p2 stray_p1 blst_core_verify_pk_in_g2);
    // Sums of encoded points.
    for _ in 0..3 {
        let (p, q) = pair(rng);
        let (mut sum, mut other) = (blst_p1::default(), blst_p2::default());
        let (p, q) = (min_pk::PublicKey::from(p), min_pk::Signature::from(q));
        let (stray, neutral) = (min_pk::PublicKey::from(stray_p1(rng)), min_pk::PublicKey::default());
        unsafe {
            for bytes in [p.compress().to_vec(), p.serialize().to_vec(), stray.compress().to_vec(), neutral.compress().to_vec(), vec![0xff; 96]] {
                put(log, "aggregate_in_g1", &blst_aggregate_in_g1(&mut sum, null(), bytes.as_ptr()));
                put(log, "aggregate_in_g1", &blst_aggregate_in_g1(&mut sum, &sum, bytes.as_ptr()));
                let mut a = blst_p1_affine::default();
                blst_p1_to_affine(&mut a, &sum);
                put(log, "aggregate_in_g1", &a);
            }
            for bytes in [q.compress().to_vec(), q.serialize().to_vec()] {
                put(log, "aggregate_in_g2", &blst_aggregate_in_g2(&mut other, null(), bytes.as_ptr()));
                put(log, "aggregate_in_g2", &blst_aggregate_in_g2(&mut other, &other, bytes.as_ptr()));
                let mut a = blst_p2_affine::default();
                blst_p2_to_affine(&mut a, &other);
                put(log, "aggregate_in_g2", &a);
            }
        }
    }
    let messages = [&b"a"[..], b"b", b"", b"ab", b"c"];
    for n in 0..=messages.len() {
        if n > 0 {
            put(log, "uniq", &uniq(&messages[..n]));
            let twice: Vec<_> = messages[..n].iter().chain([&messages[n / 2]]).copied().collect();
            put(log, "uniq", &uniq(&twice));
            let mut set = vec![0_u64; unsafe { blst_uniq_sizeof(twice.len()) } / 8];
            unsafe { blst_uniq_init(set.as_mut_ptr().cast()) };
            for message in &twice {
                put(log, "uniq_test", &unsafe { blst_uniq_test(set.as_mut_ptr().cast(), message.as_ptr(), message.len()) });
            }
        }
    }
}

pub fn signatures(log: &mut Log, rng: &mut ChaCha20Rng) {
    macro_rules! side {
        ($side:ident $stray_key:ident $stray_sig:ident) => {{
            use $side::*;
            let (tag, other_tag) = (b"BLS_SIG_TAG".as_slice(), b"BLS_SIG_OTHER".as_slice());
            let secrets: Vec<_> = (0..5).map(|_| SecretKey::key_gen(&bytes::<32>(rng), b"info").unwrap()).collect();
            let keys: Vec<_> = secrets.iter().map(SecretKey::sk_to_pk).collect();
            let messages: Vec<[u8; 16]> = (0..5).map(|_| bytes(rng)).collect();
            let sigs: Vec<_> = secrets.iter().zip(&messages).map(|(k, m)| k.sign(m, tag, b"")).collect();
            for (key, sig) in keys.iter().zip(&sigs) {
                put(log, "key", &(key.compress(), key.serialize()));
                put(log, "signature", &(sig.compress(), sig.serialize()));
                say(log, "validate", (key.validate(), sig.validate(true), sig.subgroup_check()));
            }
            // Wrong in one part or in none.
            let neutral_key = PublicKey::default();
            let stray_key = PublicKey::from($stray_key(rng));
            let stray_sig = Signature::from($stray_sig(rng));
            let neutral_sig = Signature::from_aggregate(&{
                let mut sum = AggregateSignature::from_signature(&sigs[0]);
                let opposite: Vec<u8> = { let mut b = sigs[0].compress(); b[0] ^= 0x20; b.to_vec() };
                sum.add_signature(&Signature::from_bytes(&opposite).unwrap(), true).unwrap();
                sum
            });
            say(log, "neutral", (neutral_sig.compress(), neutral_sig.validate(true), neutral_sig.validate(false)));
            say(log, "stray", (stray_key.validate(), stray_sig.validate(true), stray_sig.subgroup_check()));
            for key in [&keys[0], &keys[1], &neutral_key, &stray_key] {
                for sig in [&sigs[0], &sigs[1], &neutral_sig, &stray_sig] {
                    for tag in [tag, other_tag] {
                        for check in [true, false] {
                            // Outside of the groups, without checks, values mean nothing.
                            if check || (key != &stray_key && sig != &stray_sig) {
                                put(log, format!("verify {check}"), &sig.verify(check, &messages[0], tag, b"", key, check));
                                put(log, "verify aug", &sig.verify(check, &messages[0], tag, b"aug", key, check));
                            }
                        }
                    }
                }
            }
            let with_aug = secrets[0].sign(b"text", tag, &keys[0].compress());
            put(log, "aug", &with_aug.verify(true, b"text", tag, &keys[0].compress(), &keys[0], true));
            put(log, "aug", &with_aug.verify(true, b"text", tag, &keys[1].compress(), &keys[0], true));
            // Aggregates of different messages.
            let of = |n: usize| -> Vec<&[u8]> { messages[..n].iter().map(|m| &m[..]).collect() };
            for n in 0..=5 {
                let (k, s): (Vec<_>, Vec<_>) = (keys[..n].iter().collect(), sigs[..n].iter().collect());
                let Ok(sum) = AggregateSignature::aggregate(&s, true) else {
                    put(log, "nothing", &AggregateSignature::aggregate(&s, true).err());
                    put(log, "nothing", &AggregatePublicKey::aggregate(&k, true).err());
                    continue;
                };
                let sum = sum.to_signature();
                put(log, "sum", &sum.serialize());
                put(log, "aggregate_verify", &sum.aggregate_verify(true, &of(n), tag, &k, true));
                put(log, "aggregate_verify", &sum.aggregate_verify(true, &of(n), other_tag, &k, true));
                put(log, "aggregate_verify", &sum.aggregate_verify(true, &of(5 - n), tag, &k, true));
                let wrong: Vec<_> = k.iter().rev().copied().collect();
                put(log, "aggregate_verify", &sum.aggregate_verify(true, &of(n), tag, &wrong, true));
                let encoded: Vec<_> = s.iter().map(|s| s.compress()).collect();
                let encoded: Vec<&[u8]> = encoded.iter().map(|s| &s[..]).collect();
                put(log, "serialized", &AggregateSignature::aggregate_serialized(&encoded, true).unwrap().to_signature().serialize());
                // Of one message.
                let shared: Vec<_> = secrets[..n].iter().map(|k| k.sign(b"shared", tag, b"")).collect();
                let shared = AggregateSignature::aggregate(&shared.iter().collect::<Vec<_>>(), false).unwrap().to_signature();
                put(log, "fast", &shared.fast_aggregate_verify(true, b"shared", tag, &k));
                put(log, "fast", &shared.fast_aggregate_verify(true, b"other", tag, &k));
                put(log, "fast", &shared.fast_aggregate_verify(true, b"shared", tag, &keys.iter().collect::<Vec<_>>()));
                let mut key = AggregatePublicKey::aggregate(&k, true).unwrap();
                put(log, "key", &key.to_public_key().compress());
                put(log, "fast", &shared.fast_aggregate_verify_pre_aggregated(true, b"shared", tag, &key.to_public_key()));
                key.add_aggregate(&AggregatePublicKey::from_public_key(&keys[0]));
                put(log, "key", &key.to_public_key().compress());
                key.sub_aggregate(&AggregatePublicKey::from_public_key(&keys[1]));
                put(log, "key", &key.to_public_key().compress());
                put(log, "stray key", &key.add_public_key(&stray_key, true).err());
                // Many at once.
                let rands: Vec<blst_scalar> = (0..n).map(|_| {
                    let mut rand = blst_scalar::default();
                    unsafe { blst_scalar_from_lendian(&mut rand, bytes::<32>(rng).as_ptr()) };
                    rand
                }).collect();
                for bits in [64, 128] {
                    put(log, "many", &Signature::verify_multiple_aggregate_signatures(&of(n), tag, &k, true, &s, true, &rands, bits));
                    put(log, "many", &Signature::verify_multiple_aggregate_signatures(&of(n), other_tag, &k, true, &s, true, &rands, bits));
                    put(log, "many", &Signature::verify_multiple_aggregate_signatures(&of(n), tag, &wrong, true, &s, true, &rands, bits));
                    put(log, "many", &Signature::verify_multiple_aggregate_signatures(&of(5 - n), tag, &k, true, &s, true, &rands, bits));
                    let mut strays = s.clone();
                    strays[n - 1] = &stray_sig;
                    put(log, "many", &Signature::verify_multiple_aggregate_signatures(&of(n), tag, &k, true, &strays, true, &rands, bits));
                }
                let randomness: [u8; 80] = bytes(rng);
                put(log, "randomness", &AggregatePublicKey::aggregate_with_randomness(&keys[..n], &randomness, 128, true).unwrap().to_public_key().compress());
                put(log, "randomness", &AggregateSignature::aggregate_with_randomness(&sigs[..n], &randomness, 128, true).unwrap().to_signature().compress());
            }
            let both = [keys[0], stray_key];
            put(log, "validate", &both.validate());
            put(log, "validate", &keys[..].validate());
            put(log, "stray signature", &AggregateSignature::aggregate(&[&sigs[0], &stray_sig], true).err());
            put(log, "stray key", &AggregatePublicKey::aggregate(&[&stray_key, &keys[0]], true).err());
            put(log, "neutral key", &AggregatePublicKey::aggregate(&[&neutral_key, &keys[0]], true).err());
            put(log, "key_validate", &PublicKey::key_validate(&neutral_key.compress()).err());
            put(log, "key_validate", &PublicKey::key_validate(&stray_key.compress()).err());
            put(log, "sig_validate", &Signature::sig_validate(&stray_sig.compress(), true).err());
        }};
    }
    side!(min_pk stray_p1 stray_p2);
    side!(min_sig stray_p2 stray_p1);
}
