# shellcheck shell=bash disable=SC2154
# Makes release builds that contain their commit. Sourced by the other scripts, after setup.sh.

release=$root/.build/release
# The command with its commit, which scripts/luahost runs and scripts/install installs.
luahost_binary=$root/.build/luahost

# Swift's runtime is linked statically, so that the products start faster and do not require Swift; so is the C++
# library that it uses, whose 3,000 relocations are a tenth of the instructions of a launch. Executables export no
# symbols, and relative relocations are packed (DT_RELR), which the dynamic linker of Debian 12 supports: together 4 MB.
# The functions of a first use are placed together (scripts/order), so that a quarter fewer pages of the program are in
# memory. Types are accessed by functions: by their mangled names, the first use of each generic type with a constrained
# parameter would walk all conformances of the program, in all a fifth of the instructions of a launch. Whatever imports
# a module that has changed is compiled again: by its own rules Swift skips modules whose calls into a class have moved
# because the class has new members.
static_libraries=$root/.build/static
release_options=(
  -c release --static-swift-stdlib -Xswiftc -L"$static_libraries" -Xswiftc -disable-incremental-imports
  -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
  -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
  -Xlinker --symbol-ordering-file="$root/scripts/function-order" -Xlinker --no-warn-symbol-ordering
)

# build_release PRODUCT ...: builds products that are not up to date. All scripts use it, as SwiftPM compiles everything
# again when its options change.
build_release() {
  local product stamp
  for product; do
    ! is_built "$product" || continue
    require_build_packages || return
    stamp=$root/.build/$product.built
    mkdir -p "$root/.build"
    touch "$stamp.new"
    link_static_libraries
    swift build --package-path "$root" "${release_options[@]}" --product "$product" || return
    mv "$stamp.new" "$stamp"
  done
}

# Puts the C++ library where the linker searches first, in a folder that has only the static one.
link_static_libraries() {
  local library
  library=$(clang -print-file-name=libstdc++.a) && [ -e "$library" ] || return 0
  mkdir -p "$static_libraries"
  ln -sf "$library" "$static_libraries/"
}

# is_built PRODUCT: whether a product is up to date.
is_built() {
  local stamp=$root/.build/$1.built
  local sources=("$root/Package.swift" "$root/Sources" "$root/vendor-headers" "$root/scripts/"{function-order,build.sh})
  [ "$1" = luahost ] || sources+=("$root/Tests")
  [ -x "$release/$1" ] && [ -e "$stamp" ] && [ -z "$(find "${sources[@]}" -newer "$stamp" -print -quit)" ]
}

# Builds the command, unless it is up to date.
build_luahost() {
  local commit
  ! is_built luahost || [ "$release/luahost" -nt "$luahost_binary" ] || return 0
  commit=$(source_commit)
  build_with_progress luahost "$root/.build/luahost.log" build_release luahost || return
  write_commit "$commit" "$release/luahost" "$luahost_binary"
}

# Names the program for backtraces to a command with Swift's runtime linked statically, which does not find it itself.
name_backtracer() {
  local swift
  if [ -z "${SWIFT_BACKTRACE-}" ] && swift=$(command -v swift) && [ -x "${swift%/*}/../libexec/swift/linux/swift-backtrace" ]; then
    export SWIFT_BACKTRACE="swift-backtrace=${swift%/*}/../libexec/swift/linux/swift-backtrace"
  fi
}

# Builds the generator of the manual page, unless it is up to date.
build_manual() {
  is_built Manual || build_with_progress "the manual page" "$root/.build/manual.log" build_release Manual
}

# write_commit COMMIT BINARY COPY: copies an executable and stores its commit in the copy.
write_commit() {
  local note
  note=$(mktemp)
  echo "$1" >"$note"
  # A running program cannot be overwritten, only replaced.
  if [ -n "$1" ] && command -v objcopy >/dev/null; then
    objcopy --add-section .luahost.commit="$note" "$2" "$3.new"
  else
    cp "$2" "$3.new"
  fi
  rm -f "$note"
  mv "$3.new" "$3"
}

# Runs git in this checkout, even if it belongs to another user, as under sudo; fails outside of a checkout.
git_here() {
  command -v git >/dev/null && [ -e "$root/.git" ] && git -c safe.directory="$root" -C "$root" "$@" 2>/dev/null
}

# Prints the commit of the sources, with -dirty if they were modified; nothing if it is unknown.
source_commit() {
  local commit
  if commit=$(git_here rev-parse --short=7 HEAD); then
    [ -z "$(git_here status --porcelain -- Package.swift Sources vendor-headers)" ] || commit+=-dirty
  else
    commit=$(archived_commit | cut -d' ' -f1)
  fi
  echo "$commit"
}

# Prints the time of the sources, so that two builds of the same commit are identical.
source_date() {
  echo "${SOURCE_DATE_EPOCH:-$(git_here log -1 --format=%ct || archived_commit | cut -d' ' -f2 | grep . ||
    stat -c %Y "$root/Package.swift")}"
}

# For sources from `git archive`, prints the commit, its time and its names; otherwise nothing.
# shellcheck disable=SC2016
archived_commit() { grep -v '^\$Format' "$root/scripts/commit" || true; }
