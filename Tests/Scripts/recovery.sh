#!/usr/bin/env bash
# Runs apps that die, hang and fail while they are restored, and upgrades of apps, in real processes.
set -uo pipefail

root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds it, if that is needed, before anything waits for it.
"$luahost" --version >/dev/null || exit 1
. "$root/Tests/Scripts/checks.sh"
trap 'rm -rf "$work"' EXIT
state=$work/state

# app NAME BODY: a note that keeps a text; BODY runs inside its decode.
app() {
  cat >"$work/$1.lua" <<LUA
local ui = require "luahost"
local Note = ui.ViewController:subclass "Note"
function Note:loadView() self.field = ui.TextField {} self.view = ui.VStack { self.field } end
function Note:encodeRestorableState(coder) coder:encode("text", self.field.text) end
function Note:decodeRestorableState(coder)
  $2
  self.field.text = coder:decode "text" or ""
end
function Note:viewControllerWithRestorationIdentifierPath() return Note() end
local app = ui.Application { identifier = "org.luahost.recovery", version = "${3:-1}" }
function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState(coder) ${4:-return true} end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
  end
  self.window:makeKeyAndVisible()
end
return app
LUA
}

# run NAME [OPTION ...]: without a terminal; what it prints and says goes to $work/out, its exit code is the function's.
run() {
  local name=$1
  shift
  "$luahost" --headless --state-dir "$state" "$work/$name.lua" "$@" >"$work/out" 2>&1
}
says() { cat "$work/out"; grep -qF -- "$1" "$work/out"; }
says_not() { cat "$work/out"; ! grep -qF -- "$1" "$work/out"; }
archive() { "$luahost" archive "$@"; }

# A state to begin with: the text "precious" in save 1 or 2.
fresh() {
  rm -rf "$state"
  printf ':type precious\n:background\n' | "$luahost" repl --state-dir "$state" "$work/good.lua" >/dev/null 2>&1
}
last_save() { archive list "$state" | tail -1 | cut -d' ' -f1; }

# died SAVE NAME COMMAND: the app of this name died while it restored this save. COMMAND lets it die again; what the next
# launches do.
died() {
  local save=$1
  run good
  check "... one death costs nothing" says precious
  save=$(last_save)
  "$2"
  "$2"
  run good
  check "... the next launch starts without that state, and says so" says "while it restored save $save"
  check "... the text is not there" says_not precious
  run good
  check "... it is said once" says_not "while it restored"
  check "... the save says that it is refused" grep -qE "^$save .*refused" <(archive list "$state")
  archive rollback "$state" "$save" >/dev/null
  run good
  check "... a rollback brings it back" says precious
}

app good ""
app exits "os.exit(3)"
app hangs "while true do end"
app fails 'error "cannot decode"'
app hungry 'local t = {} while true do t[#t + 1] = ("x"):rep(1000000) .. #t end'
app waits 'for i = 1, 1e10 do end'

fresh
run good
check "the state comes back" says precious

fresh
save=$(last_save)
run exits
check "os.exit during the restoration ends the app with its code" test $? = 3
exits() { run exits; }
died "$save" exits

# killed SIGNAL: an app dies of this signal while it restores.
killed() {
  "$luahost" --headless --state-dir "$state" "$work/waits.lua" >/dev/null 2>&1 &
  local child=$!
  sleep 0.7
  kill "-$1" "$child"
  wait "$child"
}
faults() { killed SEGV; }
kills() { killed KILL; }

fresh
save=$(last_save)
faults
check "a crash during the restoration leaves the save in the history" archive show --save "$save" "$state"
died "$save" faults

fresh
save=$(last_save)
kills
check "SIGKILL during a restoration that hangs" true
died "$save" kills

# Ends in order while restoration is extended.
app extends "app:extendStateRestoration()"
fresh
save=$(last_save)
for signal in TERM HUP INT TERM HUP INT; do
  (sleep 20 | "$luahost" --plain --state-dir "$state" "$work/extends.lua" >/dev/null 2>&1) &
  sleep 0.5
  child=$(pgrep -f "[-]-plain --state-dir $state $work/extends.lua" | tail -1)
  kill "-$signal" "$child"
  for _ in $(seq 20); do kill -0 "$child" 2>/dev/null || break; sleep 0.1; done
  check "SIG$signal is obeyed while restoration is extended" test ! -e "/proc/$child"
done
run good
check "... and never counts as a death" says precious

for name in fails hangs hungry; do
  fresh
  run $name --memory-limit 50000000
  check "an app whose decode $name starts all the same, with an error" test $? = 1
  check "... that says what and where" says "note decodeRestorableState: "
  run good
  check "... and what was saved is not made worse by it" says precious
done

# Upgrades of the app: https://developer.apple.com/documentation/uikit has the same rules for versions.
fresh
app refuses "" 2 'return coder.info.appVersion == "2"'
run refuses
check "a new version can refuse an old version's state" says_not precious
check "... which stays in the history" archive show --save 1 "$state"

fresh
app migrates 'local old = coder:decode "text" coder = { decode = function() return old .. " (from version 1)" end }' 2
run migrates
check "a new version can read old keys" says "precious (from version 1)"

fresh
sed 's/"Note"/"Renamed"/' "$work/good.lua" >"$work/renamed.lua"
run renamed
check "a class that no longer exists is left out, and named" says "defines no class Note"

fresh
sed 's/restorationIdentifier = "note"/restorationIdentifier = "moved"/' "$work/good.lua" >"$work/moved.lua"
run moved
check "an identifier that moved does no harm" says precious

finish
