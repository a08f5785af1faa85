//! The team: every part once, on its own thread, under all conditions.

use polylimb::authors::team::each_chunk;
use polylimb::{Alone, Error, Split, Team};
use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Barrier, Mutex};
use std::thread::{self, ThreadId};

/// Runs `parts` parts and checks that each ran once, part 0 and only its share on the caller.
fn check_once(split: &dyn Split, parts: usize) {
    let runs: Vec<_> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
    let threads: Vec<_> = (0..parts).map(|_| Mutex::new(None)).collect();
    split.run(parts, &|i| {
        runs[i].fetch_add(1, Relaxed);
        *threads[i].lock().unwrap() = Some(thread::current().id());
    });
    assert!(runs.iter().all(|n| n.load(Relaxed) == 1), "{parts} parts");
    let threads: Vec<ThreadId> = threads.iter().map(|t| t.lock().unwrap().unwrap()).collect();
    for (i, id) in threads.iter().enumerate() {
        let first = i % split.threads();
        assert_eq!(*id, threads[first], "part {i} runs where part {first} does");
        assert_eq!(*id == thread::current().id(), first == 0, "part {i}");
    }
    let distinct: HashSet<_> = threads.iter().collect();
    assert_eq!(distinct.len(), parts.min(split.threads()));
}

/// That many rounds, or a hundredth under Miri, which takes a thousand times as long.
const fn rounds(native: usize) -> usize {
    if cfg!(miri) { native / 100 } else { native }
}

/// A panic without the message on standard error.
fn quiet_panic() -> ! {
    resume_unwind(Box::new("on purpose"))
}

#[test]
fn every_part_once() {
    let (most_threads, most_parts) = if cfg!(miri) { (3, 4) } else { (8, 20) };
    for threads in 1..=most_threads {
        let team = Team::new(threads).unwrap();
        assert_eq!(team.threads(), threads);
        for parts in 0..=most_parts {
            check_once(&team, parts);
            team.session(|crew| {
                check_once(crew, parts);
                check_once(&team, parts);
            })
            .unwrap();
            let mut calls = 0;
            team.hold(&mut || {
                check_once(&team, parts);
                calls += 1;
            });
            assert_eq!(calls, 1);
        }
    }
}

#[test]
fn wrong_sizes_are_errors() {
    for threads in [0, Team::MOST_THREADS + 1, 10_000, usize::MAX] {
        let error = Team::new(threads).unwrap_err();
        assert_eq!(
            error,
            Error::Threads { algorithm: "team", min: 1, max: 64, only: &[], got: threads }
        );
    }
    let cores = polylimb::Team::cores().len();
    let error = Team::builder(cores + 1).pinned(true).build().unwrap_err();
    assert!(matches!(error, Error::Threads { max, .. } if max == cores), "{error}");
    assert_eq!(polylimb::Team::pin_current_thread(1 << 20), Err(Error::Pinning));
}

#[test]
fn the_largest_team_works() {
    let team = Team::new(Team::MOST_THREADS).unwrap();
    check_once(&team, 200);
}

#[test]
fn pinned_workers_stay_on_their_cores() {
    let cores = polylimb::Team::cores();
    if cores.is_empty() {
        println!("SKIPPED: the system does not tell its cores");
        return;
    }
    let team = Team::builder(cores.len()).pinned(true).build().unwrap();
    let seen: Vec<_> = cores.iter().map(|_| Mutex::new(Vec::new())).collect();
    team.run(cores.len(), &|i| *seen[i].lock().unwrap() = polylimb::Team::cores());
    assert_eq!(*seen[0].lock().unwrap(), cores, "the caller is not bound");
    for i in 1..cores.len() {
        assert_eq!(*seen[i].lock().unwrap(), [cores[i]]);
    }
}

#[test]
fn chunks_are_cut_and_counted() {
    for threads in [1, 2, 3] {
        let team = Team::new(threads).unwrap();
        for len in 0..if cfg!(miri) { 8 } else { 40 } {
            for chunk in 1..if cfg!(miri) { 4 } else { 12 } {
                let mut buffer = vec![0; len];
                each_chunk(&team, &mut buffer, chunk, |i, part| {
                    assert!(part.len() == chunk || i == len / chunk);
                    for x in part {
                        *x += i + 1;
                    }
                });
                let expected: Vec<_> = (0..len).map(|i| i / chunk + 1).collect();
                assert_eq!(buffer, expected);
            }
        }
    }
}

/// Each hand-over reads what the other thread wrote in the previous one.
#[test]
fn a_hundred_thousand_hand_overs() {
    let team = Team::new(2).unwrap();
    let rounds = rounds(100_000);
    let mut sums = [1_u64, 2];
    team.session(|crew| {
        for _ in 0..rounds {
            let before = sums;
            each_chunk(crew, &mut sums, 1, |i, own| {
                own[0] = before[1 - i].wrapping_mul(3).wrapping_add(i as u64);
            });
        }
    })
    .unwrap();
    let expected = (0..rounds)
        .fold([1_u64, 2], |[a, b], _| [b.wrapping_mul(3), a.wrapping_mul(3).wrapping_add(1)]);
    assert_eq!(sums, expected);
}

/// More threads than cores must finish promptly, inside and outside of sessions.
#[test]
fn oversubscribed() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for threads in [2 * cores, 4 * cores].map(|n| n.min(Team::MOST_THREADS)) {
        let team = Team::new(threads).unwrap();
        let count = AtomicUsize::new(0);
        let add = |_| {
            count.fetch_add(1, Relaxed);
        };
        team.session(|crew| (0..rounds(2000)).for_each(|_| crew.run(threads, &add))).unwrap();
        (0..rounds(200)).for_each(|_| team.run(threads, &add));
        assert_eq!(count.into_inner(), rounds(2200) * threads);
    }
}

#[test]
fn a_panic_ends_the_session_and_spares_the_team() {
    for threads in [1, 2, 4] {
        let team = Team::new(threads).unwrap();
        for culprit in 0..threads {
            let others = AtomicUsize::new(0);
            let reached = Cell::new(false);
            let panics = |i| {
                if i == culprit {
                    quiet_panic();
                }
                others.fetch_add(1, Relaxed);
            };
            let result = team.session(|crew| {
                crew.run(threads, &panics);
                reached.set(true);
            });
            assert_eq!(result, Err(Error::PartPanicked));
            assert!(!reached.get());
            if threads > 1 {
                assert_eq!(others.load(Relaxed), threads - 1, "the other parts end");
            }
            let payload =
                catch_unwind(AssertUnwindSafe(|| team.run(threads, &panics))).unwrap_err();
            assert_eq!(payload.downcast_ref(), Some(&Error::PartPanicked));
            let payload =
                catch_unwind(AssertUnwindSafe(|| team.hold(&mut || team.run(threads, &panics))))
                    .unwrap_err();
            assert_eq!(payload.downcast_ref(), Some(&Error::PartPanicked));
            check_once(&team, 2 * threads);
        }
    }
}

#[test]
fn all_parts_may_panic_and_so_may_what_they_throw() {
    struct Grenade;
    impl Drop for Grenade {
        fn drop(&mut self) {
            quiet_panic();
        }
    }
    let team = Team::new(3).unwrap();
    assert_eq!(team.session(|crew| crew.run(9, &|_| quiet_panic())), Err(Error::PartPanicked));
    let thrown = team.session(|crew| crew.run(3, &|_| resume_unwind(Box::new(Grenade))));
    assert_eq!(thrown, Err(Error::PartPanicked));
    check_once(&team, 9);
}

#[test]
fn a_panic_of_the_caller_is_its_own() {
    let team = Team::new(2).unwrap();
    let payload = catch_unwind(AssertUnwindSafe(|| team.session(|_| quiet_panic()))).unwrap_err();
    assert_eq!(payload.downcast_ref(), Some(&"on purpose"));
    check_once(&team, 4);
}

#[test]
fn nested_runs_stay_on_their_thread() {
    let (team, other) = (Team::new(3).unwrap(), Team::new(2).unwrap());
    let count = AtomicUsize::new(0);
    team.session(|crew| {
        crew.run(6, &|_| {
            let here = thread::current().id();
            let inner = |_| {
                assert_eq!(thread::current().id(), here);
                count.fetch_add(1, Relaxed);
            };
            team.run(5, &inner);
            other.run(5, &inner);
            team.session(|crew| crew.run(5, &inner)).unwrap();
            other.hold(&mut || other.run(5, &inner));
        });
    })
    .unwrap();
    assert_eq!(count.into_inner(), 6 * 20);
    check_once(&team, 5);
    check_once(&other, 5);
}

#[test]
fn a_panic_in_a_nested_run_is_one_of_the_part() {
    let team = Team::new(2).unwrap();
    let result = team.session(|crew| crew.run(2, &|_| team.run(2, &|_| quiet_panic())));
    assert_eq!(result, Err(Error::PartPanicked));
    // Caught where it happened, the panic is over.
    let result = team.session(|crew| {
        crew.run(2, &|_| {
            assert!(team.session(|crew| crew.run(2, &|_| quiet_panic())).is_err());
        });
    });
    assert_eq!(result, Ok(()));
}

#[test]
fn the_owner_may_open_again() {
    let (team, other) = (Team::new(2).unwrap(), Team::new(2).unwrap());
    let nested = team.session(|crew| {
        check_once(crew, 3);
        let inner = crew.session(|crew| crew.run(2, &|_| quiet_panic()));
        assert_eq!(inner, Err(Error::PartPanicked));
        // The outer session stays open, also around a session of another team.
        other.session(|other| (check_once(crew, 3), check_once(other, 3))).unwrap();
        check_once(crew, 3);
        7
    });
    assert_eq!(nested, Ok(7));
}

#[test]
fn callers_take_turns() {
    let team = Team::new(2).unwrap();
    let inside = AtomicUsize::new(0);
    let runs = AtomicUsize::new(0);
    thread::scope(|scope| {
        for caller in 0..4 {
            let (team, inside, runs) = (&team, &inside, &runs);
            scope.spawn(move || {
                for _ in 0..rounds(200) {
                    team.session(|crew| {
                        assert_eq!(inside.fetch_add(1, Relaxed), 0, "one session at a time");
                        crew.run(2 + caller, &|_| {
                            runs.fetch_add(1, Relaxed);
                        });
                        inside.fetch_sub(1, Relaxed);
                    })
                    .unwrap();
                    team.run(2 + caller, &|_| {
                        runs.fetch_add(1, Relaxed);
                    });
                }
            });
        }
    });
    assert_eq!(runs.into_inner(), rounds(400) * (2 + 3 + 4 + 5));
}

/// A waiting caller does not become the owner through another caller's part.
#[test]
fn a_session_keeps_others_out_until_it_ends() {
    let team = Team::new(2).unwrap();
    let order = Mutex::new(Vec::new());
    let barrier = Barrier::new(2);
    thread::scope(|scope| {
        team.session(|crew| {
            scope.spawn(|| {
                barrier.wait();
                team.run(2, &|_| order.lock().unwrap().push("other"));
            });
            barrier.wait();
            for _ in 0..rounds(1000) {
                crew.run(2, &|_| order.lock().unwrap().push("owner"));
            }
        })
        .unwrap();
    });
    let order = order.into_inner().unwrap();
    let owned = 2 * rounds(1000);
    assert_eq!(order.len(), owned + 2);
    assert!(order[..owned].iter().all(|&who| who == "owner"));
}

#[test]
fn drops_at_any_time() {
    for round in 0..if cfg!(miri) { 12 } else { 100 } {
        let team = Team::new(1 + round % 4).unwrap();
        if round % 3 == 0 {
            team.run(4, &|_| ());
        }
        if round % 5 == 0 {
            let _ = team.session(|crew| crew.run(4, &|_| quiet_panic()));
        }
    }
}

#[test]
fn says_what_it_is() {
    let team = Team::new(3).unwrap();
    assert_eq!(format!("{team:?}"), "Team { threads: 3, in_session: false, .. }");
    team.session(|crew| assert!(format!("{crew:?}").contains("in_session: true"))).unwrap();
}

#[test]
fn alone_runs_all_in_order() {
    let order = Mutex::new(Vec::new());
    Alone.run(5, &|i| order.lock().unwrap().push(i));
    assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 3, 4]);
}
