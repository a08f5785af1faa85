//! The instrument: how long a sample must last for this clock, and what a sample is worth.
//!
//! A sample times a batch of operations. A [`Sampler`] warms up, then lets the batch grow until its
//! time reaches the goal in every one of some calls: the first calls are slow, and an interruption
//! only lengthens. The clock's own cost is subtracted from each sample, and the goal is so long
//! that an error in that cost does not matter. What cannot be measured well gets a warning.

use super::clock::{Clock, System};
use super::statistics::{Summary, count};
use std::sync::LazyLock;
use std::time::Duration;

/// A sample lasts at least this many steps or readings of the clock, so that neither changes it by
/// half a percent.
const READINGS_PER_SAMPLE: u32 = 250;
/// The least duration of a sample.
const SHORTEST: Duration = Duration::from_micros(10);
/// The longest that a coarse clock may ask for. A clock that would need more gets a warning.
const LONGEST: Duration = Duration::from_millis(20);
/// Calls that must all reach the goal; and the number of chains whose shortest is the pace.
const CALLS: usize = 3;
/// Calls that last longer than this many goals need not be proportional to their batch: nothing
/// fixed is as long.
const PROPORTIONAL: u32 = 300;
/// A row warms up for this many goals.
const WARM_UP: u32 = 5;
/// A core at rest has its full frequency after this long.
const FROM_REST: Duration = Duration::from_millis(50);
/// The least number of samples, at any cost.
pub const FEWEST: usize = 5;
/// The least total of the samples in goals.
const ENOUGH: u32 = 10;
/// The share of a sample that the clock may change without a warning.
const CLOCK: f64 = 0.01;
/// No operation is so short that it needs more.
const MOST: usize = 1 << if usize::BITS == 64 { 40 } else { 28 };
/// Samples of this many goals are likely to be interrupted.
const LONG: u32 = 4;
/// The longest chain that shows interruptions, and the number of such chains.
const LONGEST_CHAIN: Duration = Duration::from_millis(10);
const CHAINS: usize = 5;
/// The share of long samples that interruptions may take without a warning.
const INTERRUPTED: f64 = 0.05;
/// The largest spread of the middle half of the samples, as a share of the median, that does not
/// count as noise.
const NOISE: f64 = 0.05;
/// The share by which the mean may exceed the median before outliers are reported.
const OUTLIERS: f64 = 0.25;

/// Times that many operations.
pub type Work<'a> = dyn FnMut(usize) -> Duration + 'a;

/// A clock, measured.
pub struct Instrument<C> {
    clock: C,
    /// The smallest step that the clock makes between two readings.
    pub step: Duration,
    /// The duration of a reading.
    pub cost: Duration,
    /// The least duration of a sample.
    pub goal: Duration,
    /// The steps of a chain that lasts as long.
    steps: usize,
}

/// This machine's, measured once in a process.
pub static HERE: LazyLock<Instrument<System>> = LazyLock::new(|| Instrument::new(System::new()));

impl<C: Clock> Instrument<C> {
    /// Measures the clock.
    #[must_use]
    pub fn new(clock: C) -> Self {
        let (step, cost) = (step(&clock), cost(&clock));
        let goal = (step.max(cost) * READINGS_PER_SAMPLE).clamp(SHORTEST, LONGEST);
        let mut instrument = Self { clock, step, cost, goal, steps: 1 };
        instrument.steps = reach(goal, 1, &mut |steps| instrument.chain(steps)).0;
        let begun = instrument.clock.now();
        while instrument.clock.now().saturating_sub(begun) < FROM_REST {
            instrument.clock.chain(instrument.steps);
        }
        instrument.steps = reach(goal, instrument.steps, &mut |steps| instrument.chain(steps)).0;
        instrument
    }

    /// The time of `work` without the clock's cost.
    pub fn time(&self, work: impl FnOnce()) -> Duration {
        let start = self.clock.now();
        work();
        self.net(self.clock.now().saturating_sub(start))
    }

    /// A reading without the clock's cost.
    fn net(&self, reading: Duration) -> Duration {
        reading.saturating_sub(self.cost)
    }

    /// The time of a chain.
    fn chain(&self, steps: usize) -> Duration {
        self.time(|| self.clock.chain(steps))
    }

    /// The time of a step of the chain, in ns: the core's pace, free of interruptions.
    pub fn pace(&self) -> f64 {
        let shortest = (0..CALLS).map(|_| self.chain(self.steps)).min().unwrap_or_default();
        ns(shortest) / count(self.steps)
    }

    /// The share of a sample's duration that interruptions take: chains as long as the sample are
    /// compared with the `pace` without interruptions. 0 for short samples, which few meet.
    pub fn interruptions(&self, sample: Duration, pace: f64) -> f64 {
        if sample < self.goal * LONG {
            return 0.0;
        }
        let length = sample.min(LONGEST_CHAIN).as_secs_f64() / self.goal.as_secs_f64();
        let steps = times(self.steps, length);
        let mut chains: Vec<_> =
            (0..CHAINS).map(|_| ns(self.chain(steps)) / count(steps)).collect();
        let long = Summary::of(&mut chains).map_or(0.0, |s| s.median);
        if long > 0.0 { (1.0 - pace / long).max(0.0) } else { 0.0 }
    }
}

/// The smallest step: of many, or of those within twice [`LONGEST`].
fn step(clock: &impl Clock) -> Duration {
    const READINGS: usize = 2000;
    let begun = clock.now();
    let mut smallest = Duration::MAX;
    for _ in 0..READINGS {
        let start = clock.now();
        let mut now = clock.now();
        while now == start {
            now = clock.now();
        }
        smallest = smallest.min(now.saturating_sub(start));
        if now.saturating_sub(begun) > 2 * LONGEST {
            break;
        }
    }
    smallest
}

/// The duration of a reading: the median of some series of them.
fn cost(clock: &impl Clock) -> Duration {
    const SERIES: usize = 21;
    const READINGS: u32 = 100;
    let mut series: Vec<_> = (0..SERIES)
        .map(|_| {
            let start = clock.now();
            for _ in 1..READINGS {
                clock.now();
            }
            clock.now().saturating_sub(start) / READINGS
        })
        .collect();
    series.sort();
    series[SERIES / 2]
}

/// The first batch, from `batch` on, whose calls reach `goal` after a warm-up and for which twice
/// the batch takes twice as long; and its shortest call.
fn reach(goal: Duration, mut batch: usize, work: &mut Work<'_>) -> (usize, Duration) {
    let mut warm = Duration::ZERO;
    loop {
        let time = shortest(goal, batch, &mut warm, work);
        if time < goal && batch < MOST {
            // A tenth more than needed, but at most tenfold: the first calls are slow.
            let factor = goal.as_secs_f64() / time.as_secs_f64().max(1e-9) * 1.1;
            batch = times(batch, factor.min(10.0)).max(batch + 1);
            continue;
        }
        if warm < goal * WARM_UP && batch < MOST {
            continue;
        }
        // What each call costs beside its batch must not count.
        let small = time < goal * PROPORTIONAL && batch < MOST;
        if small && shortest(goal, 2 * batch, &mut warm, work) < time * 49 / 25 {
            batch *= 2;
            continue;
        }
        return (batch, time);
    }
}

/// The shortest of some calls, or the first that does not reach the goal.
fn shortest(goal: Duration, batch: usize, warm: &mut Duration, work: &mut Work<'_>) -> Duration {
    let mut shortest = Duration::MAX;
    for _ in 0..CALLS {
        let time = work(batch);
        *warm += time;
        shortest = shortest.min(time);
        if time < goal {
            break;
        }
    }
    shortest
}

/// `n` times `factor`, at least 1.
#[allow(clippy::cast_sign_loss, reason = "the factor is positive and bounded")]
fn times(n: usize, factor: f64) -> usize {
    ((count(n) * factor) as usize).max(1)
}

fn ns(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

/// The samples of one operation.
#[derive(Debug)]
pub struct Sampler {
    goal: Duration,
    cost: Duration,
    step: Duration,
    /// At most this many samples.
    most: usize,
    budget: Option<Duration>,
    /// Operations per sample.
    pub batch: usize,
    /// The number of samples to take.
    runs: usize,
    /// ns per operation.
    samples: Vec<f64>,
}

impl Sampler {
    /// Warms up and finds the batch for the instrument's goal, and the number of samples that fit
    /// in `budget`: at most `runs`, at least [`FEWEST`] of them.
    pub fn new<C: Clock>(
        instrument: &Instrument<C>,
        runs: usize,
        budget: Option<Duration>,
        work: &mut Work<'_>,
    ) -> Self {
        let Instrument { goal, cost, step, .. } = *instrument;
        let samples = Vec::new();
        let mut sampler = Self { goal, cost, step, most: runs, budget, batch: 1, runs, samples };
        sampler.calibrate(work);
        sampler
    }

    fn net(&self, work: &mut Work<'_>) -> Duration {
        work(self.batch).saturating_sub(self.cost)
    }

    fn calibrate(&mut self, work: &mut Work<'_>) {
        let cost = self.cost;
        let mut net = |batch: usize| work(batch).saturating_sub(cost);
        let (batch, time) = reach(self.goal, self.batch, &mut net);
        self.batch = batch;
        let affordable = self.budget.map_or(self.most, |budget| {
            (budget.as_nanos() / time.as_nanos().max(1)).try_into().unwrap_or(usize::MAX)
        });
        self.runs = self.most.min(affordable.max(FEWEST));
        self.samples.clear();
    }

    /// Takes the samples due in `round` of `rounds`. The first call is not counted: what ran in
    /// between has filled the caches and the branch predictors. If it shows that the batch is too
    /// short after all, the instrument calibrates again, and the samples so far are dropped.
    pub fn take(&mut self, round: usize, rounds: usize, work: &mut Work<'_>) {
        let due = |of: &Self| (of.runs * (round + 1) / rounds).saturating_sub(of.samples.len());
        if due(self) == 0 {
            return;
        }
        if self.net(work) * 2 < self.goal && self.batch < MOST {
            self.calibrate(work);
        }
        for _ in 0..due(self) {
            let time = self.net(work);
            self.samples.push(ns(time) / count(self.batch));
        }
    }

    /// The duration of a typical sample.
    #[must_use]
    pub fn sample(&self) -> Duration {
        let median = Summary::of(&mut self.samples.clone()).map_or(0.0, |s| s.median);
        Duration::from_secs_f64(median * count(self.batch) / 1e9)
    }

    /// The summary of the samples, and why it may not be trusted; `None` without samples.
    #[must_use]
    pub fn conclude(mut self) -> Option<(Summary, Vec<String>)> {
        let sample = self.sample();
        let summary = Summary::of(&mut self.samples)?;
        let mut warnings = Vec::new();
        let error = self.step.max(self.cost).as_secs_f64() / sample.as_secs_f64();
        // Without a time the error is infinite or undefined.
        if error.is_nan() || error > CLOCK {
            let percent = if error.is_finite() { (error * 100.0).ceil() } else { 100.0 };
            warnings.push(format!(
                "clock: a sample of {sample:.0?} is too short for it; it may be off by {percent} %"
            ));
        }
        let total = sample * u32::try_from(summary.runs).unwrap_or(u32::MAX);
        // Half: the goal is reached by the shortest call, and a core may become faster.
        if summary.runs < FEWEST || total * 2 < self.goal * ENOUGH {
            warnings.push(format!(
                "few samples: {} of {sample:.0?}, less than {:?} together or than {FEWEST}",
                summary.runs,
                self.goal * ENOUGH
            ));
        }
        let percent = |x: f64| (x * 100.0).round();
        if summary.spread() > NOISE {
            let half = percent(summary.spread());
            warnings.push(format!("noisy: the middle half spreads over {half} % of the median"));
        } else if summary.mean > summary.median * (1.0 + OUTLIERS) {
            let above = percent(summary.mean / summary.median - 1.0);
            warnings
                .push(format!("outliers: the mean is {above} % above the median, which is steady"));
        }
        Some((summary, warnings))
    }
}

/// What a row shows of the core on which it ran: its paces, a round each, in ns for a step, and the
/// share of its samples that interruptions took.
#[derive(Debug, Clone, Default)]
pub struct Core {
    /// The paces.
    pub paces: Vec<f64>,
    /// The share.
    pub interrupted: f64,
}

/// The least change of the pace that counts.
const CHANGE: f64 = 0.05;

impl Core {
    /// Measures the share of samples as long as this that interruptions take.
    pub fn meet_interruptions<C: Clock>(&mut self, instrument: &Instrument<C>, sample: Duration) {
        let fastest = self.paces.iter().copied().fold(f64::INFINITY, f64::min);
        self.interrupted = instrument.interruptions(sample, fastest);
    }

    /// The middle pace.
    #[must_use]
    pub fn pace(&self) -> Option<f64> {
        Summary::of(&mut self.paces.clone()).map(|s| s.median)
    }

    /// Why the core makes the row's `summary` doubtful. `others` is the middle pace of all rows
    /// that it is compared with, `fastest` the pace of the fastest size, or of the start. A
    /// change while the row was measured counts only if its samples show it too.
    #[must_use]
    pub fn warnings(&self, summary: &Summary, others: f64, fastest: f64) -> Vec<String> {
        let mut warnings = Vec::new();
        let percent = |x: f64| (x * 100.0).round();
        if self.interrupted > INTERRUPTED {
            let share = percent(self.interrupted);
            warnings
                .push(format!("interruptions: they take {share} % of samples as long as these"));
        }
        let Some(paces) = Summary::of(&mut self.paces.clone()) else { return warnings };
        let changed = paces.q3 / paces.q1 - 1.0;
        let [off, slow] = [others, fastest].map(|than| paces.median / than - 1.0);
        if changed > CHANGE && summary.q3 > summary.q1 * (1.0 + CHANGE / 2.0) {
            let percent = percent(changed);
            warnings.push(format!("frequency: it changed by {percent} % while this was measured"));
        } else if off.abs() > CHANGE {
            let (percent, how) = (percent(off.abs()), if off > 0.0 { "slower" } else { "faster" });
            warnings.push(format!("frequency: the core ran {percent} % {how} than for other rows"));
        } else if slow > 2.0 * CHANGE {
            let percent = percent(slow);
            warnings
                .push(format!("frequency: the core ran {percent} % slower than at its fastest"));
        }
        warnings
    }
}
