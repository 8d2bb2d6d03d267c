# shellcheck shell=bash
# Sourced by app/run, tests/run and tests/lib/fuzz: is there a Rust toolchain, and is it new enough?

# require_rust WORKSPACE_MANIFEST
require_rust() {
    local manifest=$1 wanted found
    # rustup puts cargo here and relies on a new login shell to find it.
    if ! command -v cargo >/dev/null 2>&1 && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
        export PATH
    fi
    if ! command -v cargo >/dev/null 2>&1 || ! command -v rustc >/dev/null 2>&1; then
        cat >&2 <<'TEXT'
There is no Rust toolchain here (no cargo or no rustc on the PATH).
Get one with rustup, from https://rustup.rs, then open a new terminal and try again.
TEXT
        return 1
    fi
    wanted=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' "$manifest" | head -n 1)
    found=$(rustc --version | sed -n 's/^rustc \([0-9]*\.[0-9]*\.[0-9]*\).*/\1/p')
    if [ -z "$found" ]; then
        echo "rustc doesn't work here: 'rustc --version' says no version. Try 'rustup default stable'." >&2
        return 1
    fi
    if [ "$(printf '%s\n%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
        cat >&2 <<TEXT
Doubloons needs Rust $wanted or newer, and this is Rust $found.
With rustup: 'rustup update stable'. A distribution's own package may be too old; rustup is at https://rustup.rs.
TEXT
        return 1
    fi
}
