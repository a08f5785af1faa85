//! Jobs of several threads at the same time, computed as one batch.
//!
//! **Idea.** A server with a thread for each handshake wants one signature at a time, and the lanes
//! compute eight in little more time than one. So a thread that comes while nothing is being
//! computed computes its own job at once. One that comes while another computes waits with its
//! like: until they are as many as a batch holds, or until nothing is being computed any more. Then
//! one of them computes all. There is no clock, and no thread but the callers'.
//!
//! **Bound.** A job waits only for computations that began before it came, and for at most `most`
//! calls of `yield_now`, which let threads that are ready to run join the batch.
//!
//! **Panics.** If a computation panics, the other jobs of its batch are computed by their own
//! threads, one by one.

use polylimb::cpu::Features;
use rustls::Error;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::yield_now;
use zeroize::Zeroizing;

/// What a job gives: a signature, or a shared secret.
pub(crate) type Output = Result<Vec<u8>, Error>;

/// What is computed.
pub(crate) trait Work: Send + Sync {
    /// What a batch needs of an input; it is wiped.
    fn prepare(&self, input: &[u8]) -> Vec<u8>;

    fn alone(&self, input: &[u8]) -> Output;

    /// The outputs of inputs that were prepared.
    fn batch(&self, prepared: &[&[u8]]) -> Vec<Output>;
}

/// The most jobs of a batch: the lanes. Without them a batch gains nothing.
pub(crate) fn most() -> usize {
    if Features::detect().contains(Features::IFMA) { 8 } else { 1 }
}

/// The jobs of one kind, such as the signatures of one key by one scheme.
pub(crate) struct Gather<W> {
    work: W,
    /// The most jobs of a batch; with 1 nobody waits.
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// How many threads compute; 0 only if no job waits.
    computing: usize,
    waiting: Vec<Arc<Job>>,
}

struct Job {
    prepared: Zeroizing<Vec<u8>>,
    turn: Mutex<Turn>,
    changed: Condvar,
}

/// What a job's thread is to do next.
enum Turn {
    Wait,
    /// Compute the batch, with what waits.
    Lead,
    /// Compute this job: the batch that it was in failed.
    Alone,
    Return(Output),
}

impl<W: Work> Gather<W> {
    pub(crate) fn new(work: W, most: usize) -> Self {
        Self { work, most, state: Mutex::default() }
    }

    /// The output of this input, computed alone or in a batch.
    pub(crate) fn compute(&self, input: &[u8]) -> Output {
        if self.most == 1 {
            return self.work.alone(input);
        }
        let prepared = Zeroizing::new(self.work.prepare(input));
        let mut state = lock(&self.state);
        if state.computing == 0 {
            state.computing = 1;
            drop(state);
            let _computing = Computing { state: &self.state, others: Vec::new() };
            return self.work.alone(input);
        }
        if state.waiting.len() + 1 >= self.most {
            state.computing += 1;
            let others = mem::take(&mut state.waiting);
            drop(state);
            return self.batch(input, &prepared, others);
        }
        let job = Arc::new(Job { prepared, turn: Mutex::new(Turn::Wait), changed: Condvar::new() });
        state.waiting.push(job.clone());
        drop(state);
        match job.wait() {
            Turn::Return(output) => output,
            Turn::Lead => {
                let others = self.gathered();
                self.batch(input, &job.prepared, others)
            }
            Turn::Wait | Turn::Alone => self.work.alone(input),
        }
    }

    /// What waits, after those have come that are ready to run.
    fn gathered(&self) -> Vec<Arc<Job>> {
        let mut before = None;
        loop {
            let mut state = lock(&self.state);
            let now = state.waiting.len();
            if now + 1 >= self.most || before == Some(now) {
                return mem::take(&mut state.waiting);
            }
            before = Some(now);
            drop(state);
            yield_now();
        }
    }

    /// Computes this job and the others', and gives them their outputs.
    fn batch(&self, input: &[u8], prepared: &[u8], others: Vec<Arc<Job>>) -> Output {
        let mut computing = Computing { state: &self.state, others };
        if computing.others.is_empty() {
            return self.work.alone(input);
        }
        let others = computing.others.iter().map(|job| &job.prepared[..]);
        let all: Vec<&[u8]> = others.chain([prepared]).collect();
        let mut outputs = self.work.batch(&all);
        if outputs.len() != all.len() {
            return Err(missing());
        }
        let own = outputs.pop();
        for (job, output) in mem::take(&mut computing.others).iter().zip(outputs) {
            job.next(Turn::Return(output));
        }
        own.unwrap_or_else(|| Err(missing()))
    }
}

/// A computation that has begun. Its end, be it a panic, leaves nobody waiting.
struct Computing<'a> {
    state: &'a Mutex<State>,
    others: Vec<Arc<Job>>,
}

impl Drop for Computing<'_> {
    fn drop(&mut self) {
        for job in &self.others {
            job.next(Turn::Alone);
        }
        let mut state = lock(self.state);
        if state.computing == 1 && !state.waiting.is_empty() {
            // The next computation takes the place of this one.
            let leader = state.waiting.remove(0);
            drop(state);
            leader.next(Turn::Lead);
        } else {
            state.computing -= 1;
        }
    }
}

impl Job {
    fn next(&self, turn: Turn) {
        *lock(&self.turn) = turn;
        self.changed.notify_one();
    }

    fn wait(&self) -> Turn {
        let waiting = |turn: &mut Turn| matches!(turn, Turn::Wait);
        let turn = self.changed.wait_while(lock(&self.turn), waiting);
        mem::replace(&mut turn.unwrap_or_else(PoisonError::into_inner), Turn::Wait)
    }
}

fn missing() -> Error {
    Error::General("a computation gave too few results".into())
}

/// Nothing is left half done under these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::thread::{Scope, ScopedJoinHandle, scope};

    /// A gatherer whose computations say which names they have and wait for what they are to do.
    struct Observed {
        gather: Gather<Names>,
        begun: Mutex<Receiver<(Vec<u8>, Sender<Order>)>>,
    }

    struct Names(Mutex<Sender<(Vec<u8>, Sender<Order>)>>);

    #[derive(Clone, Copy)]
    enum Order {
        Compute,
        Panic,
        /// Return one output too few.
        Lose,
    }

    impl Work for Names {
        fn prepare(&self, input: &[u8]) -> Vec<u8> {
            input.to_vec()
        }

        fn alone(&self, input: &[u8]) -> Output {
            self.batch(&[input]).pop().unwrap()
        }

        fn batch(&self, prepared: &[&[u8]]) -> Vec<Output> {
            let mut names: Vec<u8> = prepared.iter().map(|name| name[0]).collect();
            names.sort_unstable();
            let (order, ordered) = channel();
            lock(&self.0).send((names, order)).unwrap();
            let outputs = prepared.iter().map(|name| Ok(vec![name[0], b'!']));
            match ordered.recv().unwrap() {
                Order::Compute => outputs.collect(),
                Order::Lose => outputs.skip(1).collect(),
                Order::Panic => panic!("on purpose"),
            }
        }
    }

    impl Observed {
        fn new(most: usize) -> Self {
            let (begin, begun) = channel();
            Self { gather: Gather::new(Names(Mutex::new(begin)), most), begun: Mutex::new(begun) }
        }

        /// A thread with the job of this name; `None` if it panics.
        fn start<'s>(&'s self, scope: &'s Scope<'s, '_>, name: u8) -> Thread<'s> {
            scope
                .spawn(move || catch_unwind(AssertUnwindSafe(|| self.gather.compute(&[name]))).ok())
        }

        /// Waits until a computation begins, which must be of these names.
        fn begun(&self, expected: &[u8]) -> Sender<Order> {
            let (names, order) = lock(&self.begun).recv().unwrap();
            assert_eq!(names, expected);
            order
        }

        fn until_waiting(&self, count: usize) {
            while lock(&self.gather.state).waiting.len() < count {
                yield_now();
            }
        }

        fn is_at_rest(&self) {
            let state = lock(&self.gather.state);
            assert_eq!((state.computing, state.waiting.len()), (0, 0));
        }
    }

    type Thread<'s> = ScopedJoinHandle<'s, Option<Output>>;

    fn is_done(thread: Thread<'_>, name: u8) {
        assert_eq!(thread.join().unwrap().expect("a panic").unwrap(), [name, b'!']);
    }

    fn send(order: &Sender<Order>, what: Order) {
        order.send(what).unwrap();
    }

    #[test]
    fn one_alone_is_computed_at_once() {
        let observed = Observed::new(8);
        scope(|scope| {
            for name in 0..3 {
                let thread = observed.start(scope, name);
                send(&observed.begun(&[name]), Order::Compute);
                is_done(thread, name);
            }
        });
        observed.is_at_rest();
    }

    #[test]
    fn those_that_come_meanwhile_are_one_batch() {
        let observed = Observed::new(8);
        scope(|scope| {
            let first = observed.start(scope, 0);
            let order = observed.begun(&[0]);
            let others: Vec<_> = (1..6).map(|name| observed.start(scope, name)).collect();
            observed.until_waiting(5);
            send(&order, Order::Compute);
            is_done(first, 0);
            let order = observed.begun(&[1, 2, 3, 4, 5]);
            // The next one waits for this batch.
            let last = observed.start(scope, 6);
            observed.until_waiting(1);
            send(&order, Order::Compute);
            (1..).zip(others).for_each(|(name, thread)| is_done(thread, name));
            send(&observed.begun(&[6]), Order::Compute);
            is_done(last, 6);
        });
        observed.is_at_rest();
    }

    #[test]
    fn a_full_batch_waits_for_nothing() {
        let observed = Observed::new(8);
        scope(|scope| {
            let first = observed.start(scope, 0);
            let order = observed.begun(&[0]);
            let others: Vec<_> = (1..9).map(|name| observed.start(scope, name)).collect();
            send(&observed.begun(&[1, 2, 3, 4, 5, 6, 7, 8]), Order::Compute);
            (1..).zip(others).for_each(|(name, thread)| is_done(thread, name));
            send(&order, Order::Compute);
            is_done(first, 0);
        });
        observed.is_at_rest();
    }

    #[test]
    fn with_one_to_a_batch_nobody_waits() {
        let observed = Observed::new(1);
        scope(|scope| {
            let first = observed.start(scope, 0);
            let order = observed.begun(&[0]);
            let second = observed.start(scope, 1);
            send(&observed.begun(&[1]), Order::Compute);
            is_done(second, 1);
            send(&order, Order::Compute);
            is_done(first, 0);
        });
    }

    /// A batch of 1, 2 and 3 that ends badly, and what its threads do then.
    fn fails(first_ends: Order, batch_ends: Order) {
        let observed = Observed::new(8);
        scope(|scope| {
            let first = observed.start(scope, 0);
            let order = observed.begun(&[0]);
            let others: Vec<_> = (1..4).map(|name| observed.start(scope, name)).collect();
            observed.until_waiting(3);
            send(&order, first_ends);
            assert_eq!(first.join().unwrap().is_none(), matches!(first_ends, Order::Panic));
            let batch = observed.begun(&[1, 2, 3]);
            send(&batch, batch_ends);
            // All but its leader, which panicked or has an error.
            for _ in 0..2 {
                let (names, order) = lock(&observed.begun).recv().unwrap();
                assert_eq!(names.len(), 1);
                send(&order, Order::Compute);
            }
            let results: Vec<_> = others.into_iter().map(|thread| thread.join().unwrap()).collect();
            let done = (1..).zip(&results).filter(|(name, result)| {
                result.as_ref().is_some_and(|r| r.as_ref().is_ok_and(|s| *s == [*name, b'!']))
            });
            assert_eq!(done.count(), 2);
        });
        observed.is_at_rest();
        // And the next one is computed.
        scope(|scope| {
            let thread = observed.start(scope, 9);
            send(&observed.begun(&[9]), Order::Compute);
            is_done(thread, 9);
        });
    }

    #[test]
    fn a_panic_takes_no_other_job_with_it() {
        fails(Order::Compute, Order::Panic);
        fails(Order::Panic, Order::Panic);
    }

    #[test]
    fn a_batch_with_too_few_outputs_gives_none() {
        fails(Order::Compute, Order::Lose);
    }
}
