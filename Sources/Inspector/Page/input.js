// Keys, text and mouse for the app.
import { send } from "./connection.js";

const names = {
  Enter: "enter", Tab: "tab", Escape: "escape", Backspace: "backspace", Delete: "delete", Insert: "insert", ArrowUp: "up",
  ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end", PageUp: "pageup",
  PageDown: "pagedown",
};

// The name of a key that types no text; null for one that does.
function keyName(event) {
  const named = names[event.key] ?? (/^F([1-9]|1[0-2])$/.test(event.key) ? event.key.toLowerCase() : null);
  const isText = [...event.key].length === 1;
  if (!named && !(isText && (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph"))) return null;
  const modifiers = `${event.ctrlKey ? "ctrl+" : ""}${event.altKey ? "alt+" : ""}`;
  if (named) return `${modifiers}${event.shiftKey ? "shift+" : ""}${named}`;
  return modifiers + (event.key === " " ? "space" : event.key);
}

function modifiersOf(event) {
  return (event.shiftKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.altKey ? 4 : 0);
}

// Sends the keys that are typed into a text area, which also takes the text of input methods.
export function takeKeys(area, leave) {
  let isComposing = false;
  const sendText = () => {
    if (isComposing || !area.value) return;
    send({ k: "text", text: area.value });
    area.value = "";
  };
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.ctrlKey && event.key === "]") {
      event.preventDefault();
      return leave();
    }
    // The browser pastes, and the paste event follows.
    if (event.ctrlKey && !event.altKey && event.key.toLowerCase() === "v") return;
    const key = keyName(event);
    if (!key) return;
    event.preventDefault();
    send({ k: "key", key });
  });
  area.addEventListener("input", sendText);
  // What is composed is shown until it is typed.
  const setComposing = (value) => {
    isComposing = value;
    area.classList.toggle("composing", value);
  };
  area.addEventListener("compositionstart", () => setComposing(true));
  area.addEventListener("compositionend", () => {
    setComposing(false);
    sendText();
  });
  area.addEventListener("paste", (event) => {
    event.preventDefault();
    send({ k: "paste", text: event.clipboardData.getData("text/plain") });
  });
}

// Sends the mouse over a screen, unless the function `isTaken` handles the event.
export function takeMouse(screen, isTaken, focus) {
  const canvas = screen.canvas;
  let pressed = 0;
  let last = null;
  let wheel = 0;
  const event = (action, source, fields = {}) => {
    const [x, y] = screen.cellAt(source.clientX, source.clientY);
    send({ k: "mouse", action, x, y, modifiers: modifiersOf(source), ...fields });
    return [x, y];
  };
  canvas.addEventListener("mousedown", (source) => {
    source.preventDefault();
    if (isTaken("press", source)) return;
    focus();
    pressed = source.button + 1;
    last = event("press", source, { button: pressed });
  });
  window.addEventListener("mousemove", (source) => {
    if (!pressed) return void isTaken("move", source);
    const [x, y] = screen.cellAt(source.clientX, source.clientY);
    // Once for each cell.
    if (last && last[0] === x && last[1] === y) return;
    last = event("drag", source, { button: pressed });
  });
  window.addEventListener("mouseup", (source) => {
    if (!pressed) return;
    event("release", source, { button: pressed });
    pressed = 0;
  });
  canvas.addEventListener("mouseleave", (source) => isTaken("leave", source));
  canvas.addEventListener("contextmenu", (source) => source.preventDefault());
  canvas.addEventListener("wheel", (source) => {
    source.preventDefault();
    // Lines, or pixels of touch pads.
    wheel += source.deltaMode === 1 ? source.deltaY : source.deltaY / 30;
    const rows = Math.trunc(wheel);
    wheel -= rows;
    if (rows) event("wheel", source, { rows });
  }, { passive: false });
}
