# shellcheck shell=bash
# A terminal for tests: a shell in tmux, whose keys are pressed and whose screen is read. What follows from something is
# waited for, however long a busy machine takes. Sourced.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds it, if that is needed, before anything waits for it.
"$luahost" --version >/dev/null || exit 1
export XDG_STATE_HOME=$work/state
tmux="tmux -u -L luahost-$$ -f /dev/null"
. "$root/Tests/Scripts/checks.sh"
trap '$tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT

# --- The terminal ---

# start_terminal COLUMNS ROWS
start_terminal() {
  $tmux new-session -d -x "$1" -y "$2" "env PS1='$ ' bash --norc --noprofile"
  until_shown '$'
}

# screen [-e]: what it shows; -e: with the sequences of colours.
# shellcheck disable=SC2120
screen() { $tmux capture-pane -p "$@"; }
shows() {
  local text
  text=$(screen) && echo "$text" && [[ $text == *"$1"* ]]
}
shows_not() { ! shows "$1"; }
# Wait until the screen has a text, or has it no more.
until_shown() { eventually shows "$1"; }
until_gone() { eventually shows_not "$1"; }

type_text() { $tmux send-keys -l -- "$1"; }
press() { $tmux send-keys "$@"; }
# mouse CODE COLUMN ROW: presses and lets go; codes are those of xterm's SGR reports (0 left, 2 right, 64 and 65 the wheel).
mouse() {
  type_text $'\e'"[<$1;$2;$3M"
  [ "$1" -ge 64 ] || type_text $'\e'"[<$1;$2;$3m"
}

# --- The shell in it ---

# Runs a line, on a screen without what was there; no process but the line's own is made for that.
shell() {
  type_text "printf '\\033c'; $1"
  press Enter
}

jobs_of_shell() { pgrep -P "$($tmux display -p '#{pane_pid}')"; }
# The process that it runs, as soon as there is one.
app_process() { eventually jobs_of_shell >/dev/null && jobs_of_shell | head -1; }

# have_ended PROCESS[,PROCESS ...]
have_ended() { ! ps -o stat= -p "$1" | grep -v '^Z'; }

# Kills the app with SIGKILL, and waits until the one that gives back the terminal then has done so.
kill_app() {
  local app watcher
  app=$(app_process)
  watcher=$(pgrep -P "$app" -f luahost-watcher)
  kill -9 "$app"
  eventually have_ended "$app${watcher:+,$watcher}"
}

# Whether an app has the terminal.
is_taken() { [ "$($tmux display -p '#{alternate_on}')" = 1 ]; }
# Whether the terminal is as the shell left it: no alternate screen, no mouse reports, a cursor.
is_given_back() {
  [ "$($tmux display -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}')" = "0 0 1" ] && ! jobs_of_shell
}
# Waits until the app has ended and the terminal is as it was; what is typed is the shell's.
usable() {
  eventually is_given_back || return 1
  shell 'echo us''able; echo'
  until_shown usable
}

# --- What is saved ---

saves() { "$luahost" archive export "${@:2}" -o - | grep -aF -- "$1" >"$work/saved"; }
# until_saved TEXT SOURCE [OPTION ...]: waits until what would be restored now has a text; the rest is as for
# `luahost archive`.
until_saved() { eventually saves "$@"; }
