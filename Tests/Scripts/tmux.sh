# shellcheck shell=bash
# A terminal for tests: a shell in tmux, whose keys can be pressed and whose screen can be read. Consequences are
# awaited, however long a busy machine takes. Sourced.

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds luahost, if necessary, before anything waits for it.
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

# screen [-e]: prints the screen; with -e, including the escape sequences of colours.
# shellcheck disable=SC2120
screen() { $tmux capture-pane -p "$@"; }
shows() {
  local text
  text=$(screen) && echo "$text" && [[ $text == *"$1"* ]]
}
shows_not() { ! shows "$1"; }
# Wait until a text is or is not on the screen.
until_shown() { eventually shows "$1"; }
until_gone() { eventually shows_not "$1"; }

type_text() { $tmux send-keys -l -- "$1"; }
press() { $tmux send-keys "$@"; }
# mouse CODE COLUMN ROW: presses and releases a button; codes are those of xterm's SGR reports (0 left, 2 right, 64 and
# 65 the wheel).
mouse() {
  type_text $'\e'"[<$1;$2;$3M"
  [ "$1" -ge 64 ] || type_text $'\e'"[<$1;$2;$3m"
}

# --- The shell ---

# Runs a line on a cleared screen; no process is created except those of the line.
shell() {
  type_text "printf '\\033c'; $1"
  press Enter
}

jobs_of_shell() { pgrep -P "$($tmux display -p '#{pane_pid}')"; }
# Prints the process of the shell's command, once there is one.
app_process() { eventually jobs_of_shell >/dev/null && jobs_of_shell | head -1; }

# have_ended PROCESS[,PROCESS ...]
have_ended() { ! ps -o stat= -p "$1" | grep -v '^Z'; }

# Kills the app with SIGKILL, and waits until the process that then restores the terminal has done so.
kill_app() {
  local app watcher
  app=$(app_process)
  watcher=$(pgrep -P "$app" -f luahost-watcher)
  kill -9 "$app"
  eventually have_ended "$app${watcher:+,$watcher}"
}

# Whether an app uses the terminal.
is_taken() { [ "$($tmux display -p '#{alternate_on}')" = 1 ]; }
# Whether the terminal is restored: no alternate screen, no mouse reports, a visible cursor.
is_given_back() {
  [ "$($tmux display -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}')" = "0 0 1" ] && ! jobs_of_shell
}
# Waits until the app has exited and the terminal is restored, so that the shell receives typed text.
usable() {
  eventually is_given_back || return 1
  shell 'echo us''able; echo'
  until_shown usable
}

# --- Saves ---

saves() { "$luahost" archive export "${@:2}" -o - | grep -aF -- "$1" >"$work/saved"; }
# until_saved TEXT SOURCE [OPTION ...]: waits until the state to be restored contains a text; the other arguments are
# those of `luahost archive`.
until_saved() { eventually saves "$@"; }
