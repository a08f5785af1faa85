//! `--target ssh:…` against a real sshd on the loopback interface, started by the test as the
//! current user.

use crate::common::{lines, polylimb, stderr, stdout};
use std::fs::{self, Permissions};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SSHD: &str = "/usr/sbin/sshd";

struct Server {
    child: Child,
    port: u16,
    dir: tempfile::TempDir,
}

impl Server {
    /// `None` without sshd, or if it does not start for this user.
    fn start() -> Option<Self> {
        let tools = [Path::new(SSHD), Path::new("/usr/bin/ssh"), Path::new("/usr/bin/ssh-keygen")];
        if !tools.iter().all(|tool| tool.exists()) {
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        // sshd refuses keys in folders that others may write to.
        fs::set_permissions(dir.path(), Permissions::from_mode(0o700)).unwrap();
        for key in ["host", "user"] {
            let status = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f", key])
                .current_dir(&dir)
                .status()
                .unwrap();
            assert!(status.success());
        }
        fs::copy(dir.path().join("user.pub"), dir.path().join("authorized")).unwrap();
        let at = |file: &str| dir.path().join(file).display().to_string();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let config = [
            format!("ListenAddress 127.0.0.1:{port}"),
            format!("HostKey {}", at("host")),
            format!("AuthorizedKeysFile {}", at("authorized")),
            format!("PidFile {}", at("pid")),
            // The test's folder lies below a folder that everybody may write to.
            "StrictModes no".into(),
            "UsePAM no".into(),
            "PasswordAuthentication no".into(),
            // Lets the test see what is left of the remote folder.
            "AcceptEnv TMPDIR".into(),
        ];
        fs::write(dir.path().join("config"), config.join("\n") + "\n").unwrap();
        // sshd needs this folder when root runs it; normally its service makes it. Other users
        // cannot make it.
        let _ = fs::create_dir_all("/run/sshd");
        let child = Command::new(SSHD)
            .args(["-D", "-e", "-f", &at("config")])
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let server = Self { child, port, dir };
        let deadline = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(server)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(file)
    }

    /// `polylimb lab modmul` on the server, with the key of this name.
    fn lab(&self, key: &str, words: &[&str]) -> Command {
        let mut command = polylimb();
        command.args("lab modmul --bits 64,128 --threads 1 --runs 2 --seed 5 --json -".split(' '));
        command.arg("--target").arg(format!("ssh:127.0.0.1:{}", self.port));
        for option in [
            format!("IdentityFile={}", self.path(key).display()),
            format!("UserKnownHostsFile={}", self.path("known").display()),
            format!("SetEnv=TMPDIR={}", self.path("remote").display()),
            "IdentitiesOnly=yes".into(),
            "StrictHostKeyChecking=accept-new".into(),
        ] {
            command.arg("--ssh-option").arg(option);
        }
        command.args(words);
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn measured_on_another_machine_and_nothing_left_there() {
    let Some(server) = Server::start() else {
        println!(
            "SKIPPED no sshd that this user can start (Debian: apt-get install openssh-server)"
        );
        return;
    };
    fs::create_dir(server.path("remote")).unwrap();
    let output = server.lab("user", &[]).output().unwrap();
    let lines = lines(&stdout(&output));
    assert_eq!(lines[0]["runner"], "ssh:127.0.0.1");
    assert_eq!(lines[0]["seed"], 5);
    assert_eq!(lines.len() as u64 - 1, lines[0]["planned"].as_u64().unwrap());
    assert!(lines.len() > 8 && lines[1..].iter().all(|m| m["correct"] == true));
    assert_eq!(fs::read_dir(server.path("remote")).unwrap().count(), 0, "the folder is removed");

    // A key that the server does not know: a clear failure without a prompt.
    let output = server.lab("host", &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("Permission denied"), "{}", stderr(&output));

    // A program that does not run there.
    fs::write(server.path("program"), "#!/bin/sh\necho no such processor >&2\nexit 126\n").unwrap();
    let program = server.path("program");
    let output = server.lab("user", &["--binary", program.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("no such processor"), "{}", stderr(&output));
    assert_eq!(fs::read_dir(server.path("remote")).unwrap().count(), 0, "the folder is removed");
}

#[test]
fn nobody_listens() {
    if !Path::new("/usr/bin/ssh").exists() {
        println!("SKIPPED no ssh (Debian: apt-get install openssh-client)");
        return;
    }
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let output = polylimb()
        .args(["lab", "modmul", "--bits", "64", "--target", &format!("ssh:127.0.0.1:{port}")])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("refused"), "{}", stderr(&output));
}
