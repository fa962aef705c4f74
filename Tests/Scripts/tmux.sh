# shellcheck shell=bash
# A terminal for tests: a shell in tmux, whose keys are pressed and whose screen is read. Nothing here waits for a time, but
# until something is so. Sourced.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds it, if that is needed, before anything waits for it.
"$luahost" --version >/dev/null || exit 1
export XDG_STATE_HOME=$work/state
tmux="tmux -u -L luahost-$$ -f /dev/null"
. "$root/Tests/Scripts/checks.sh"
trap '$tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT

# eventually COMMAND ...: waits until a command succeeds, at most ten seconds; what it printed last is shown if it does not.
eventually() {
  local end=$((SECONDS + 10))
  until "$@" >"$work/eventually" 2>&1; do
    [ $SECONDS -lt $end ] || {
      cat "$work/eventually"
      return 1
    }
    sleep 0.05
  done
}

# start_terminal COLUMNS ROWS
start_terminal() {
  $tmux new-session -d -x "$1" -y "$2" "env PS1='$ ' bash --norc --noprofile"
  until_shown '$'
}

screen() { $tmux capture-pane -p; }
shows() { screen | tee /dev/stderr | grep -qF -- "$1"; }
shows_not() { ! shows "$1"; }

# Waits until the screen has a text.
until_shown() { eventually shows "$1"; }
# Waits until the screen has a text no more.
until_gone() { eventually shows_not "$1"; }

type_text() { $tmux send-keys -l -- "$1"; }
press() { $tmux send-keys "$@"; }
# Runs a line in the shell, on a screen without what was there; no process but the line's own runs for that.
shell() { type_text "printf '\\033c'; $1"; press Enter; }
