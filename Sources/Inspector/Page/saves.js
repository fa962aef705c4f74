// The saves: their list, and the tree, the changes and the picture of one.
import { send } from "./connection.js";
import { element, markItem, setChildren, takeListKeys } from "./elements.js";
import { Screen } from "./screen.js";

export class Saves {
  constructor(list, panel) {
    this.list = list;
    this.panel = panel;
    this.selected = null;
    this.parts = {};
    this.saves = [];
    // Whether the newest save is shown, until the user selects another one.
    this.follows = true;
    // The save that the panel shows; the selected one follows.
    this.shown = null;
    this.title = element("span");
    const back = element("button", "live", "Return to this save");
    back.addEventListener("click", () => send({ k: "rollback", save: this.shown }));
    this.bar = element("div", "bar", this.title, element("span", "space"), back);
    this.columns = element("div", "columns");
    takeListKeys(list);
    list.addEventListener("click", (event) => {
      const item = event.target.closest(".item");
      if (!item) return;
      const number = Number(item.dataset.number);
      this.follows = number === this.saves.at(-1)?.number;
      this.select(number);
    });
  }

  clear() {
    this.saves = [];
    this.list.replaceChildren();
  }

  // Removes saves by their numbers, and adds others, which may have the same numbers.
  update({ saves, removed }) {
    for (const item of [...this.list.children]) if (removed.includes(Number(item.dataset.number))) item.remove();
    this.saves = [...this.saves.filter((save) => !removed.includes(save.number)), ...saves].sort((a, b) => a.number - b.number);
    if (this.follows && this.saves.length) this.select(this.saves.at(-1).number);
    else this.renderList();
  }

  renderList() {
    const known = new Map([...this.list.children].map((item) => [Number(item.dataset.number), item]));
    const items = [...this.saves].reverse().map((save) => {
      const item = known.get(save.number) ?? element("div");
      item.id = `save-${save.number}`;
      markItem(this.list, item, save.number === this.selected);
      if (item.firstChild) return item;
      item.append(
        element("span", "count-column", `${save.number}`),
        element("span", "time", new Date(save.savedAt * 1000).toLocaleTimeString([], { hour12: false })),
        element("span", "what", save.change || save.title || ""));
      item.dataset.number = save.number;
      item.title = `${save.title ?? ""} ${save.change}`;
      return item;
    });
    setChildren(this.list, items);
  }

  select(number) {
    if (number !== this.selected) this.parts = {};
    this.selected = number;
    this.renderList();
    send({ k: "save", save: number });
  }

  // Shows a part of the selected save: its archive, its changes or its picture.
  show(message) {
    if (message.save !== this.selected) return;
    this.parts[message.k] = message;
    this.render();
  }

  render() {
    const { archive, difference, picture } = this.parts;
    this.shown = this.selected;
    const save = this.saves.find((save) => save.number === this.selected);
    const about = [archive?.title, save && new Date(save.savedAt * 1000).toLocaleString(), save && `${save.nodes} nodes, ${save.changed} changed`];
    this.title.replaceChildren(element("strong", "", `Save ${this.selected}`), " ", element("span", "hint", about.filter(Boolean).join(" · ")));
    if (!this.bar.isConnected) this.panel.replaceChildren(this.bar, this.columns);
    const columns = this.columns;
    columns.replaceChildren();
    if (archive) columns.append(element("div", "tree", ...stateLines(archive.application, 0), ...archive.nodes.flatMap((node) => nodeLines(node, 0)),
      ...(archive.more ? [element("div", "hint", `Only the first ${archive.more} nodes are listed.`)] : [])));
    const right = element("div");
    if (picture) {
      const canvas = document.createElement("canvas");
      const screen = new Screen(canvas);
      screen.fontSize = 9;
      screen.apply(picture);
      right.append(canvas);
    }
    if (difference) {
      const lines = difference.lines.map((line) => {
        const kind = line.startsWith("  + ") ? "new" : line.startsWith("  - ") ? "gone" : "";
        return element("span", kind, `${line}\n`);
      });
      if (difference.more) lines.push(element("span", "hint", `${difference.more} more lines`));
      right.append(element("h3", "hint", "Changed since the save before"), element("pre", "", ...(lines.length ? lines : ["nothing"])));
    }
    columns.append(right);
  }
}

function nodeLines(node, depth) {
  const line = element("div", "", element("b", "", node.identifier), " ", element("span", "hint", node.class));
  line.style.paddingLeft = `${depth * 14}px`;
  return [line, ...stateLines(node.state, depth + 1), ...(node.children ?? []).flatMap((child) => nodeLines(child, depth + 1))];
}

function stateLines(state, depth) {
  return state.map(([key, value, isBuiltIn]) => {
    const line = element("div", "state", `${isBuiltIn ? `(${key})` : key} = ${value}`);
    line.style.paddingLeft = `${depth * 14 + 8}px`;
    return line;
  });
}
