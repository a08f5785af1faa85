"""Copies revm-precompile, as `cargo metadata` finds it, so that its tests run on polylimb.

cargo metadata --format-version 1 | copy.py FOLDER
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

# Tests only: the sources of this crate, and the library that they call.
MODULE = """
#[cfg(test)]
extern crate self as revm_precompile;
#[cfg(test)]
#[path = {path}]
mod polylimb_evm;
"""
DEFAULT = "get_or_init(|| Box::new(DefaultCrypto))"
OURS = "get_or_init(|| Box::new(crate::polylimb_evm::Polylimb::new()))"


def dependency(of: dict[str, Any]) -> str:
    """The line of a manifest."""
    fields = {"version": of["req"], "features": of["features"], "package": of["name"]}
    if of.get("path"):
        fields["path"] = of["path"]
    pairs = [f"{key} = {json.dumps(value)}" for key, value in fields.items()]
    pairs.append(f"default-features = {json.dumps(of['uses_default_features'])}")
    return f"{of['rename'] or of['name']} = {{ {', '.join(pairs)} }}\n"


def main() -> None:
    """Writes the copy."""
    target = Path(sys.argv[1])
    packages = {package["name"]: package for package in json.load(sys.stdin)["packages"]}
    theirs, ours = packages["revm-precompile"], packages["polylimb-evm"]
    source = Path(theirs["manifest_path"]).parent
    shutil.copytree(source / "src", target / "src")

    manifest = f'[workspace]\n[package]\nname = "revm-precompile"\nversion = "{theirs["version"]}"\n'
    manifest += f'edition = "{theirs["edition"]}"\n[features]\n'
    # Without the optional libraries in C.
    needed = [of for of in theirs["dependencies"] if of["kind"] is None and not of["optional"]]
    names = {of["rename"] or of["name"] for of in needed}
    std = [feature for feature in theirs["features"]["std"] if feature.split("/")[0] in names]
    manifest += f'default = ["std"]\nstd = {json.dumps(std)}\n[dependencies]\n'
    manifest += "".join(map(dependency, needed)) + "[dev-dependencies]\n"
    own = {of["name"]: of for of in ours["dependencies"]}
    manifest += dependency(own["polylimb"]) + dependency(own["rstest"])
    # Of the features left out.
    manifest += '[lints.rust]\nunexpected_cfgs = "allow"\n'
    # As in this crate, so that all else is built once.
    profiles = Path(ours["manifest_path"]).read_text(encoding="utf-8").partition("[profile.dev]")
    (target / "Cargo.toml").write_text(manifest + profiles[1] + profiles[2], encoding="utf-8")

    interface = target / "src/interface.rs"
    text = interface.read_text(encoding="utf-8")
    if text.count(DEFAULT) != 1:
        sys.exit(f"{interface} does not have `{DEFAULT}` once: has crypto() changed?")
    interface.write_text(text.replace(DEFAULT, OURS), encoding="utf-8")
    lib = target / "src/lib.rs"
    path = json.dumps(str(Path(ours["manifest_path"]).parent / "src/lib.rs"))
    lib.write_text(lib.read_text(encoding="utf-8") + MODULE.format(path=path), encoding="utf-8")


main()
