# shellcheck shell=bash disable=SC2154
# What the shell tests share: waiting, a line per case, as `luahost test` prints, and the count at the end. Sourced by what
# has a folder $work.

failed=0
passed=0

# check NAME COMMAND ...: the command's success decides; what it printed is shown if it fails.
check() {
  local name=$1
  shift
  if "$@" >"$work/check" 2>&1; then
    echo "ok    $name"
    passed=$((passed + 1))
  else
    echo "FAIL  $name"
    sed 's/^/      /' "$work/check"
    failed=$((failed + 1))
  fi
}

# eventually COMMAND ...: waits until a command succeeds, at most half a minute; then what it printed last is shown.
eventually() {
  local end=$((SECONDS + 30))
  until "$@" >"$work/eventually" 2>&1; do
    [ $SECONDS -lt $end ] || {
      cat "$work/eventually"
      return 1
    }
    sleep 0.05
  done
}

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
