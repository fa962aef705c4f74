# Installs the system packages that building and running need, if any is missing. Sourced by the other scripts.

# Each library is known by a file that its package puts in place, so that looking costs nothing.
require_packages() {
  local missing=()
  while [ $# -gt 0 ]; do
    local package=$1 file=$2
    shift 2
    compgen -G "$file" >/dev/null || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || {
    echo "luahost needs these packages, and there is no apt-get to install them with: ${missing[*]}" >&2
    return 1
  }
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "luahost needs these packages; install them as root: apt-get install ${missing[*]}" >&2
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
    echo "luahost is built with Swift 6.3 or later, and there is no swift on the PATH: see https://www.swift.org/install" >&2
    return 1
  }
  require_packages \
    liblua5.4-dev '/usr/include/lua5.4/lua.h' \
    libtickit-dev '/usr/include/tickit.h' \
    libsqlite3-dev '/usr/include/sqlite3.h' \
    libutf8proc-dev '/usr/include/utf8proc.h' \
    libpng-dev '/usr/include/png.h' \
    libmd4c-dev '/usr/include/md4c.h' \
    librsvg2-bin '/usr/bin/rsvg-convert' \
    fonts-dejavu-core '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf' \
    pkg-config '/usr/bin/pkg-config'
}
