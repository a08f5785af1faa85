//! The governor's clock: finds the tests of a benchmark that run at the high frequency.

/// The share of a period that must be busy for the switch: `[Arruda2014]`, section 2.7.1.
pub const THRESHOLD: f64 = 0.95;

/// The parameters that the fit determines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// The governor's sampling period, in ms.
    pub period: f64,
    /// The idle time of a new process of one thread, in ms.
    pub pause: f64,
    /// The time of the first sample, in periods after the start of the benchmark.
    pub phase: f64,
}

/// One algorithm and size in a benchmark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The row of its table.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// Its threads.
    pub threads: usize,
    /// Executions.
    pub runs: usize,
    /// µs of one execution at the low frequency.
    pub low: f64,
    /// µs of one at the high frequency.
    pub high: f64,
}

/// Tests one after another, from the low frequency on.
#[derive(Debug, Clone, PartialEq)]
pub struct Benchmark {
    /// Whether each test runs in a process of its own.
    pub processes: bool,
    /// The tests in order.
    pub tests: Vec<Test>,
}

/// For each test whether at least one of its executions ran at the high frequency.
#[must_use]
pub fn switched(benchmark: &Benchmark, parameters: &Parameters) -> Vec<bool> {
    let mut governor = Governor {
        parameters,
        now: 0.0,
        next_sample: parameters.phase * parameters.period,
        busy: 0.0,
        fast: false,
    };
    let tests = benchmark.tests.iter();
    tests
        .map(|test| {
            let threads = f64::from(u32::try_from(test.threads).unwrap_or(u32::MAX));
            let runs = f64::from(u32::try_from(test.runs).unwrap_or(u32::MAX));
            if benchmark.processes {
                governor.pass(parameters.pause / threads, false);
            }
            governor.pass(test.low * runs / 1000.0, true);
            governor.fast
        })
        .collect()
}

struct Governor<'a> {
    parameters: &'a Parameters,
    now: f64,
    next_sample: f64,
    /// The busy time of the current period, in ms.
    busy: f64,
    fast: bool,
}

impl Governor<'_> {
    /// Lets `time` ms pass. Does nothing after the switch.
    fn pass(&mut self, time: f64, busy: bool) {
        let end = self.now + time;
        while !self.fast && self.next_sample <= end {
            if busy {
                self.busy += self.next_sample - self.now;
            }
            self.fast = self.busy >= THRESHOLD * self.parameters.period;
            self.now = self.next_sample;
            self.next_sample += self.parameters.period;
            self.busy = 0.0;
        }
        if busy {
            self.busy += end - self.now;
        }
        self.now = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Parameters = Parameters { period: 40.0, pause: 3.0, phase: 0.0 };

    /// Tests of these times in ms.
    fn benchmark(processes: bool, times: &[f64]) -> Benchmark {
        let test = |(column, &low): (usize, &f64)| Test {
            row: 0,
            column,
            threads: 1,
            runs: 1000,
            low,
            high: low / 2.0,
        };
        Benchmark { processes, tests: times.iter().enumerate().map(test).collect() }
    }

    #[test]
    fn a_full_period_switches_and_it_stays() {
        let found = switched(&benchmark(false, &[15.0, 15.0, 15.0, 1.0]), &PLAIN);
        assert_eq!(found, [false, false, true, true]);
        assert_eq!(switched(&benchmark(false, &[39.9]), &PLAIN), [false]);
    }

    #[test]
    fn pauses_keep_the_load_below_the_threshold() {
        let short = benchmark(true, &[10.0; 40]);
        assert!(switched(&short, &PLAIN).iter().all(|fast| !fast));
        let without = Parameters { pause: 0.0, ..PLAIN };
        assert_eq!(switched(&short, &without).iter().position(|&fast| fast), Some(3));
    }

    #[test]
    fn a_late_first_sample_delays_the_switch() {
        let late = Parameters { phase: 0.5, pause: 0.0, ..PLAIN };
        // The first sample at 20 ms sees half a period, the next at 60 ms a whole one.
        assert_eq!(switched(&benchmark(false, &[59.0, 2.0]), &late), [false, true]);
    }

    #[test]
    fn more_executions_switch_earlier() {
        let mut many = benchmark(true, &[1.0]);
        assert_eq!(switched(&many, &PLAIN), [false]);
        many.tests[0].runs = 100_000;
        assert_eq!(switched(&many, &PLAIN), [true]);
    }
}
