#!/usr/bin/env bash
# Hands the terminal over to other programs and takes it again, with keys, signals, sizes and kills, and looks that no process
# outlives the app. Prints a line per case, as `luahost test` does; fails if one failed.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
start_terminal 70 18

# A program as editors are: the alternate screen, the mouse, every key as it is pressed.
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
check "its keys are its own" eventually note_is abc
type_text q
check "when it has ended, the app has its status" until_shown "edited: 5 nil"
check "and shows what it showed" until_shown "kept"

press F2
until_shown "EDITOR 18" >/dev/null
press C-z
check "control-Z in the editor leads to the shell" until_shown "Stopped"
shell "fg"
check "fg leads back to the editor" until_shown "EDITOR 18"
type_text "dq"
check "and from there to the app" until_shown "edited: 5 nil"
check "what was typed is the editor's" note_is abcd

press F2
until_shown "EDITOR 18" >/dev/null
press C-c
check "control-C is the editor's" until_shown "edited: 130 nil"

press F2
until_shown "EDITOR 18" >/dev/null
$tmux resize-window -x 60 -y 16
# The terminal hears of it a little later.
has_size() { [ "$(stty -F "$($tmux display -p '#{pane_tty}')" size)" = "$1" ]; }
eventually has_size "16 60"
type_text q
check "a terminal of another size is drawn again" until_shown "[ Flood ]"
has_hints() { screen | sed -n 16p | grep .; }
check "with the hints in its last line" eventually has_hints
$tmux resize-window -x 70 -y 18
until_shown "edited: 5 nil" >/dev/null

press F2
until_shown "EDITOR 18" >/dev/null
pkill -KILL -P "$(app_process)" -f "$work/editor"
check "the signal of a killed editor is reported, and leaves nothing behind" until_shown "edited: nil 9"
press C-q
check "the terminal is usable after it" usable

for signal in TERM HUP; do
  shell "$app; echo code \$?"
  until_shown "kept" >/dev/null
  press F2
  until_shown "EDITOR 18" >/dev/null
  process=$(app_process)
  kill -$signal "$process"
  check "SIG$signal ends both in order" until_shown "code 0"
  check "and was passed on" [ "$(cat "$note.signal")" = $signal ]
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
check "and the terminal is usable" usable

shell "SHELL_COMMAND='echo in the shell; sleep 7' $app"
until_shown "kept" >/dev/null
press F3
check "a function may use the terminal" until_shown "in the shell"
check "for longer than a callback may take, and nobody complains" until_shown "shell: back"
press F4
check "flooded by a process" until_shown "000 lines"
press F5
check "a program that is not there is an error over the app" until_shown "no-such-editor"
kill_app
check "no process outlives SIGKILL of the app" eventually none_runs 'yes floo[d] of a test'
check "the terminal is usable at the end" usable

finish
