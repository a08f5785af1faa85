//! Multiples of points compared with OpenSSL's: any point in constant time (`ECDH_compute_key`),
//! the generator in constant time and sums of two multiples (both `EC_POINT_mul`, with the affine
//! coordinates of the result).

use crate::openssl::{bignum, words_of};
use crate::targets::Targets;
use core::ffi::{c_int, c_void};
use core::ptr::null;
use openssl_sys::{
    BIGNUM, BN_CTX, BN_CTX_new, BN_new, EC_GROUP, EC_GROUP_new_by_curve_name, EC_KEY,
    EC_KEY_new_by_curve_name, EC_KEY_set_private_key, EC_POINT, EC_POINT_get_affine_coordinates,
    EC_POINT_mul, EC_POINT_new, NID_X9_62_prime256v1, NID_secp256k1, NID_secp384r1, NID_secp521r1,
    NID_sect163k1, NID_sect163r2, NID_sect233k1, NID_sect233r1, NID_sect283k1, NID_sect283r1,
    NID_sect409k1, NID_sect409r1, NID_sect571k1, NID_sect571r1,
};
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::multiply::{PlainPoint, engine};
use polylimb::cpu::Features;
use std::time::{Duration, Instant};

// openssl-sys has the types but not the function.
unsafe extern "C" {
    fn ECDH_compute_key(
        out: *mut c_void,
        len: usize,
        public: *const EC_POINT,
        key: *mut EC_KEY,
        kdf: Option<extern "C" fn()>,
    ) -> c_int;
}

/// Curves that OpenSSL has too.
pub const CURVES: [(&str, c_int); 14] = [
    ("P-256", NID_X9_62_prime256v1),
    ("secp256k1", NID_secp256k1),
    ("P-384", NID_secp384r1),
    ("P-521", NID_secp521r1),
    ("K-163", NID_sect163k1),
    ("B-163", NID_sect163r2),
    ("K-233", NID_sect233k1),
    ("B-233", NID_sect233r1),
    ("K-283", NID_sect283k1),
    ("B-283", NID_sect283r1),
    ("K-409", NID_sect409k1),
    ("B-409", NID_sect409r1),
    ("K-571", NID_sect571k1),
    ("B-571", NID_sect571r1),
];

/// OpenSSL's objects for one curve and two scalars. They live as long as the program.
pub struct OpenSsl {
    group: *mut EC_GROUP,
    context: *mut BN_CTX,
    pub key: *mut EC_KEY,
    scalars: [*mut BIGNUM; 2],
    point: *mut EC_POINT,
    pub result: *mut EC_POINT,
    coordinates: [*mut BIGNUM; 2],
    bytes: usize,
}

impl OpenSsl {
    /// With `l` times the generator as point.
    pub fn new(nid: c_int, k: &[u64], l: &[u64], bytes: usize) -> Self {
        // SAFETY: makes objects, each checked before its use.
        unsafe {
            let (group, context) = (EC_GROUP_new_by_curve_name(nid), BN_CTX_new());
            let key = EC_KEY_new_by_curve_name(nid);
            assert!(!group.is_null() && !context.is_null() && !key.is_null(), "out of memory");
            let (point, result) = (EC_POINT_new(group), EC_POINT_new(group));
            let (scalars, coordinates) = ([bignum(k), bignum(l)], [BN_new(), BN_new()]);
            assert_eq!(EC_KEY_set_private_key(key, scalars[0]), 1);
            assert_eq!(EC_POINT_mul(group, point, scalars[1], null(), null(), context), 1);
            Self { group, context, key, scalars, point, result, coordinates, bytes }
        }
    }

    /// The shared secret of `k` and the point.
    pub fn shared(&self) -> Vec<u8> {
        let mut out = vec![0; self.bytes];
        // SAFETY: valid objects of `new`; the buffer has the length given.
        let len = unsafe {
            ECDH_compute_key(out.as_mut_ptr().cast(), out.len(), self.point, self.key, None)
        };
        assert_eq!(usize::try_from(len), Ok(self.bytes));
        out
    }

    /// The abscissa of `k G`, and with `point` of `k G + l P`.
    pub fn sum(&self, with_point: bool) -> Vec<u64> {
        let [x, y] = self.coordinates;
        let (p, l) = if with_point {
            (self.point.cast_const(), self.scalars[1].cast_const())
        } else {
            (null(), null())
        };
        // SAFETY: valid objects of `new`.
        unsafe {
            let (group, r, context) = (self.group, self.result, self.context);
            assert_eq!(EC_POINT_mul(group, r, self.scalars[0], p, l, context), 1);
            assert_eq!(EC_POINT_get_affine_coordinates(group, r, x, y, context), 1);
            words_of(x, self.bytes)
        }
    }
}

/// Minimum and median microseconds of all, in turn, about a tenth of a millisecond each time.
pub fn minima_and_medians<const N: usize>(
    rounds: usize,
    mut work: [&mut dyn FnMut(); N],
) -> [[f64; 2]; N] {
    let mut times = [const { Vec::new() }; N];
    let calls = work.each_mut().map(|work| {
        let start = Instant::now();
        work();
        let one = start.elapsed().max(Duration::from_nanos(1));
        u32::try_from(100_000 / one.as_nanos()).unwrap_or(1).max(1)
    });
    for round in 0..rounds + 5 {
        for i in 0..N {
            let start = Instant::now();
            for _ in 0..calls[i] {
                work[i]();
            }
            if round >= 5 {
                times[i].push(start.elapsed().as_secs_f64() * 1e6 / f64::from(calls[i]));
            }
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        [times[0], times[times.len() / 2]]
    })
}

/// Prints the table.
///
/// # Errors
/// If an engine cannot be made.
///
/// # Panics
/// If the two libraries disagree.
pub fn print(rounds: usize, targets: &mut Targets) -> polylimb::Result<()> {
    println!("\n| curve | operation | polylimb us | openssl us | ratio |\n|---|---|--:|--:|--:|");
    for (name, nid) in CURVES {
        let parameters = Parameters::named(name)?;
        let ours = engine(&parameters, Features::detect())?;
        // Two scalars below the order, with about as many ones as zeros.
        let scalar = |seed: u64| -> Vec<u64> {
            let mix = |i: u64| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            let top = parameters.order().len() as u64 - 1;
            let top_word = parameters.order()[parameters.order().len() - 1];
            (0..top).map(mix).chain([top_word - (top_word / 5).max(1)]).collect()
        };
        let (k, l) = (scalar(1), scalar(2));
        let peer = OpenSsl::new(nid, &k, &l, ours.coordinate_bytes());
        let point = ours.multiply_generator(Bits::new(&l)).expect("not neutral");
        let abscissa = |p: Option<PlainPoint>| p.expect("not neutral").x().to_vec();
        let of = |words: &[u64]| Natural::from_words(words).to_be_bytes_padded(peer.bytes);
        let multiple = || ours.multiply(Bits::new(&k), &point).expect("on the curve");
        let generated = || ours.multiply_generator(Bits::new(&k));
        let sum = || {
            let terms = [Bits::new(&k), Bits::new(&l)];
            ours.multiply_add_vartime(terms[0], terms[1], &point).expect("on the curve")
        };
        assert_eq!(abscissa(multiple()), peer.shared(), "{name}");
        assert_eq!(Ok(abscissa(generated())), of(&peer.sum(false)), "{name}");
        assert_eq!(Ok(abscissa(sum())), of(&peer.sum(true)), "{name}");
        let mut row = |operation: &str, work: [&mut dyn FnMut(); 2]| {
            let [[_, ours], [_, openssl]] = minima_and_medians(rounds, work);
            println!("| {name} | {operation} | {ours:.1} | {openssl:.1} | {:.3} |", ours / openssl);
            match operation {
                "any point" => targets.measured(format!("{name} ECDH, one"), ours / openssl),
                "generator" => targets.measured(format!("{name} public key, one"), ours / openssl),
                // What a verification by ECDSA consists of.
                _ => targets.measured(format!("{name} {operation}, one"), ours / openssl),
            }
        };
        let drop_it = |p: Option<PlainPoint>| drop(std::hint::black_box(p));
        row("any point", [&mut || drop_it(multiple()), &mut || drop(peer.shared())]);
        row("generator", [&mut || drop_it(generated()), &mut || drop(peer.sum(false))]);
        row("sum of two", [&mut || drop_it(sum()), &mut || drop(peer.sum(true))]);
        let start = Instant::now();
        let made = engine(&parameters, Features::detect())?;
        println!("| {name} | set-up | {:.0} | | |", start.elapsed().as_secs_f64() * 1e6);
        drop(made);
    }
    Ok(())
}
