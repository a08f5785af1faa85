//! Times every scalar multiplication: `cargo run --release --example scalar_methods -- [CURVE]`.
//!
//! For every method and recoding, in the complete formulas if both are constant-time and in Jacobian coordinates otherwise, prints a line of a Markdown
//! table: products and squares modulo the prime (those of inversions left out), median microseconds, and the ratio to the default. Methods for a base
//! known beforehand are timed with the making of their table.

use polylimb::curve::named::Parameters;
use polylimb::curve::{AnyCurve, find_coordinates};
use polylimb::limb::{Bits, Kernel, Natural, Word};
use polylimb::modmul::{ModMul, Modulus, Options};
use polylimb::multiply::{METHODS, Method, Work};
use polylimb::recoding::{self, Recoding};
use polylimb::timing::ConstantTime;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const RUNS: usize = 101;

/// A multiplication with a counter.
struct Counting {
    modmul: Arc<dyn ModMul>,
    products: AtomicUsize,
    squares: AtomicUsize,
}

impl Counting {
    fn take(&self) -> (usize, usize) {
        (self.products.swap(0, Ordering::Relaxed), self.squares.swap(0, Ordering::Relaxed))
    }
}

impl ModMul for Counting {
    fn name(&self) -> &'static str {
        self.modmul.name()
    }
    fn modulus(&self) -> &[Word] {
        self.modmul.modulus()
    }
    fn kernel(&self) -> Kernel {
        self.modmul.kernel()
    }
    fn residue_words(&self) -> usize {
        self.modmul.residue_words()
    }
    fn scratch_words(&self) -> usize {
        self.modmul.scratch_words()
    }
    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.modmul.enter(r, plain, scratch);
    }
    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        self.modmul.leave(plain, r, scratch);
    }
    fn one(&self, r: &mut [Word]) {
        self.modmul.one(r);
    }
    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        self.products.fetch_add(1, Ordering::Relaxed);
        self.modmul.mul(r, a, b, scratch);
    }
    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        self.squares.fetch_add(1, Ordering::Relaxed);
        self.modmul.sqr(r, a, scratch);
    }
    fn zero(&self, r: &mut [Word]) {
        self.modmul.zero(r);
    }
    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.modmul.add(r, a, b);
    }
    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.modmul.sub(r, a, b);
    }
    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.modmul.neg(r, a);
    }
    fn eq(&self, a: &[Word], b: &[Word]) -> polylimb::limb::Mask {
        self.modmul.eq(a, b)
    }
}

/// One multiplication of the generator.
fn multiply(
    curve: &AnyCurve,
    method: &Method,
    recoding: &'static Recoding,
    (k, base): (&Natural, &[Word]),
) -> polylimb::Result<Vec<Word>> {
    let mut r = base.to_vec();
    let k = Bits::new_vartime(k.words());
    let work = Work { k, base, recoding: Some(recoding), width: None };
    method.multiply(curve, &work, &mut r)?;
    Ok(r)
}

fn main() -> polylimb::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "P-256".into());
    let parameters = Parameters::named(&name)?;
    let modulus = Modulus::new(parameters.prime(), &Options::default())?;
    let counting = Arc::new(Counting {
        modmul: modulus.modmul().clone(),
        products: AtomicUsize::new(0),
        squares: AtomicUsize::new(0),
    });
    // A number without a pattern, as long as the order.
    let order = Modulus::new(parameters.order(), &Options::default())?;
    let seed = order.reduce(Natural::parse("0x9e3779b97f4a7c15f39cc0605cedc834")?.words())?;
    let k = Natural::from_words(order.sqr(&order.sqr(&order.sqr(&seed)?)?)?);
    let bytes = |words: &[Word], length: usize| -> polylimb::Result<Vec<u8>> {
        let mut bytes = Natural::from_words(words).to_be_bytes_padded(length)?;
        bytes.reverse();
        Ok(bytes)
    };
    println!("| method | recoding | coordinates | products | squares | µs | to the default |");
    println!("|---|---|---|---|---|---|---|");
    let mut default = None;
    let mut lines = Vec::new();
    for method in METHODS.iter().filter(|m| m.curve.is_none_or(|only| only == name)) {
        for recoding in method.recodings {
            let recoding = recoding::find(recoding)?;
            let secret_safe = method.constant_time == ConstantTime::Yes;
            let system = find_coordinates(if secret_safe { "complete" } else { "jacobian-bl" })?;
            let curve = system.build(&parameters, modulus.modmul().clone())?;
            let counted = system.build(&parameters, counting.clone())?;
            let [x, y] = parameters.generator();
            let length = curve.coordinate_bytes();
            let base = curve.decode(&bytes(x, length)?, &bytes(y, length)?)?;
            counting.take();
            let expected = multiply(&counted, method, recoding, (&k, &base))?;
            let (products, squares) = counting.take();
            let mut times = Vec::with_capacity(RUNS);
            for _ in 0..RUNS {
                let start = Instant::now();
                let r = multiply(&curve, method, recoding, (&k, &base))?;
                times.push(start.elapsed().as_secs_f64() * 1e6);
                assert!(r == expected, "the same point again");
            }
            times.sort_by(f64::total_cmp);
            let median = times[RUNS / 2];
            if method.name == "fixed-window" {
                default = Some(median);
            }
            let what = format!("{} | {} | {}", method.name, recoding.name, system.name);
            lines.push((what, products, squares, median));
        }
    }
    for (what, products, squares, median) in lines {
        let ratio = median / default.unwrap_or(median);
        println!("| {what} | {products} | {squares} | {median:.1} | {ratio:.2} |");
    }
    Ok(())
}
