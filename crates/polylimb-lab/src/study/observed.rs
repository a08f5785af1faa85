//! A multiplication that is observed while something computes with it: counted by [`Tally`], timed
//! by others.

use polylimb::authors::limb::{Kernel, Mask, Word};
use polylimb::authors::modmul::{ModMul, Parameters};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// An operation of a multiplication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A product.
    Product,
    /// A square.
    Square,
    /// An addition, a subtraction or a negation.
    Addition,
    /// Leaving the domain; an inversion in a field does this once.
    Departure,
}

/// Is notified of every operation.
pub trait Observer: Send + Sync {
    /// Carries out `work`, which is this operation.
    fn around(&self, operation: Operation, work: impl FnOnce());
}

/// The multiplication behind a pointer, observed.
pub struct Observed<P, O> {
    modmul: P,
    observer: Arc<O>,
}

impl<P, O> Observed<P, O> {
    /// `modmul`, observed by `observer`.
    #[must_use]
    pub const fn new(modmul: P, observer: Arc<O>) -> Self {
        Self { modmul, observer }
    }
}

impl<P, O> ModMul for Observed<P, O>
where
    P: Deref + Send + Sync,
    P::Target: ModMul,
    O: Observer,
{
    fn name(&self) -> &'static str {
        self.modmul.name()
    }
    fn modulus(&self) -> &[Word] {
        self.modmul.modulus()
    }
    fn kernel(&self) -> Kernel {
        self.modmul.kernel()
    }
    fn parameters(&self) -> Parameters {
        self.modmul.parameters()
    }
    fn factor_words(&self) -> Option<usize> {
        self.modmul.factor_words()
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
        self.observer.around(Operation::Departure, || self.modmul.leave(plain, r, scratch));
    }
    fn one(&self, r: &mut [Word]) {
        self.modmul.one(r);
    }
    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        self.observer.around(Operation::Product, || self.modmul.mul(r, a, b, scratch));
    }
    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        self.observer.around(Operation::Square, || self.modmul.sqr(r, a, scratch));
    }
    fn zero(&self, r: &mut [Word]) {
        self.modmul.zero(r);
    }
    fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.observer.around(Operation::Addition, || self.modmul.add(r, a, b));
    }
    fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        self.observer.around(Operation::Addition, || self.modmul.sub(r, a, b));
    }
    fn neg(&self, r: &mut [Word], a: &[Word]) {
        self.observer.around(Operation::Addition, || self.modmul.neg(r, a));
    }
    fn select(&self, r: &mut [Word], a: &[Word], condition: Mask) {
        self.modmul.select(r, a, condition);
    }
    fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        self.modmul.eq(a, b)
    }
}

/// Counts exactly, on all threads.
#[derive(Debug, Default)]
pub struct Tally([AtomicU64; 4]);

/// The counts of a [`Tally`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Operations {
    /// Products.
    pub products: u64,
    /// Squares.
    pub squares: u64,
    /// Additions, subtractions and negations.
    pub additions: u64,
    /// Times the domain was left.
    pub departures: u64,
}

impl Observer for Tally {
    fn around(&self, operation: Operation, work: impl FnOnce()) {
        self.0[operation as usize].fetch_add(1, Relaxed);
        work();
    }
}

impl Tally {
    /// The operations so far.
    #[must_use]
    pub fn now(&self) -> Operations {
        let count = |operation| self.0[operation as usize].load(Relaxed);
        Operations {
            products: count(Operation::Product),
            squares: count(Operation::Square),
            additions: count(Operation::Addition),
            departures: count(Operation::Departure),
        }
    }

    /// Resets the counts to 0.
    pub fn clear(&self) {
        self.0.iter().for_each(|count| count.store(0, Relaxed));
    }
}
