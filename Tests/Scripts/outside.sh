#!/usr/bin/env bash
# Lends the terminal to other programs, with keys, signals, sizes and kills, and checks that no process outlives the
# app. Prints a line per case, as `luahost test` does; fails if a case failed.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
start_terminal 70 18

# A program like an editor: the alternate screen, the mouse, raw mode.
cat >"$work/editor" <<'SH'
#!/usr/bin/env bash
file=$1
saved=$(stty -g)
open() { printf '\e[?1049h\e[2J\e[?1000h\e[HEDITOR %s' "$(stty size)"; stty raw -echo; }
close() { stty "$saved"; printf '\e[?1000l\e[?1049l'; }
trap 'close; echo TERM >"$file.signal"; exit 1' TERM
trap 'close; echo HUP >"$file.signal"; exit 1' HUP
trap 'close; exit 130' INT
trap open CONT
open
while IFS= read -rsn1 key; do
  case $key in
  q) close; exit 5 ;;
  *) printf %s "$key" >>"$file" ;;
  esac
done
SH
chmod +x "$work/editor"
export EDITOR=$work/editor
app="EDITOR=$work/editor $luahost --state-dir $work/outside $root/Tests/Scripts/outside.lua"
note=$work/outside/main.files/note

shell "$app; echo code \$?"
check "the app shows its screen" until_shown "nothing yet"
type_text "kept"
until_shown "kept" >/dev/null
press F2
check "the editor has the terminal" until_shown "EDITOR 18 70"
type_text "abc"
note_is() { [ "$(cat "$note")" = "$1" ]; }
check "the editor receives the keys" eventually note_is abc
type_text q
check "the app receives the editor's exit status" until_shown "edited: 5 nil"
check "the app is redrawn after the editor" until_shown "kept"

press F2
until_shown "EDITOR 18" >/dev/null
press C-z
check "Control-Z in the editor returns to the shell" until_shown "Stopped"
shell "fg"
check "fg returns to the editor" until_shown "EDITOR 18"
type_text "dq"
check "the resumed editor returns to the app" until_shown "edited: 5 nil"
check "keys typed meanwhile go to the editor" note_is abcd

press F2
until_shown "EDITOR 18" >/dev/null
press C-c
check "Control-C goes to the editor" until_shown "edited: 130 nil"

press F2
until_shown "EDITOR 18" >/dev/null
$tmux resize-window -x 60 -y 16
# The terminal is resized slightly later.
has_size() { [ "$(stty -F "$($tmux display -p '#{pane_tty}')" size)" = "$1" ]; }
eventually has_size "16 60"
type_text q
check "the app is redrawn after the terminal was resized meanwhile" until_shown "[ Flood ]"
has_hints() { screen | sed -n 16p | grep .; }
check "the hints are in the last line after a resize" eventually has_hints
$tmux resize-window -x 70 -y 18
until_shown "edited: 5 nil" >/dev/null

press F2
until_shown "EDITOR 18" >/dev/null
pkill -KILL -P "$(app_process)" -f "$work/editor"
check "the signal that killed an editor is reported, and its output is gone" until_shown "edited: nil 9"
press C-q
check "the terminal is usable after a killed editor" usable

for signal in TERM HUP; do
  shell "$app; echo code \$?"
  until_shown "kept" >/dev/null
  press F2
  until_shown "EDITOR 18" >/dev/null
  process=$(app_process)
  kill -$signal "$process"
  check "SIG$signal terminates app and editor in order" until_shown "code 0"
  check "SIG$signal is passed on to the editor" [ "$(cat "$note.signal")" = $signal ]
  rm -f "$note.signal"
  check "the terminal is usable after SIG$signal" usable
done

shell "$app; echo code \$?"
until_shown "kept" >/dev/null
press F2
until_shown "EDITOR 18" >/dev/null
kill_app
none_runs() { ! pgrep -fa "$1"; }
check "no editor outlives SIGKILL of the app" eventually none_runs "bash $work/edito[r]"
check "the terminal is usable after SIGKILL" usable

shell "SHELL_COMMAND='echo in the shell; sleep 7' $app"
until_shown "kept" >/dev/null
press F3
check "app:suspend lends the terminal to a function" until_shown "in the shell"
check "app:suspend has no time limit" until_shown "shell: back"
press F4
check "an app flooded with output stays responsive" until_shown "000 lines"
press F5
check "a missing program is reported over the app" until_shown "no-such-editor"
kill_app
check "no process outlives SIGKILL of the app" eventually none_runs 'yes floo[d] of a test'
check "the terminal is usable at the end" usable

finish
