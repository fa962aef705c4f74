// The WebSocket to the server. The secret comes in the fragment of the address, which is then removed from it, and is
// kept for reloads of this tab.
const key = "luahost-token";
const handlers = {};
let socket = null;
let delay = 250;
let retry = null;

function takeToken() {
  if (location.hash.length <= 1) return;
  sessionStorage.setItem(key, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
takeToken();

// The address was opened in this tab, which does not load the page again.
window.addEventListener("hashchange", () => {
  if (location.hash.length <= 1) return;
  takeToken();
  delay = 250;
  connect();
});

// Calls a function with each message of a kind.
export function on(kind, handler) {
  (handlers[kind] ??= []).push(handler);
}

// The longest paste, as in a terminal, and the longest message that the server accepts, in bytes.
const longestText = 16 * 2 ** 20;
const longestMessage = 33 * 2 ** 20;

function isTooLong(text, limit) {
  // A UTF-16 code unit takes one byte to three.
  return text.length > limit || (text.length * 3 > limit && new Blob([text]).size > limit);
}

export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  const json = JSON.stringify(message);
  if (isTooLong(message.text ?? "", longestText) || isTooLong(json, longestMessage)) {
    return dispatch({ k: "problem", text: "The pasted text is longer than 16 MiB. It was ignored." });
  }
  socket.send(json);
}

// Sends a request about the app's process to the server itself.
export function command(name) {
  if (socket?.readyState === WebSocket.OPEN) socket.send("!" + name);
}

function dispatch(message) {
  for (const handler of handlers[message.k] ?? []) handler(message);
}

// The reason why the WebSocket could not be opened. Browsers do not report it, but the server answers other requests.
function reasonOfFailure() {
  return fetch("/", { method: "HEAD" }).then(
    () => "luahost refuses this page: 8 pages are open, or the address is of an earlier run.",
    () => "luahost does not answer.");
}

export function connect() {
  clearTimeout(retry);
  socket?.close();
  socket = null;
  const token = sessionStorage.getItem(key) ?? "";
  if (!/^[0-9a-f]{64}$/.test(token)) {
    dispatch({ k: "closed", text: "This address lacks the secret that luahost printed. Open the whole address." });
    return;
  }
  const opened = new WebSocket(`ws://${location.host}/socket`, ["luahost.inspect", "token." + token]);
  socket = opened;
  let wasOpen = false;
  opened.onopen = () => {
    if (opened !== socket) return;
    wasOpen = true;
    delay = 250;
    dispatch({ k: "opened" });
  };
  opened.onmessage = (event) => {
    if (opened !== socket) return;
    const message = JSON.parse(event.data);
    try {
      dispatch(message);
    } finally {
      // Those of the server itself are not counted.
      if (message.k !== "process") send({ k: "ack" });
    }
  };
  opened.onclose = async () => {
    const text = wasOpen ? "The connection to luahost was closed." : await reasonOfFailure();
    // Another one has replaced it.
    if (opened !== socket) return;
    dispatch({ k: "closed", text });
    delay = Math.min(delay * 2, 5000);
    retry = setTimeout(connect, delay);
  };
}
