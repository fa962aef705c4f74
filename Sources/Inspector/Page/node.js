// The details of the selected node.
import { send } from "./connection.js";
import { element, KeptElements, setChildren } from "./elements.js";

// Returns a button with a place in a script, which copies it.
export function placeButton(place) {
  const button = element("button", "place", place);
  button.title = "Copy this place, for an editor";
  button.addEventListener("click", () => navigator.clipboard?.writeText(place).catch(() => {}));
  return button;
}

export function findingElement(finding, onPath) {
  const box = element("div", `finding ${finding.severity === "error" ? "lost" : "risk"}`);
  const head = element("p", "", element("b", "", finding.code), " ");
  if (finding.file) head.append(placeButton(`${finding.file}:${finding.line}`));
  box.append(head, element("p", "", finding.message), element("p", "hint", finding.consequence), element("p", "", finding.remedy));
  if (finding.path && onPath) {
    const button = element("button", "place", finding.path);
    button.addEventListener("click", () => onPath(finding.path));
    box.append(button);
  }
  return box;
}

const statusNames = {
  kept: "Will be restored.", risk: "Partly lost.", lost: "Will be lost.", unsaved: "Not saved.",
};

export class NodePanel {
  constructor(panel, { onCulprit }) {
    this.panel = panel;
    this.onCulprit = onCulprit;
    this.details = element("div", "details");
    this.forget(null);
  }

  // Forgets what is shown of a node, as another one is shown from now on.
  forget(id) {
    this.shown = id;
    this.kept = new KeptElements();
    // The names of the values that are reported as a whole.
    this.whole = new Set();
  }

  clear(text = "Select a node in the tree, or pick one on the screen.") {
    this.forget(null);
    this.panel.replaceChildren(element("p", "empty", text));
  }

  // Shows a report, with the node of the tree that it is about. Parts that have not changed are kept.
  show(report, node) {
    if (report.id !== this.shown) this.forget(report.id);
    const heading = (text) => this.kept.get(`heading ${text}`, text, () => element("h3", "", text));
    const hint = (text) => this.kept.get("hint", text, () => element("div", "hint", text));
    const path = (key, text) => this.kept.get(key, text, () => element("div", "path", text));
    const [name] = report.classes;
    const title = node?.identifier ? `${node.identifier} · ${name}` : name ?? "";
    // A finding may say why itself.
    const isRedundant = report.status === "kept" || report.findings.some((finding) => finding.message === report.why);
    const why = isRedundant ? "" : report.why;
    const parts = [
      this.kept.get("title", title, () => element("h2", "", title)),
      path("path", report.path),
      this.kept.get("status", [report.status, why, node?.culprit], () => this.status(report.status, why, node?.culprit)),
      ...report.findings.map((finding, index) => this.kept.get(`finding ${index}`, finding, () => findingElement(finding))),
    ];
    if (report.place) parts.push(heading("Created at"), this.kept.get("place", report.place, placeButton));
    if (report.classes.length > 1) parts.push(heading("Class"), path("classes", report.classes.join(" ‹ ")));
    parts.push(heading("State"));
    if (report.state.length) parts.push(this.table("state", report.state.map((row) => this.stateRow(...row))));
    else parts.push(hint(report.saved ? "It has no state to save now." : "It is not saved."));
    if (report.fields.length) parts.push(heading("Fields of the script"), this.values("fields", report.fields));
    parts.push(heading("Properties"), this.values("properties", report.properties));
    this.kept.sweep();
    setChildren(this.details, parts);
    setChildren(this.panel, [this.details]);
  }

  status(status, why, culprit) {
    const text = element("span", "", element("b", "", statusNames[status]), " ", why);
    const result = element("div", `status ${status}`, text);
    if (culprit) {
      const button = element("button", "place", " Show it");
      button.addEventListener("click", () => this.onCulprit(culprit));
      result.append(button);
    }
    return result;
  }

  table(name, rows) {
    const table = this.kept.get(`table ${name}`, null, () => element("table", "", element("tbody")));
    setChildren(table.firstChild, rows);
    return table;
  }

  stateRow(key, value, isBuiltIn) {
    return this.kept.get(`state ${isBuiltIn} ${key}`, value, () =>
      element("tr", "", element("td", `key${isBuiltIn ? " built-in" : ""}`, key), element("td", "value", value)));
  }

  values(kind, values) {
    return this.table(kind, values.map(([name, value, about]) => {
      const row = this.kept.get(`${kind} ${name}`, about, () => {
        const key = element("td", "key", name);
        if (about) key.title = about;
        return element("tr", "", key, element("td", "value"));
      });
      this.showValue(row.lastChild, name, value);
      return row;
    }));
  }

  // Shows a value of the report, which has the rest of a long one on request.
  showValue(cell, name, value) {
    if (cell.reported === value) return;
    cell.reported = value;
    cell.replaceChildren(value);
    if (!value.endsWith("…") || this.whole.has(name)) return;
    const more = element("button", "place", " all");
    more.addEventListener("click", () => {
      this.whole.add(name);
      send({ k: "value", name });
    });
    cell.append(more);
  }
}
