# shellcheck shell=bash
# Sourced by app/run, tests/run and tests/lib/fuzz: installs the system packages that are missing.
#
#     ensure_system_packages PURPOSE...
#
# looks for what each purpose needs and, only if something is missing, installs it with apt or dnf, as root or through
# sudo. It looks for the things themselves (a compiler that works, a library that pkg-config knows), not for package
# names, so a machine that has them from elsewhere is left alone.

# One line for each need: purpose | how to look for it | Debian packages | Fedora packages | what a person calls it
_system_needs() {
    cat <<'TABLE'
build | compiles c | gcc libc6-dev | gcc | a C compiler
build | command pkg-config | pkg-config | pkgconf-pkg-config | pkg-config
build | library gtk4 | libgtk-4-dev | gtk4-devel | GTK 4 with its development files
build | library libadwaita-1 | libadwaita-1-dev | libadwaita-devel | libadwaita 1 with its development files
build | pictures svg | librsvg2-common | librsvg2 | a reader of the desktop's icons
test | command git | git | git | git
fuzz | compiles c++ | g++ | gcc-c++ | a C++ compiler
lan | command unshare | util-linux | util-linux | unshare and nsenter
lan | command ip | iproute2 | iproute | ip
lan | command ethtool | ethtool | ethtool | ethtool
lan | command dbus-daemon | dbus | dbus-daemon | a message bus
lan | command avahi-daemon | avahi-daemon | avahi | the Avahi daemon
lan | command avahi-browse | avahi-utils | avahi-tools | the Avahi tools
gui | command Xvfb | xvfb | xorg-x11-server-Xvfb | a virtual screen
gui | command xdotool | xdotool | xdotool | a pointer and a keyboard for it
gui | command gdbus | libglib2.0-bin | glib2 | a voice on the message bus
gui | command import | imagemagick | ImageMagick | pictures of it
gui | command dbus-daemon | dbus | dbus-daemon | a message bus
gui | file /usr/share/dbus-1/services/org.a11y.Bus.service | at-spi2-core | at-spi2-core | the accessibility bus
desktop | command desktop-file-validate | desktop-file-utils | desktop-file-utils | the validator of desktop files
desktop | command appstreamcli | appstream | appstream | the validator of metainfo
desktop | command xmllint | libxml2-utils | libxml2 | the validator of XML
desktop | command rsvg-convert | librsvg2-bin | librsvg2-tools | a painter of icons
desktop | command identify | imagemagick | ImageMagick | a look at pictures
desktop | command update-mime-database | shared-mime-info | shared-mime-info | the kinds of files there are
desktop | command gio | libglib2.0-bin | glib2 | a look at kinds of files
desktop | command man | man-db | man-db | a reader of manuals
flatpak | command flatpak | flatpak | flatpak | Flatpak
flatpak | command flatpak-builder | flatpak-builder | flatpak-builder | the builder of Flatpaks
flatpak | command eu-strip | elfutils | elfutils | what the builder strips programs with
flatpak | command ostree | ostree | ostree | a keeper of Flatpak repositories
flatpak | command debootstrap | debootstrap | debootstrap | a maker of Debian systems
flatpak | file /usr/share/keyrings/debian-archive-keyring.gpg | debian-archive-keyring | debian-keyring | Debian's keys
flatpak | command curl | curl | curl | a fetcher of files
flatpak | command python3 | python3 | python3 | Python
flatpak | python ensurepip | python3-venv | python3 | virtual environments of Python
TABLE
}

ensure_system_packages() {
    local missing
    missing=$(_missing_needs "$@") || return 1
    if [ -z "$missing" ]; then
        echo "system packages for $*: all there"
        return 0
    fi
    echo "missing on this system:"
    _column 4 <<<"$missing" | sed 's/^/  - /'

    # shellcheck disable=SC2046 # package names are words
    if command -v apt-get >/dev/null 2>&1; then
        _install_with_apt $(_column 2 <<<"$missing") || return 1
    elif command -v dnf >/dev/null 2>&1; then
        _install_with_dnf $(_column 3 <<<"$missing") || return 1
    else
        cat >&2 <<TEXT
This system has neither apt nor dnf, so please install these yourself and try again. What they are called elsewhere:
  Debian, Ubuntu: $(_column 2 <<<"$missing" | paste -sd ' ' -)
  Fedora:         $(_column 3 <<<"$missing" | paste -sd ' ' -)
TEXT
        return 1
    fi

    missing=$(_missing_needs "$@") || return 1
    if [ -n "$missing" ]; then
        echo "The packages were installed, but this is still not found:" >&2
        _column 4 <<<"$missing" | sed 's/^/  - /' >&2
        return 1
    fi
}

_install_with_apt() {
    echo "installing with apt: $*"
    _as_root "apt-get update && apt-get install $*" \
        env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq update || return 1
    _as_root "apt-get install $*" \
        env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq -y --no-install-recommends install "$@"
}

_install_with_dnf() {
    echo "installing with dnf: $*"
    _as_root "dnf install $*" dnf -q -y --setopt=install_weak_deps=False install "$@"
}

# _as_root WHAT_TO_TYPE COMMAND...
_as_root() {
    local by_hand=$1
    shift
    if [ "$(id -u)" = 0 ]; then
        "$@" </dev/null || _could_not "$by_hand"
    elif ! command -v sudo >/dev/null 2>&1; then
        echo "Installing packages needs root, and there is no sudo here. As root, run:" >&2
        echo "  $by_hand" >&2
        return 1
    elif [ "${CI:-}" = true ]; then
        sudo -n "$@" </dev/null || _could_not "$by_hand"
    else
        echo "(sudo may ask for your password)"
        sudo "$@" || _could_not "$by_hand"
    fi
}

_could_not() {
    echo "That did not work. Please do it by hand and try again; as root:" >&2
    echo "  $1" >&2
    return 1
}

# The lines of the table that belong to the given purposes and are not met here.
_missing_needs() {
    local purpose line look known=false
    for purpose in "$@"; do
        known=false
        while IFS= read -r line; do
            [ "${line%% |*}" = "$purpose" ] || continue
            known=true
            look=$(_column 1 <<<"$line")
            # shellcheck disable=SC2086 # two words: the kind and the name
            _is_there $look || printf '%s\n' "$line"
        done < <(_system_needs)
        if [ "$known" = false ]; then
            echo "unknown purpose '$purpose'" >&2
            return 1
        fi
    done
}

# _is_there KIND NAME
_is_there() {
    case $1 in
    # Tools of administrators are not on everybody's PATH.
    command) PATH="$PATH:/usr/sbin:/sbin" command -v "$2" >/dev/null 2>&1 ;;
    library) command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$2" ;;
    file) [ -e "$2" ] ;;
    python) python3 -c "import $2" >/dev/null 2>&1 ;;
    compiles) _compiles "$2" ;;
    pictures) _reads_pictures "$2" ;;
    *) return 1 ;;
    esac
}

# A compiler without the C library's headers is no compiler to us, so try it.
_compiles() {
    local language=$1 compiler=cc header=stdio.h dir ok=1
    if [ "$language" = c++ ]; then
        compiler=c++ header=vector
    fi
    command -v "$compiler" >/dev/null 2>&1 || return 1
    dir=$(mktemp -d) || return 1
    printf '#include <%s>\nint main() { return 0; }\n' "$header" |
        "$compiler" -x "$language" - -o "$dir/try" >/dev/null 2>&1 && ok=0
    rm -rf "$dir"
    return "$ok"
}

# Can GTK read pictures of this kind? Debian's GTK only recommends what reads icons in SVG; elsewhere it comes along. A
# version without a list of readers has them built in.
_reads_pictures() {
    local readers
    command -v dpkg >/dev/null 2>&1 || return 0
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists gdk-pixbuf-2.0 || return 1
    readers=$(pkg-config --variable=gdk_pixbuf_cache_file gdk-pixbuf-2.0)
    [ ! -s "$readers" ] || grep -qi "$1" "$readers"
}

# Column N (from 0) of each line, without the spaces around it.
_column() {
    awk -F ' [|] ' -v column="$(($1 + 1))" '{ print $column }'
}
