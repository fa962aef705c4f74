# A terminal for tests: a shell in tmux, whose keys are pressed and whose screen is read. Sourced.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds it, if that is needed, before anything waits for it.
"$luahost" --version >/dev/null || exit 1
export XDG_STATE_HOME=$work/state
tmux="tmux -u -L luahost-$$ -f /dev/null"
. "$root/Tests/Scripts/checks.sh"
trap '$tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT

# start_terminal COLUMNS ROWS
start_terminal() {
  $tmux new-session -d -x "$1" -y "$2" "env PS1='$ ' bash --norc --noprofile"
  sleep 0.3
}

screen() { $tmux capture-pane -p "$@"; }

# until_shown TEXT [SECONDS]: waits until the screen has a text, at most five seconds if nothing is said.
until_shown() {
  for _ in $(seq $((${2-5} * 20))); do
    screen | grep -qF -- "$1" && return 0
    sleep 0.05
  done
  screen
  return 1
}

# Waits until the screen has a text no more, at most five seconds.
until_gone() {
  for _ in $(seq 100); do
    screen | grep -qF -- "$1" || return 0
    sleep 0.05
  done
  screen
  return 1
}

type_text() { $tmux send-keys -l -- "$1"; }
press() { $tmux send-keys "$@"; }
shell() { type_text "clear; $1"; press Enter; }
# The process that the shell of this terminal runs now.
app_process() { pgrep -P "$($tmux display -p '#{pane_pid}')" | head -1; }

# mouse CODE COLUMN ROW: presses and lets go; codes are those of xterm's SGR reports (0 left, 2 right, 64 and 65 the wheel).
mouse() {
  type_text $'\e'"[<$1;$2;$3M"
  [ "$1" -ge 64 ] || type_text $'\e'"[<$1;$2;$3m"
}

# Whether the terminal is as the shell left it: no alternate screen, no mouse reports, a cursor, an echo.
usable() {
  sleep 0.3
  [ "$($tmux display -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}')" = "0 0 1" ] || return 1
  shell 'echo us''able; echo'
  until_shown usable
}
