# shellcheck shell=bash disable=SC2154
# Builds for release, and says of which commit that is. Sourced by the other scripts, after setup.sh.

release=$root/.build/release
# The command with the commit in it, which scripts/luahost runs and scripts/install installs.
luahost_binary=$root/.build/luahost

# build_release PRODUCT ...: with Swift's runtime in them, so that they start quicker and need no Swift to run. All scripts
# build by this: SwiftPM compiles everything again when its options change.
build_release() {
  local product
  for product; do
    swift build --package-path "$root" -c release --static-swift-stdlib --product "$product" || return
  done
}

# Builds the command, unless nothing has changed since that was done.
build_luahost() {
  local stamp=$root/.build/luahost.built commit
  if [ -x "$luahost_binary" ] && [ -e "$stamp" ] &&
    [ -z "$(find "$root/Package.swift" "$root/Sources" "$root/vendor-headers" -newer "$stamp" -print -quit)" ]; then
    return 0
  fi
  require_build_packages
  mkdir -p "$root/.build"
  touch "$stamp.new"
  commit=$(source_commit)
  build_with_progress luahost "$root/.build/luahost.log" build_release luahost || {
    rm -f "$stamp.new"
    return 1
  }
  write_commit "$commit" "$release/luahost" "$luahost_binary"
  mv "$stamp.new" "$stamp"
}

# Builds what writes the page of the manual, unless nothing has changed since that was done.
build_manual() {
  if ! [ -x "$release/Manual" ] || [ -n "$(find "$root/Tests/Manual" -newer "$release/Manual" -print -quit)" ]; then
    build_with_progress "the page of the manual" "$root/.build/manual.log" build_release Manual
  fi
}

# write_commit COMMIT BINARY COPY: makes a copy of an executable that says which commit it was built from.
write_commit() {
  local note
  note=$(mktemp)
  echo "$1" >"$note"
  # A program that is running cannot be written over, only replaced.
  if [ -n "$1" ] && command -v objcopy >/dev/null; then
    objcopy --add-section .luahost.commit="$note" "$2" "$3.new"
  else
    cp "$2" "$3.new"
  fi
  rm -f "$note"
  mv "$3.new" "$3"
}

# git in this checkout, also where it is another person's, as under sudo; fails outside of one.
git_here() {
  command -v git >/dev/null && [ -e "$root/.git" ] && git -c safe.directory="$root" -C "$root" "$@" 2>/dev/null
}

# The commit that the sources are of, with -dirty if they are not as it has them; nothing if there is no way to know.
source_commit() {
  local commit
  if commit=$(git_here rev-parse --short=7 HEAD); then
    [ -z "$(git_here status --porcelain -- Package.swift Sources vendor-headers)" ] || commit+=-dirty
  else
    commit=$(archived_commit | cut -d' ' -f1)
  fi
  echo "$commit"
}

# The time of the sources, for whatever says one: what is made twice of the same commit is the same.
source_date() {
  echo "${SOURCE_DATE_EPOCH:-$(git_here log -1 --format=%ct || archived_commit | cut -d' ' -f2 | grep . ||
    stat -c %Y "$root/Package.swift")}"
}

# Of sources that `git archive` made: the commit, its time, and its names. Else nothing.
# shellcheck disable=SC2016
archived_commit() { grep -v '^\$Format' "$root/scripts/commit" || true; }
