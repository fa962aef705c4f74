# shellcheck shell=bash disable=SC2154
# Shared by the shell tests: waiting, a line per case in the format of `luahost test`, and the final count. Source it
# after creating the folder $work.

failed=0
passed=0
# When the last case ended, in microseconds.
last_end=${EPOCHREALTIME/[.,]/}

# check NAME COMMAND ...: passes if the command succeeds; prints the command's output if it fails. The time of a case
# includes everything since the case before.
check() {
  local name=$1 state=ok now
  shift
  "$@" >"$work/check" 2>&1 || state=FAIL
  now=${EPOCHREALTIME/[.,]/}
  printf '%-5s %s (%d ms)\n' $state "$name" $(((now - last_end) / 1000))
  last_end=$now
  if [ $state = ok ]; then
    passed=$((passed + 1))
  else
    sed 's/^/      /' "$work/check"
    failed=$((failed + 1))
  fi
}

# eventually COMMAND ...: retries a command until it succeeds, for at most 30 s; then prints its last output.
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
