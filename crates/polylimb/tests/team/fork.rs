//! Teams in the child of a fork, where no worker of theirs is.

use polylimb::{Split, Team};
use std::collections::HashSet;
use std::sync::{Barrier, Mutex};
use std::thread;

unsafe extern "C" {
    safe fn fork() -> i32;
    safe fn alarm(seconds: u32) -> u32;
    safe fn _exit(status: i32) -> !;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
}

/// Ends a child that hangs. No other child takes a hundredth of it.
const SECONDS: u32 = 60;

/// Whether `work` returns true in a child of this process.
fn in_child(work: impl FnOnce() -> bool) -> bool {
    match fork() {
        0 => {
            alarm(SECONDS);
            _exit(i32::from(!work()))
        }
        child => {
            let mut status = -1;
            // SAFETY: the status is a place for an int.
            child > 0 && unsafe { waitpid(child, &raw mut status, 0) } == child && status == 0
        }
    }
}

/// Whether each part runs once, each on its own thread.
fn works(team: &dyn Split) -> bool {
    let seen = Mutex::new(Vec::new());
    let parts = team.threads();
    team.run(parts, &|i| seen.lock().unwrap().push((i, thread::current().id())));
    let seen = seen.into_inner().unwrap();
    let each = |k: fn(&(usize, thread::ThreadId)) -> String| {
        seen.iter().map(k).collect::<HashSet<_>>().len() == parts
    };
    seen.len() == parts && each(|(i, _)| i.to_string()) && each(|(_, id)| format!("{id:?}"))
}

#[test]
fn a_team_is_made_anew_in_a_child() {
    let team = Team::new(3).unwrap();
    assert!(works(&team));
    assert!(in_child(|| works(&team) && works(&team)), "a run");
    assert!(in_child(|| team.session(|crew| works(crew) && works(&team)) == Ok(true)), "a session");
    assert!(in_child(|| works(&team) && in_child(|| works(&team))), "a child of the child");
    assert!(in_child(|| works(&Team::new(2).unwrap())), "a new team");
    assert!(works(&team), "the parent's");
}

#[test]
fn a_session_that_was_open_goes_on_in_a_child() {
    let team = Team::new(3).unwrap();
    let forked = team.session(|crew| works(crew) && in_child(|| works(crew)) && works(crew));
    assert_eq!(forked, Ok(true));
    // To the session's end, too.
    let parent = std::process::id();
    let forked = team.session(|crew| {
        works(crew);
        let child = fork();
        if child == 0 {
            alarm(SECONDS);
        }
        (child, works(crew))
    });
    if std::process::id() != parent {
        let right = matches!(forked, Ok((_, true))) && works(&team);
        _exit(i32::from(!right));
    }
    let (child, worked) = forked.unwrap();
    let mut status = -1;
    // SAFETY: the status is a place for an int.
    assert!(worked && unsafe { waitpid(child, &raw mut status, 0) } == child && status == 0);
}

#[test]
fn another_threads_session_does_not_hold_the_child() {
    let (team, open, end) = (Team::new(2).unwrap(), Barrier::new(2), Barrier::new(2));
    thread::scope(|scope| {
        scope.spawn(|| {
            team.session(|_| {
                open.wait();
                end.wait();
            })
        });
        open.wait();
        let forked = in_child(|| works(&team));
        end.wait();
        assert!(forked);
    });
}

#[test]
fn a_team_is_dropped_in_a_child() {
    let mut team = Some(Team::new(3).unwrap());
    assert!(team.as_ref().is_some_and(|team| works(team)));
    assert!(in_child(|| {
        team = None;
        team.is_none()
    }));
}
