# What the shell tests share: a line per case, as `luahost test` prints, and the count at the end. Sourced.

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

finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
