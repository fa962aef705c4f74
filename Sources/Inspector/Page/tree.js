// The tree of controllers and views.
import { element, setChildren } from "./elements.js";

const statusNames = { kept: "restored", risk: "partly lost", lost: "lost", unsaved: "nothing to save" };

export class Tree {
  constructor(root, { onSelect, onHover, onFind }) {
    this.root = root;
    this.onSelect = onSelect;
    this.onFind = onFind;
    this.onHover = onHover;
    this.nodes = [];
    this.byID = new Map();
    this.rows = new Map();
    this.folded = new Set();
    this.selected = null;
    this.showsViews = true;
    this.query = "";
    // Whether the app has nodes that the page does not.
    this.isCut = false;
    // Whether the app is asked for nodes that match.
    this.isAsking = false;
    root.addEventListener("click", (event) => {
      const row = event.target.closest(".node");
      if (!row) return;
      const id = Number(row.dataset.id);
      if (event.target.classList.contains("fold")) this.toggle(id);
      else this.select(id);
    });
    root.addEventListener("mouseover", (event) => {
      const row = event.target.closest(".node");
      onHover(row ? this.byID.get(Number(row.dataset.id)) : null);
    });
    root.addEventListener("mouseleave", () => onHover(null));
    root.addEventListener("keydown", (event) => this.keyDown(event));
  }

  // Replaces the nodes.
  update(nodes, { isCut }) {
    this.isCut = isCut;
    this.nodes = [];
    this.byID = new Map();
    const visit = (node, depth, parent) => {
      const name = node.name ?? node.identifier ?? `<${node.class}>`;
      const flat = {
        ...node, depth, parent: parent?.id ?? null,
        // A view's path begins with that of its controller, not of the views around it.
        path: (parent?.base ? `${parent.base}/` : "") + name,
      };
      flat.base = node.kind === "controller" ? flat.path : parent?.base ?? "";
      this.nodes.push(flat);
      this.byID.set(node.id, flat);
      for (const child of node.children ?? []) visit(child, depth + 1, flat);
    };
    for (const node of nodes) visit(node, 0, null);
    this.render();
    if (this.isAsking && this.nodes.some((node) => this.matches(node))) this.find(this.query);
  }

  get visible() {
    const hidden = new Set();
    return this.nodes.filter((node) => {
      if (hidden.has(node.parent) || (!this.showsViews && node.kind === "view" && !node.identifier)) {
        if (hidden.has(node.parent)) hidden.add(node.id);
        return false;
      }
      if (this.folded.has(node.id)) hidden.add(node.id);
      return true;
    });
  }

  render() {
    const rows = new Map();
    const elements = this.visible.map((node) => {
      const row = this.rows.get(node.id) ?? element("div", "node");
      rows.set(node.id, row);
      this.fill(row, node);
      return row;
    });
    this.rows = rows;
    setChildren(this.root, elements);
    // The focus is in the tree itself, and screen readers follow its selected row.
    if (rows.has(this.selected)) this.root.setAttribute("aria-activedescendant", rows.get(this.selected).id);
    else this.root.removeAttribute("aria-activedescendant");
  }

  fill(row, node) {
    const isFound = this.query && this.matches(node);
    const description = JSON.stringify([
      node.kind, node.class, node.identifier, node.status, node.why, node.depth, !!node.frame, !!node.children?.length,
      this.folded.has(node.id), node.id === this.selected, isFound, node.presented,
    ]);
    if (row.description === description) return;
    row.description = description;
    row.className = ["node", node.kind, node.id === this.selected && "selected", isFound && "found", !node.frame && "off"]
      .filter(Boolean).join(" ");
    row.dataset.id = node.id;
    row.title = node.why;
    row.style.paddingLeft = `${6 + node.depth * 13}px`;
    row.id = `node-${node.id}`;
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-selected", node.id === this.selected);
    row.setAttribute("aria-level", node.depth + 1);
    if (node.children?.length) row.setAttribute("aria-expanded", !this.folded.has(node.id));
    else row.removeAttribute("aria-expanded");
    const fold = element("span", "fold", node.children?.length ? (this.folded.has(node.id) ? "▸" : "▾") : "");
    fold.setAttribute("aria-hidden", true);
    const dot = element("span", `dot ${node.status}`);
    dot.setAttribute("role", "img");
    dot.setAttribute("aria-label", statusNames[node.status]);
    row.replaceChildren(
      fold, dot,
      ...(node.identifier ? [element("span", `name ${node.kind}`, node.identifier), element("span", "class", node.class)]
        : [element("span", `class ${node.kind}`, node.class)]),
      ...(node.presented ? [element("span", "hint", "presented")] : []));
  }

  // Selects a node, and shows its row.
  select(id, { quietly = false } = {}) {
    if (!this.byID.has(id)) return;
    for (let node = this.byID.get(this.byID.get(id).parent); node; node = this.byID.get(node.parent)) this.folded.delete(node.id);
    this.selected = id;
    this.render();
    this.rows.get(id)?.scrollIntoView({ block: "nearest" });
    if (!quietly) this.onSelect(id);
  }

  toggle(id) {
    if (!this.folded.delete(id)) this.folded.add(id);
    this.render();
  }

  matches(node) {
    const query = this.query.toLowerCase();
    return [node.class, node.identifier ?? "", node.path].some((text) => text.toLowerCase().includes(query));
  }

  // Marks the nodes that match a text, and selects the next one.
  find(query, { next = false } = {}) {
    if (query !== this.query) this.onFind(query);
    this.query = query;
    this.render();
    this.isAsking = false;
    if (!query) return;
    const found = this.nodes.filter((node) => this.matches(node));
    this.isAsking = !found.length && this.isCut;
    const exact = found.find((node) => node.path === query);
    const index = found.findIndex((node) => node.id === this.selected);
    const node = next ? found[(index + 1) % found.length] : exact ?? (index >= 0 ? found[index] : found[0]);
    if (node && node.id !== this.selected) this.select(node.id);
  }

  // Returns the node on top at a cell of the screen.
  nodeAt(x, y) {
    let best = null;
    for (const node of this.nodes) {
      if (!node.frame || node.kind !== "view") continue;
      const [left, top, width, height] = node.frame;
      if (x >= left && x < left + width && y >= top && y < top + height) best = node;
    }
    return best;
  }

  nodeAtPath(path) {
    return this.nodes.find((node) => node.path === path);
  }

  keyDown(event) {
    const visible = this.visible;
    const index = visible.findIndex((node) => node.id === this.selected);
    const node = visible[index];
    const move = (other) => other && this.select(other.id);
    switch (event.key) {
      case "ArrowDown": move(visible[index + 1]); break;
      case "ArrowUp": move(visible[Math.max(0, index - 1)]); break;
      case "Home": move(visible[0]); break;
      case "End": move(visible[visible.length - 1]); break;
      case "ArrowLeft":
        if (node?.children?.length && !this.folded.has(node.id)) this.toggle(node.id);
        else move(this.byID.get(node?.parent));
        break;
      case "ArrowRight":
        if (node && this.folded.has(node.id)) this.toggle(node.id);
        else if (node?.children?.length) move(visible[index + 1]);
        break;
      default: return;
    }
    event.preventDefault();
  }
}
