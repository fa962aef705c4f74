#!/usr/bin/env bash
# Takes sessions over from half-open connections: a real sshd on the loopback interface, with its own port,
# configuration and keys. Its client is stopped, or its packets are dropped by a firewall rule. LUAHOST in the
# environment names another binary than the release build.
set -uo pipefail

root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
luahost=${LUAHOST:-$root/scripts/luahost}
sshd=$(command -v sshd || echo /usr/sbin/sshd)
if ! [ -x "$sshd" ] || ! command -v ssh tmux >/dev/null; then
  echo "skip  ssh: no openssh-server, openssh-client or tmux is installed"
  exit 0
fi
"$luahost" --version >/dev/null || exit 1
[ -n "${LUAHOST-}" ] || luahost=$root/.build/luahost
work=$(mktemp -d)
. "$root/Tests/Scripts/checks.sh"
tmux() { command tmux -S "$work/tmux" "$@"; }
chain=
server=
end() {
  [ -z "$chain" ] || nft delete table inet "$chain" 2>/dev/null
  tmux kill-server 2>/dev/null
  [ -z "$server" ] || kill "$server" 2>/dev/null
  rm -rf "$work"
}
trap end EXIT

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
ssh-keygen -q -t ed25519 -N '' -f "$work/host" && ssh-keygen -q -t ed25519 -N '' -f "$work/user" || exit 1
cp "$work/user.pub" "$work/authorized"
cat >"$work/sshd_config" <<CONFIG
ListenAddress 127.0.0.1
Port $port
HostKey $work/host
PidFile $work/sshd.pid
AuthorizedKeysFile $work/authorized
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
TCPKeepAlive no
ClientAliveInterval 0
AcceptEnv TAKEOVER_LOG
CONFIG
# As root, sshd requires a folder that only root can write to.
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
"$sshd" -D -f "$work/sshd_config" -E "$work/sshd.log" &
server=$!
connect() {
  ssh -F none -tt -p "$port" -i "$work/user" -o IdentitiesOnly=yes -o UserKnownHostsFile="$work/known" \
    -o StrictHostKeyChecking=no -o LogLevel=ERROR 127.0.0.1 "$@"
}
if ! eventually connect true; then
  echo "skip  ssh: sshd cannot be used here: $(tail -1 "$work/sshd.log")"
  exit 0
fi

# window NAME COMMAND: runs a command in a new terminal.
window() {
  tmux new-session -d -s "$1" -x 80 -y 24 "$2"
  tmux set-option -t "$1" remain-on-exit on >/dev/null
}
screen() { tmux capture-pane -p -t "$1"; }
shows() { screen "$1" | tee "$work/screen" | grep -E "$2"; }
app() { echo "TERM=xterm-256color TAKEOVER_LOG=$work/$1.log '$luahost' --state-dir '$work/$1' ${2-} '$root/Tests/TakeOver/takeover.lua'"; }
client() {
  echo "exec ssh -F none -tt -p $port -i $work/user -o IdentitiesOnly=yes -o UserKnownHostsFile=$work/known" \
    "-o StrictHostKeyChecking=no -o LogLevel=ERROR -o ServerAliveInterval=0 127.0.0.1 \"$1\""
}

# dropped NAME CUT RESTORE: checks the second connection after CUT, a command that receives the process number of the
# first client.
dropped() {
  local name=$1 pane holder start
  window "$name" "$(client "$(app "$name")")"
  eventually shows "$name" 'live-[0-9]+-0\.' >/dev/null || { check "$name: the app starts over ssh" false; return; }
  pane=$(tmux display-message -p -t "$name" '#{pane_pid}')
  tmux send-keys -t "$name" aaaaa
  check "$name: the app counts over ssh" eventually shows "$name" 'live-[0-9]+-5\.'
  holder=$(screen "$name" | grep -oE 'live-[0-9]+' | cut -d- -f2)
  sleep 0.4
  "$2" "$pane"
  window "$name-2" "$(client "$(app "$name")")"
  check "$name: the second connection asks, with the process number of the first" eventually shows "$name-2" "$holder"
  check "$name: ... and its terminal" shows "$name-2" '/dev/pts/'
  start=$(date +%s%N)
  tmux send-keys -t "$name-2" Enter
  check "$name: the session continues at the same count" eventually shows "$name-2" 'live-[0-9]+-5\.'
  echo "      (after $((($(date +%s%N) - start) / 1000000)) ms)"
  check "$name: the first process is gone" eventually test ! -e "/proc/$holder"
  "$3" "$pane"
  tmux send-keys -t "$name-2" a
  check "$name: the app continues to count" eventually shows "$name-2" 'live-[0-9]+-6\.'
  window "$name-3" "$(client "$(app "$name" --take-over)")"
  check "$name: --take-over does not ask" eventually shows "$name-3" 'live-[0-9]+-6\.'
  check "$name: the second process reports where the session continues" eventually shows "$name-2" 'Continued on /dev/pts/[0-9]+\.'
  tmux send-keys -t "$name-3" C-q
  check "$name: its state is intact" eventually "$luahost" archive verify "$work/$name"
}

freeze() { kill -STOP "$1"; }
thaw() { kill -CONT "$1" 2>/dev/null || true; }
dropped frozen freeze thaw

# Drops the packets of the first client's port, so that neither side receives the other's.
cut_off() {
  local source
  source=$(ss -Htnp "dport = :$port" | grep "pid=$1," | awk '{ print $4 }' | sed 's/.*://' | head -1)
  [ -n "$source" ] && nft -f - <<RULES
table inet $chain {
  chain input {
    type filter hook input priority 0
    tcp sport $source drop
    tcp dport $source drop
  }
}
RULES
}
restored() { nft delete table inet "$chain" && chain=; }
chain=luahost_test_$$
if command -v nft ss >/dev/null && nft add table inet "$chain" 2>/dev/null; then
  dropped firewall cut_off restored
else
  chain=
  echo "skip  firewall: no rules can be set here"
fi
finish
