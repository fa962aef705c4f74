#!/usr/bin/env bash
# Runs apps that crash, hang and fail while they are restored, and upgrades of apps, in real processes.
set -uo pipefail

root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds luahost, if necessary, before anything waits for it.
"$luahost" --version >/dev/null || exit 1
. "$root/Tests/Scripts/checks.sh"
trap 'rm -rf "$work"' EXIT
state=$work/state

# app NAME BODY: writes an app that saves a text; BODY runs inside its decode.
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

# run NAME [OPTION ...]: runs an app without a terminal, with its output in $work/out; returns its exit code.
run() {
  local name=$1
  shift
  "$luahost" --headless --state-dir "$state" "$work/$name.lua" "$@" >"$work/out" 2>&1
}
says() { cat "$work/out"; grep -qF -- "$1" "$work/out"; }
says_not() { cat "$work/out"; ! grep -qF -- "$1" "$work/out"; }
archive() { "$luahost" archive "$@"; }

# Creates an initial state: the text "precious" in save 1 or 2.
fresh() {
  rm -rf "$state"
  printf ':type precious\n:background\n' | "$luahost" repl --state-dir "$state" "$work/good.lua" >/dev/null 2>&1
}
last_save() { archive list "$state" | tail -1 | cut -d' ' -f1; }

# died SAVE NAME COMMAND: checks the next launches of an app that crashed while it restored this save. COMMAND makes it
# crash again.
died() {
  local save=$1
  run good
  check "... after one crash the state is restored" says precious
  save=$(last_save)
  "$2"
  "$2"
  run good
  check "... after two crashes the next launch starts without that state and reports it" says "while it restored save $save"
  check "... the text is not restored" says_not precious
  run good
  check "... it is reported once" says_not "while it restored"
  check "... the save is listed as refused" grep -qE "^$save .*refused" <(archive list "$state")
  archive rollback "$state" "$save" >/dev/null
  run good
  check "... a rollback restores it" says precious
}

app good ""
app exits "os.exit(3)"
app hangs "while true do end"
app fails 'error "cannot decode"'
app hungry 'local t = {} while true do t[#t + 1] = ("x"):rep(1000000) .. #t end'
# The file signals that the restoration is in progress.
app waits "io.open('$work/begun', 'w'):close() for i = 1, 1e10 do end"

fresh
run good
check "the state is restored" says precious

fresh
save=$(last_save)
exits() { run exits; }
exits
check "os.exit during the restoration exits with its code" test $? = 3
exits
exits
run good
check "... an exit with a code never counts as a crash" says precious
check "... and no save is refused" says_not "while it restored"

# killed SIGNAL: kills an app with this signal while it restores.
killed() {
  "$luahost" --headless --state-dir "$state" "$work/waits.lua" >/dev/null 2>&1 &
  local child=$!
  eventually rm "$work/begun"
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

# An orderly exit while restoration is extended.
app extends "app:extendStateRestoration() ui.after(0, function() io.open('$work/begun', 'w'):close() end)"
fresh
save=$(last_save)
# Input that never ends.
mkfifo "$work/lines"
exec 9<>"$work/lines"
for mode in --plain --headless --plain --headless; do
  for signal in TERM HUP; do
    "$luahost" "$mode" --state-dir "$state" "$work/extends.lua" <"$work/lines" >/dev/null 2>&1 &
    child=$!
    eventually rm "$work/begun"
    kill "-$signal" "$child"
    wait "$child"
    check "SIG$signal ends the app in order while restoration is extended ($mode)" test $? = 0
  done
done
exec 9>&-
run good
check "... and never counts as a crash" says precious

# File system problems at the launch and while the app runs.
fresh
rm -f "$state/main.sqlite-wal"
mkdir "$state/main.sqlite-wal"
printf ':type and\n' | "$luahost" repl --state-dir "$state" "$work/good.lua" >"$work/out" 2>&1
check "an entry in place of the database is set aside and reported" says "it was set aside"
run good
check "... and the typed text is restored" says and

fresh
(
  ulimit -f 4
  printf ':type and\n' | "$luahost" repl --state-dir "$work/small" "$work/good.lua" >"$work/out" 2>&1
)
check "with a file size limit, the exit code reports that the state was not saved" test $? = 3
check "... and the message contains the reason" says "file size limit"

# Two prompts that receive their lines from this script.
mkfifo "$work/one" "$work/two"
"$luahost" repl --state-dir "$work/gone" "$work/good.lua" <"$work/one" >"$work/first" 2>&1 &
exec 8>"$work/one"
echo ':type first' >&8
holds() { archive export "$work/gone" -o - 2>/dev/null | grep -aF "$1"; }
eventually holds first
rm -rf "$work/gone"
"$luahost" repl --state-dir "$work/gone" "$work/good.lua" <"$work/two" >"$work/second" 2>&1 &
second=$!
exec 9>"$work/two"
echo ':type second' >&9
eventually holds second
echo ':type later' >&8
eventually grep -q "holds this session" "$work/first"
exec 9>&-
wait "$second"
check "another process can start a session whose folder was removed" test $? = 0
eventually grep -q "is saved again" "$work/first"
exec 8>&-
wait
check "... and the first one stops saving and reports it" grep -q "holds this session" "$work/first"
check "... only once" test "$(grep -c "holds this session" "$work/first")" = 1
check "... and the second one is unaffected" test ! -s "$work/second"
check "... and when the second one has exited, the first holds the session again" grep -q "is saved again" "$work/first"

fresh
"$luahost" --headless --state-dir "$state" "$work/good.lua" <&- >&- 2>&-
check "an app runs and saves its state without standard streams" test $? = 0
check "... in a database that contains no printed output" archive verify "$state"
run good
check "... which is restored" says precious
(ulimit -n 10 && exec "$root/.build/luahost" --headless --state-dir "$state" "$work/good.lua" >"$work/out" 2>&1)
check "with too few file descriptors, the launch fails with a message" test $? = 2
check "... that contains the remedy" says "ulimit -n"
(ulimit -n 40 && exec "$root/.build/luahost" --headless --state-dir "$state" "$work/good.lua" >"$work/out" 2>&1)
check "... and 40 descriptors are enough" says precious

{ echo 'os.execute("touch '"$work"'/ran")'; cat "$work/good.lua"; } >"$work/evil.lua"
XDG_STATE_HOME=$work/xdg "$luahost" archive list "$work/evil.lua" >"$work/out" 2>&1
check "inspecting the saves of a script never runs it outside of the sandbox" test ! -e "$work/ran"
check "... and the message asks for the folder" says "Name the folder"

bad=$work/$(printf 'bad\377')
mkdir "$bad"
cp "$work/good.lua" "$bad"
"$luahost" --headless "$bad/good.lua" >"$work/out" 2>&1
check "a path that is not UTF-8 is rejected with a message" test $? = 2
(cd "$bad" && "$luahost" --headless --state-dir state good.lua >"$work/out" 2>&1)
check "... and a working directory with such a name can be used" test $? = 0

for name in fails hangs hungry; do
  fresh
  run $name --memory-limit 50000000
  check "an app whose decode $name starts with an error" test $? = 1
  check "... that contains the place" says "note decodeRestorableState: "
  run good
  check "... and the saved state is kept" says precious
done

# With --json, standard output is one JSON value.
json() { archive "$@" --json 2>/dev/null | tr -d ' \n'; }
fresh
number=$(last_save)
check "in JSON a missing node is an empty list" test "$(json show --path nope "$state")" = "[]"
check "... and so is a missing save" test "$(json show --save 99 "$state")" = "[]"
check "... and a session that was never run" test "$(json list --session other "$state")" = "[]"
check "... and an export without a file is written to standard output" \
  test "$(archive export --json "$state")" = "$(archive export --json -o - "$state")"
archive export "$state" -o "$work/export"
check "in JSON an import prints its save" test "$(json import "$state" "$work/export")" = "{\"nodes\":1,\"number\":$((number + 1))}"
check "... and a rollback prints its save" test "$(json rollback "$state" "$number")" = "{\"number\":$((number + 2)),\"rolledBackTo\":$number}"

# Upgrades of the app, with UIKit's rules for versions: https://developer.apple.com/documentation/uikit
fresh
app refuses "" 2 'return coder.info.appVersion == "2"'
run refuses
check "a new version can refuse the state of an old version" says_not precious
check "... which stays in the history" archive show --save 1 "$state"

fresh
app migrates 'local old = coder:decode "text" coder = { decode = function() return old .. " (from version 1)" end }' 2
run migrates
check "a new version can read old keys" says "precious (from version 1)"

fresh
sed 's/"Note"/"Renamed"/' "$work/good.lua" >"$work/renamed.lua"
run renamed
check "a class that no longer exists is omitted and reported" says "no longer defines its restoration class Note"

fresh
sed 's/restorationIdentifier = "note"/restorationIdentifier = "moved"/' "$work/good.lua" >"$work/moved.lua"
run moved
check "a moved identifier is restored" says precious

finish
