// The page: connects its parts with the app.
import { command, connect, on, send } from "./connection.js";
import { element, KeptElements, setChildren } from "./elements.js";
import { takeKeys, takeMouse } from "./input.js";
import { findingElement, NodePanel } from "./node.js";
import { Saves } from "./saves.js";
import { Screen } from "./screen.js";
import { Timeline } from "./timeline.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const screen = new Screen($("canvas"));
const timeline = new Timeline($("bursts"), $("flames"), $("flame-text"), $("slowest"));
const saves = new Saves($("save-list"), $("save"));
let isPicking = false;
let tab = "timeline";

// Tree and node

const tree = new Tree($("tree"), {
  onSelect: (id) => {
    send({ k: "select", id });
    showBoxes();
  },
  onHover: (node) => placeBox($("hover-box"), node),
  onFind: (text) => send({ k: "find", text }),
});
const nodePanel = new NodePanel($("node-panel"), { onCulprit: (id) => tree.select(id) });

function placeBox(box, node) {
  box.hidden = !node?.frame || !screen.cellWidth;
  if (box.hidden) return;
  const [x, y, width, height] = node.frame;
  const [w, h] = [screen.cellWidth, screen.cellHeight];
  Object.assign(box.style, {
    left: `${8 + x * w - 2}px`, top: `${8 + y * h - 2}px`, width: `${width * w + 4}px`, height: `${height * h + 4}px`,
  });
}

function showBoxes() {
  placeBox($("selected-box"), tree.byID.get(tree.selected));
}

$("find").addEventListener("input", () => tree.find($("find").value.trim()));
$("find").addEventListener("keydown", (event) => {
  if (event.key === "Enter") tree.find($("find").value.trim(), { next: true });
});
$("all-views").addEventListener("change", () => {
  tree.showsViews = $("all-views").checked;
  tree.render();
});

// The screen

let rowsTimer = null;
function renderRows() {
  rowsTimer = null;
  const rows = $("rows");
  while (rows.children.length > screen.height) rows.lastChild.remove();
  while (rows.children.length < screen.height) rows.append(document.createElement("div"));
  Object.assign(rows.style, {
    font: `${screen.fontSize}px/${screen.cellHeight}px "DejaVu Sans Mono", monospace`, width: screen.canvas.style.width,
    height: screen.canvas.style.height,
  });
  for (let y = 0; y < screen.height; y++) {
    const text = screen.rowText(y);
    if (rows.children[y].textContent !== text) rows.children[y].textContent = text;
    rows.children[y].style.height = `${screen.cellHeight}px`;
  }
}

function fitScreen() {
  const room = $("screen");
  if (screen.width) screen.fit(room.clientWidth - 16, room.clientHeight - 16);
  placeCursor();
  showBoxes();
}

function placeCursor() {
  const [x, y] = screen.cursor ?? [0, 0];
  if (!screen.cellWidth) return;
  Object.assign($("keys").style, { left: `${8 + x * screen.cellWidth}px`, top: `${8 + y * screen.cellHeight}px` });
}

function leaveScreen() {
  $("keys").blur();
  $("find").focus();
}

function setPicking(value) {
  isPicking = value;
  $("pick").setAttribute("aria-pressed", value);
  $("screen").classList.toggle("picking", value);
  if (!value) $("hover-box").hidden = true;
}

takeKeys($("keys"), leaveScreen);
takeMouse(screen, (action, event) => {
  if (!isPicking) return false;
  if (action === "leave") $("hover-box").hidden = true;
  else if (event.target === screen.canvas) {
    const node = tree.nodeAt(...screen.cellAt(event.clientX, event.clientY));
    placeBox($("hover-box"), node);
    if (action === "press" && node) {
      setPicking(false);
      tree.select(node.id);
    }
  }
  return true;
}, () => $("keys").focus({ preventScroll: true }));
$("pick").addEventListener("click", () => setPicking(!isPicking));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isPicking) setPicking(false);
});
$("size").addEventListener("change", () => sendSize());
$("send-key").addEventListener("change", () => {
  if ($("send-key").value) send({ k: "key", key: $("send-key").value });
  $("send-key").value = "";
  $("keys").focus();
});
new ResizeObserver(fitScreen).observe($("screen"));

function sendSize() {
  const [width, height] = $("size").value.split("x").map(Number);
  send({ k: "resize", width, height });
}

// Tabs

function showTab(name) {
  tab = name;
  for (const button of document.querySelectorAll("[role=tab]")) button.setAttribute("aria-selected", button.dataset.tab === name);
  for (const panel of document.querySelectorAll("[role=tabpanel]")) panel.hidden = panel.id !== name;
  timeline.isVisible = name === "timeline";
  if (timeline.isVisible) timeline.render();
  send({ k: "tab", tab: name });
}
for (const button of document.querySelectorAll("[role=tab]")) button.addEventListener("click", () => showTab(button.dataset.tab));
$("examine").addEventListener("click", () => send({ k: "examine" }));

// The app's process

for (const name of ["background", "reload"]) {
  $(name).addEventListener("click", () => {
    send({ k: name });
    if (name === "background") send({ k: "foreground" });
  });
}
for (const name of ["kill", "launch", "quit"]) $(name).addEventListener("click", () => command(name));
$("launch-again").addEventListener("click", () => command("launch"));

// Shows the state of the app's process; `sentence` explains over the screen why there is none.
function showProcess(text, isRunning, sentence = `The app's process: ${text}.`) {
  $("process").textContent = text;
  $("process").classList.toggle("ended", !isRunning);
  $("ended").hidden = isRunning;
  $("failure").hidden = true;
  $("ended").firstElementChild.textContent = isRunning ? "" : sentence;
}

let messageTimer = null;
function showMessage(text) {
  $("message").textContent = text;
  $("message").hidden = false;
  clearTimeout(messageTimer);
  messageTimer = setTimeout(() => ($("message").hidden = true), 8000);
}

on("process", ({ state, text }) => showProcess(text, state === "running"));
on("failure", ({ text }) => {
  showProcess("not loaded", false, "The app could not be loaded. It is started again when its scripts change.");
  $("failure").textContent = text;
  $("failure").hidden = false;
});
on("closed", ({ text }) => {
  showProcess(text, false, text);
  $("launch-again").hidden = true;
});
on("opened", () => ($("launch-again").hidden = false));
let lastSize = null;
on("hello", ({ script, identifier, version, isRunning }) => {
  document.title = `${script.split("/").at(-1)} · luahost inspect`;
  $("app-name").textContent = [script, identifier, version].filter(Boolean).join(" · ");
  document.body.classList.toggle("archive", !isRunning);
  nodePanel.clear();
  tree.selected = null;
  timeline.clear();
  saves.clear();
  // A new process has its first size.
  if (isRunning && lastSize) sendSize();
  showTab(isRunning ? tab : "saves");
  if (tree.query) send({ k: "find", text: tree.query });
});
on("frame", (message) => {
  const isResized = !!message.size;
  screen.apply(message);
  if (isResized) {
    lastSize = message.size.join("x");
    if (![...$("size").options].some((option) => option.text === lastSize)) $("size").append(element("option", "", lastSize));
    $("size").value = lastSize;
    fitScreen();
  }
  placeCursor();
  rowsTimer ??= setTimeout(renderRows, 120);
});
on("copy", ({ text }) => navigator.clipboard?.writeText(text).catch(() => {}));
on("tree", ({ nodes, more }) => {
  tree.update(nodes, { isCut: !!more });
  $("tree-cut").hidden = !more;
  $("tree-cut").textContent = more ? `Only the first ${more} nodes and those on the screen are listed.` : "";
  if (tree.selected !== null && !tree.byID.has(tree.selected)) {
    tree.selected = null;
    nodePanel.clear("The selected node is no longer in the tree.");
  }
  showBoxes();
});
on("node", (message) => {
  if (message.id === tree.selected) nodePanel.show(message, tree.byID.get(message.id));
});
on("spans", ({ spans, lost }) => timeline.add(spans, lost));
on("history", (message) => saves.update(message));
for (const kind of ["archive", "difference", "picture"]) on(kind, (message) => saves.show(message));
const findingElements = new KeptElements();
on("findings", ({ findings, problem, isAutomatic }) => {
  $("finding-count").textContent = problem ? "!" : findings.length || "";
  $("doctor-text").textContent = [
    problem ? `The app could not be examined: ${problem}` : findings.length ? "" : "Nothing found.",
    isAutomatic ? "" : "The examination takes long, so it is not repeated when the tree changes.",
  ].filter(Boolean).join(" ");
  const select = (path) => {
    const node = tree.nodeAtPath(path);
    if (node) return tree.select(node.id);
    $("find").value = path;
    tree.find(path);
  };
  const boxes = findings.map((finding, index) =>
    findingElements.get(index, finding, () => findingElement(finding, select)));
  findingElements.sweep();
  setChildren($("findings"), boxes);
});
on("problem", ({ text }) => showMessage(text));

connect();
