#!/usr/bin/env bash
# Uses the gallery as a user at a terminal does (tmux): mouse, paste, clipboard, sizes, colours, help, a killed
# terminal. Prints a line per case, as `luahost test` does; fails if a case failed.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
start_terminal 80 24
$tmux set -g set-clipboard on

gallery=$root/scripts/apps/gallery.lua
export COLORTERM=truecolor
shell "export COLORTERM=truecolor; $luahost $gallery; echo code \$?"
check "the gallery shows its first screen" until_shown "Select with Shift"

# Another program that writes to the terminal.
printf '\033[5;5Hgarbage' >"$($tmux display -p '#{pane_tty}')"
until_shown garbage >/dev/null
press C-l
check "Control-L redraws the whole screen" until_gone garbage

# The keyboard and the mouse.
mouse 0 12 23
check "a click on a tab selects its screen" until_shown "nothing pressed yet"
mouse 0 22 3
check "a click presses a button" until_shown "pressed"
mouse 0 70 9
check "a click moves a slider" until_shown "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━●"
mouse 0 30 23
until_shown "A million" >/dev/null
mouse 65 50 10
check "the wheel scrolls the view under the mouse" until_shown "row 19 "
mouse 2 8 8
check "the right button shows the actions of a row" until_shown "[Double] [Delete]"
press Escape
until_gone "[Double] [Delete]" >/dev/null
mouse 0 3 23
until_shown "Text field" >/dev/null
mouse 0 30 3

# Text.
type_text "日本語 é 👍 end"
check "wide characters, accents and emoji are typed" until_shown "日本語 é 👍 end"
press M-a
press C-c
is_copied() { [ "$($tmux show-buffer)" = "$1" ]; }
check "copied text is on the terminal's clipboard" eventually is_copied "日本語 é 👍 end"
press Right
press C-c
check "Control-C right after copying does not quit" until_shown "Copied. Ctrl+Q quits"
press M-a
$tmux set-buffer $'one\ntwo'
$tmux paste-buffer -p
check "pasted text replaces the selection, in one line" until_shown "one two"
rows_are_whole() { screen | grep -c "│ *$" | grep -qx "$(screen | grep -c "│")"; }
mouse 0 30 15
type_text "宽字符 🇫🇷 👩‍👩‍👧 "
until_shown "宽字符" >/dev/null
check "a border stays in its column beside wide characters" eventually rows_are_whole

# Help, commands, the mouse for the terminal.
press F1
check "F1 shows the key help" until_shown "Copy, cut the selection"
press Escape
until_gone "Copy, cut" >/dev/null
press C-p
until_shown "Search commands" >/dev/null
type_text "theme: li"
press Enter
has_colour() { screen -e | grep -q '48;2;251;251;248'; }
check "the palette changes the theme" eventually has_colour
has_mouse() { [ "$($tmux display -p '#{mouse_any_flag}')" = "$1" ]; }
press F9
check "F9 leaves the mouse to the terminal" eventually has_mouse 0
press F9
check "F9 again captures the mouse" eventually has_mouse 1

type_text $'\e[<0;2;7M'
type_text $'\e[<32;14;7M'
type_text $'\e[<0;14;7m'
check "screen text can be selected and copied with the mouse" eventually is_copied "Search bar"

# Sizes.
for size in "20 5" "200 60" "10 3" "33 9" "120 40" "2 2" "80 24"; do
  $tmux resize-window -x "${size% *}" -y "${size#* }"
  press Tab
done
check "the app is redrawn after any sequence of resizes" until_shown "Text field"

# A kill, and the saved screen.
until_saved "one two" "$gallery"
kill_app
check "after SIGKILL the terminal is usable" usable
shell "$luahost $gallery"
check "typed text is restored after SIGKILL" until_shown "one two"
check "the chosen theme is restored after SIGKILL" eventually has_colour
press C-q
check "Control-Q quits" usable

cat >"$work/slow.lua" <<LUA
local ui = require "luahost"
while os.rename("$work/hold", "$work/hold") do end
local app = ui.Application { identifier = "org.luahost.slow" }
function app:shouldSaveApplicationState() return true end
function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "slow but sure" } } }
  self.window:makeKeyAndVisible()
end
return app
LUA
shell "$luahost $work/slow.lua"
until_shown "slow but sure" >/dev/null
press C-q
usable >/dev/null
touch "$work/hold"
shell "$luahost $work/slow.lua"
check "the saved screen is visible while the script is still loading" until_shown "slow but sure"
rm "$work/hold"
press C-q
usable >/dev/null

# No process is left that could restore the terminal.
shell "$luahost $gallery"
until_shown "Text field" >/dev/null
app=$(app_process)
watcher=$(pgrep -P "$app" -f luahost-watcher)
kill -9 "$watcher" "$app"
eventually have_ended "$watcher,$app"
type_text "$luahost reset"
press Enter
check "luahost reset restores a terminal left in a bad state" usable

# bash restores the line settings itself after a kill; other shells leave them unchanged.
cat >"$work/broken.sh" <<'SH'
stty raw -echo
"$1" "$2"
stty -a | grep -qw icanon && stty -a | grep -qw -- echo && echo 'line restored'
stty sane
SH
shell "sh $work/broken.sh $luahost $gallery"
until_shown "Text field" >/dev/null
press C-q
check "the next start restores the line settings, too" until_shown "line restored"
usable >/dev/null

# Limited terminals.
shell "TERM=dumb $luahost $gallery; echo code \$?"
check "a dumb terminal is rejected with a message" until_shown "a terminal that cannot place its cursor"
check "a dumb terminal is rejected with the exit code for wrong usage" until_shown "code 2"
check "running without a terminal is rejected" bash -c "'$luahost' '$gallery' </dev/null 2>&1 | grep -q 'is not a terminal'"
shell "NO_COLOR=1 $luahost $gallery"
until_shown "Text field" >/dev/null
has_no_colour() { ! screen -e | grep -Eq '\[([0-9;]*;)?(3[0-7]|38|4[0-7]|48)[;m]'; }
check "NO_COLOR disables colours" has_no_colour
press C-q
usable >/dev/null
shell "LC_ALL=C $luahost $gallery"
until_shown "Text field" >/dev/null
check "in a locale that is not UTF-8, borders are drawn in ASCII" until_shown "+- Notes --"
press C-q
usable >/dev/null
shell "$luahost --plain $gallery"
check "--plain prints the screen as text" until_shown "1. Name, text field, one two"
type_text "1 Grace"
press Enter
check "--plain accepts values by number" until_shown "1. Name, text field, Grace, focused"
type_text "quit"
press Enter
check "the terminal is usable after --plain" usable

# Pictures.
check "a snapshot is written as text, SVG and PNG" bash -c "
  for kind in txt svg png; do '$luahost' snapshot '$gallery' -o '$work/screen.'\$kind || exit 1; done
  grep -q Grace '$work/screen.txt' && grep -q '>Grace<' '$work/screen.svg' && head -c 4 '$work/screen.png' | grep -q PNG"
check "a snapshot in an unknown format is wrong usage" bash -c "'$luahost' snapshot '$gallery' -o '$work/screen.gif' 2>/dev/null; [ \$? = 2 ]"

finish
