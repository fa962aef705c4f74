# shellcheck shell=bash
# Shared by the other scripts: installs missing system packages for building and running, and builds with a progress
# display. Sourced by them.

# Each package is detected by one of its files, which costs nothing.
require_packages() {
  local missing=()
  while [ $# -gt 0 ]; do
    local package=$1 file=$2
    shift 2
    compgen -G "$file" >/dev/null || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || {
    echo "luahost requires these packages, but apt-get is not available to install them: ${missing[*]}" >&2
    return 1
  }
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "luahost requires these packages; install them as root: apt-get install ${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]} with apt-get${as_root:+ (sudo)} ..." >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

require_build_packages() {
  command -v swift >/dev/null || {
    echo "luahost requires Swift 6.3 or later to build, but there is no swift on the PATH: see https://www.swift.org/install" >&2
    return 1
  }
  require_packages \
    liblua5.4-dev '/usr/include/lua5.4/lua.h' \
    libtickit-dev '/usr/include/tickit.h' \
    libsqlite3-dev '/usr/include/sqlite3.h' \
    libutf8proc-dev '/usr/include/utf8proc.h' \
    libpng-dev '/usr/include/png.h' \
    zlib1g-dev '/usr/include/zlib.h' \
    libmd4c-dev '/usr/include/md4c.h' \
    libfribidi0 '/usr/lib/*/libfribidi.so.0' \
    librsvg2-bin '/usr/bin/rsvg-convert' \
    libgdk-pixbuf-2.0-0 '/usr/lib/*/libgdk_pixbuf-2.0.so.0' \
    webp-pixbuf-loader '/usr/lib/*/gdk-pixbuf-2.0/*/loaders/libpixbufloader-webp.so' \
    fonts-dejavu-core '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf' \
    pkg-config '/usr/bin/pkg-config'
}

# Runs a build with its output in a file, and shows the progress on standard error: on a terminal in one line, otherwise
# a line per part. The number of steps grows, as steps are counted when they are found.
# build_with_progress WHAT LOG COMMAND ...
build_with_progress() {
  local what=$1 log=$2 start=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  local first=
  [ -d "$(dirname "$log")/checkouts" ] || first=' The first build takes a few minutes, as it includes all libraries.'
  echo "Building $what ...$first" >&2
  if ! (set -o pipefail && "$@" 2>&1 | tee "$log" | show_progress); then
    cat "$log" >&2
    echo "The build of $what failed." >&2
    return 1
  fi
  local seconds=$((SECONDS - start))
  [ $seconds -lt 10 ] || echo "Built $what in $((seconds / 60)) min $((seconds % 60)) s." >&2
}

show_progress() {
  local line step='' now shown=-1 status=0 start=$SECONDS
  # After a second without a line, only the elapsed time is updated.
  while [ $status = 0 ] || [ $status -gt 128 ]; do
    line='' status=0
    IFS= read -r -t 1 line || status=$?
    now=$step
    if [[ $line =~ ^(Fetching|Fetched|Updating|Creating\ working\ copy\ for)\ ([^ ]+) ]]; then
      now="${BASH_REMATCH[1]} ${BASH_REMATCH[2]##*/}"
    elif [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (Compiling|Emitting\ module|Linking)\ ([^ ]+) ]]; then
      now="${BASH_REMATCH[3]} ${BASH_REMATCH[4]}"
      # Without a terminal, one line per part instead of one per file.
      [ ! -t 2 ] || now="[${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}] $now"
    fi
    if [ -t 2 ]; then
      [ "$now" = "$step" ] && [ $SECONDS = $shown ] || printf '\r\033[K  %d:%02d  %s' \
        $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60)) "$now" >&2
      shown=$SECONDS
    elif [ "$now" != "$step" ]; then
      printf '  %s\n' "$now" >&2
    fi
    step=$now
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}
