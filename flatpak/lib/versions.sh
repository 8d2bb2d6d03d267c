# shellcheck shell=bash disable=SC2034 # for those who source it
# What the manifest says, for scripts.
manifest=$(dirname "${BASH_SOURCE[0]}")/../io.github.doubloons.Doubloons.yml
app_id=$(sed -n 's/^app-id: *//p' "$manifest")
gnome_version=$(sed -n "s/^runtime-version: *'\(.*\)'/\1/p" "$manifest")
# The freedesktop runtime that this GNOME stands on: the branch of the Rust extension.
freedesktop_version=25.08
