//! A multiplication whose results a test sees and may change.
#![allow(dead_code, reason = "each test binary uses its own part")]

use polylimb::authors::limb::{Kernel, Mask, Word};
use polylimb::authors::modmul::ModMul;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Product,
    Squaring,
}

/// `inner`, with a function that receives every product and square.
pub struct Hooked<F> {
    pub inner: Arc<dyn ModMul>,
    pub hook: F,
}

impl<F: Fn(Operation, &mut [Word]) + Send + Sync> ModMul for Hooked<F> {
    fn name(&self) -> &'static str {
        "hooked"
    }
    fn modulus(&self) -> &[Word] {
        self.inner.modulus()
    }
    fn kernel(&self) -> Kernel {
        self.inner.kernel()
    }
    fn residue_words(&self) -> usize {
        self.inner.residue_words()
    }
    fn scratch_words(&self) -> usize {
        self.inner.scratch_words()
    }
    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.inner.enter(r, plain, scratch);
    }
    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        self.inner.leave(plain, r, scratch);
    }
    fn one(&self, r: &mut [Word]) {
        self.inner.one(r);
    }
    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        self.inner.mul(r, a, b, scratch);
        (self.hook)(Operation::Product, r);
    }
    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        self.inner.sqr(r, a, scratch);
        (self.hook)(Operation::Squaring, r);
    }
    fn zero(&self, r: &mut [Word]) {
        self.inner.zero(r);
    }
    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.inner.add(r, a, b);
    }
    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.inner.sub(r, a, b);
    }
    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.inner.neg(r, a);
    }
    fn select(&self, r: &mut [Word], a: &[Word], condition: Mask) {
        self.inner.select(r, a, condition);
    }
    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        self.inner.eq(a, b)
    }
}

/// The number of products and of squarings.
#[derive(Default)]
pub struct Counts {
    products: AtomicUsize,
    squarings: AtomicUsize,
}

impl Counts {
    /// Products and squarings since the last call.
    pub fn take(&self) -> (usize, usize) {
        (self.products.swap(0, Relaxed), self.squarings.swap(0, Relaxed))
    }
}

/// `inner`, counted.
pub fn counting(inner: Arc<dyn ModMul>) -> (Arc<dyn ModMul>, Arc<Counts>) {
    let counts = Arc::new(Counts::default());
    let counter = counts.clone();
    let hook = move |operation, _: &mut [Word]| {
        let count = match operation {
            Operation::Product => &counter.products,
            Operation::Squaring => &counter.squarings,
        };
        count.fetch_add(1, Relaxed);
    };
    (Arc::new(Hooked { inner, hook }), counts)
}
