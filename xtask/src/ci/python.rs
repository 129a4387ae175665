//! The Python package: its wheel is built as `pip install .` does it, only quicker, put into a virtual
//! environment that is new each time, and tested there, away from the sources.
//!
//! The environment and the wheel are in `target/python`. The crate is a workspace of its own, but cargo builds it in the
//! folder of all others: what comes from elsewhere is there already. `--quick` runs the tests, Dask with a killed worker
//! among them; without it the sources are looked at, too, and the types checked by mypy and pyright, from the wheel.

use super::{Count, Run, Runner, cargo};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The manifest of the crate.
const MANIFEST: &str = "crates/piste-py/Cargo.toml";

/// What the tests are about, and what they are run by. None of it is a dependency of the package.
const NEEDED: [&str; 7] =
    ["pytest", "numpy", "pandas", "polars", "pyarrow", "dask[distributed]", "typing_extensions"];

/// What looks at the types.
const CHECKERS: [&str; 2] = ["mypy", "pyright"];

/// The engines for many machines, by their packages, and the trial of each. Java must be there for Spark.
const CLUSTERS: [(&[&str], &str); 3] = [
    (&["ray[data]"], "ray_data.py"),
    (&["pyspark"], "spark.py"),
    (&["daft", "ray"], "daft_frames.py"),
];

/// The interpreters that are looked for.
const PYTHONS: [&str; 2] = ["python3", "python"];

/// The oldest Python that the package is for.
const OLDEST: &str = "import sys, venv; sys.exit(sys.version_info < (3, 10))";

impl Run<'_> {
    /// The package in a clean environment, or word that there is no Python.
    pub(super) fn wheel_tested(&mut self) -> Result<(), String> {
        let Some(python) = found() else { return Ok(()) };
        let home = self.root.join("target/python");
        self.cargo(&["fmt", "--manifest-path", MANIFEST, "--", "--check"])?;
        let venv = self.fresh(python, &home)?;
        self.wheel(&venv, &home)?;
        self.pytest(&venv, &home)
    }

    /// The same, and what its sources and its types are like.
    pub(super) fn python(&mut self) -> Result<(), String> {
        if found().is_none() {
            return Ok(());
        }
        let clippy = ["clippy", "--manifest-path", MANIFEST, "--", "-D", "warnings"];
        self.watch(cargo(self.root, &clippy).env("CARGO_TARGET_DIR", self.target()), Runner::None)?;
        self.wheel_tested()?;
        let home = self.root.join("target/python");
        let venv = home.join("venv");
        self.watch(installed(&venv).args(CHECKERS), Runner::None)?;
        self.types(&venv, &home)
    }

    /// Where cargo puts what it builds.
    fn target(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or(self.root.join("target"), PathBuf::from)
    }

    /// The package on engines for many machines: two workers each, one of which is killed in the middle.
    pub(super) fn clusters(&mut self) -> Result<(), String> {
        let Some(python) = found() else { return Ok(()) };
        let home = self.root.join("target/python");
        let venv = self.fresh(python, &home)?;
        self.wheel(&venv, &home)?;
        let mut failed = Vec::new();
        for (packages, script) in CLUSTERS {
            self.watch(installed(&venv).args(packages), Runner::None)?;
            let mut trial = Command::new(venv.join("bin/python"));
            trial.current_dir(&home).arg(self.root.join("crates/piste-py/clusters").join(script));
            if self.watch(&mut trial, Runner::None).is_err() {
                failed.push(script);
            }
        }
        if failed.is_empty() { Ok(()) } else { Err(failed.join(", ")) }
    }

    /// An environment with nothing in it.
    fn fresh(&mut self, python: &str, home: &Path) -> Result<PathBuf, String> {
        let venv = home.join("venv");
        for folder in [&venv, &home.join("wheel")] {
            if folder.exists() {
                fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            }
        }
        fs::create_dir_all(home).map_err(|e| format!("{}: {e}", home.display()))?;
        self.watch(Command::new(python).args(["-m", "venv"]).arg(&venv), Runner::None)?;
        self.watch(installed(&venv).args(NEEDED), Runner::None)?;
        Ok(venv)
    }

    /// Builds the wheel by the way that `pip install .` goes, with the profile that is quick to build, and
    /// installs it.
    fn wheel(&mut self, venv: &Path, home: &Path) -> Result<(), String> {
        let folder = home.join("wheel");
        let mut build = pip(venv, &["wheel", "--no-deps", "--wheel-dir"]);
        build.arg(&folder).arg(".").current_dir(self.root);
        build.env("CARGO_TARGET_DIR", self.target());
        self.watch(build.env("MATURIN_PEP517_ARGS", "--profile dev"), Runner::None)?;
        let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let wheel = entries.filter_map(Result::ok).map(|entry| entry.path()).next();
        let wheel = wheel.ok_or("no wheel was made")?;
        self.watch(pip(venv, &["install", "--quiet", "--no-deps"]).arg(wheel), Runner::None)
    }

    /// The tests, and the examples in the documentation.
    fn pytest(&mut self, venv: &Path, home: &Path) -> Result<(), String> {
        let before = self.count;
        let mut tests = Command::new(venv.join("bin/python"));
        tests.current_dir(home).args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"]);
        tests.args(["--doctest-modules", "--pyargs", "piste"]);
        tests.arg(self.root.join("crates/piste-py/tests"));
        self.watch(tests.env("PYTHONDONTWRITEBYTECODE", "1"), Runner::Pytest)?;
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    /// The types, as people who use the package see them.
    fn types(&mut self, venv: &Path, home: &Path) -> Result<(), String> {
        let typed = self.root.join("crates/piste-py/tests/typed.py");
        let mut mypy = Command::new(venv.join("bin/python"));
        mypy.current_dir(home).args(["-m", "mypy", "--strict"]).arg(&typed);
        self.watch(&mut mypy, Runner::None)?;
        let mut pyright = Command::new(venv.join("bin/pyright"));
        pyright.current_dir(home).arg("--pythonpath").arg(venv.join("bin/python")).arg(&typed);
        self.watch(&mut pyright, Runner::None)
    }
}

/// A Python that will do; if there is none, that is said.
fn found() -> Option<&'static str> {
    let found = PYTHONS.into_iter().find(|name| is_good(name));
    if found.is_none() {
        println!(
            "SKIPPED: there is no Python from 3.10 on with venv, so the package is not tested"
        );
    }
    found
}

fn is_good(python: &str) -> bool {
    let mut asked = Command::new(python);
    asked.args(["-c", OLDEST]).stdin(Stdio::null());
    asked.output().is_ok_and(|output| output.status.success())
}

/// Installs packages of others. Most of what they have is never run here, so it is not compiled beforehand.
fn installed(venv: &Path) -> Command {
    pip(venv, &["install", "--quiet", "--no-compile"])
}

fn pip(venv: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(venv.join("bin/python"));
    command.args(["-m", "pip", "--disable-pip-version-check"]).args(args);
    command
}

/// The counts in pytest's summary: `3 failed, 25 passed, 1 skipped in 4.31s`, within equals signs or not.
pub(super) fn summary(line: &str) -> Option<Count> {
    let line = line.trim_matches(|sign: char| sign == '=' || sign.is_whitespace());
    let (counts, took) = line.rsplit_once(" in ")?;
    let took = took.split_whitespace().next()?.strip_suffix('s')?;
    took.parse::<f64>().ok()?;
    let mut count = Count::default();
    for part in counts.split(", ") {
        let (number, kind) = part.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match kind {
            "passed" => count.passed += number,
            "failed" | "error" | "errors" => count.failed += number,
            _ => {}
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pytests_summary_is_read() {
        let counted = |line| summary(line).map(|count| (count.passed, count.failed));
        assert_eq!(counted("25 passed in 4.31s"), Some((25, 0)));
        let all = "===== 1 failed, 24 passed, 2 skipped, 1 error in 61.02s (0:01:01) =====";
        assert_eq!(counted(all), Some((24, 2)));
        for line in ["25 passed", "FAILED tests/a.py::b - in 3s", "no tests ran in a hurry", ""] {
            assert_eq!(counted(line), None, "{line}");
        }
    }
}
