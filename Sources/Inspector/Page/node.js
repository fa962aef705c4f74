// The details of the selected node.
import { send } from "./connection.js";
import { element } from "./tree.js";

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

function table(rows) {
  const body = element("tbody");
  for (const row of rows) body.append(element("tr", "", ...row));
  return element("table", "", body);
}

const statusNames = {
  kept: "Will be restored.", risk: "Partly lost.", lost: "Will be lost.", unsaved: "Not saved.",
};

export class NodePanel {
  constructor(panel, { onCulprit, onPath }) {
    this.panel = panel;
    this.onCulprit = onCulprit;
    this.onPath = onPath;
  }

  clear(text = "Select a node in the tree, or pick one on the screen.") {
    this.shown = null;
    this.panel.replaceChildren(element("p", "empty", text));
  }

  // Shows a report, with the node of the tree that it is about.
  show(report, node) {
    this.shown = report.id;
    const offset = this.panel.scrollTop;
    const details = element("div", "details");
    details.append(element("h2", "", node?.identifier ? `${node.identifier} · ${report.classes[0]}` : report.classes[0] ?? ""));
    details.append(element("div", "path", report.path));
    const status = element("div", `status ${report.status}`, element("span", "", element("b", "", statusNames[report.status]), " "));
    if (!(report.status === "kept" && !report.findings.length)) status.firstChild.append(report.why);
    if (node?.culprit) {
      const button = element("button", "place", " Show it");
      button.addEventListener("click", () => this.onCulprit(node.culprit));
      status.append(button);
    }
    details.append(status);
    for (const finding of report.findings) {
      const box = findingElement(finding);
      box.style.margin = "8px 0";
      details.append(box);
    }
    if (report.place) details.append(element("h3", "", "Created at"), placeButton(report.place));
    if (report.classes.length > 1) details.append(element("h3", "", "Class"), element("div", "path", report.classes.join(" ‹ ")));
    details.append(element("h3", "", "State"));
    details.append(
      report.state.length
        ? table(report.state.map(([key, value, isBuiltIn]) => [element("td", `key${isBuiltIn ? " built-in" : ""}`, key), element("td", "value", value)]))
        : element("div", "hint", report.saved ? "It has no state to save now." : "It is not saved."));
    if (report.fields.length) details.append(element("h3", "", "Fields of the script"), this.values(report, report.fields));
    details.append(element("h3", "", "Properties"), this.values(report, report.properties));
    this.panel.replaceChildren(details);
    this.panel.scrollTop = offset;
  }

  values(report, values) {
    return table(values.map(([name, value, about]) => {
      const key = element("td", "key", name);
      if (about) key.title = about;
      const cell = element("td", "value", value);
      if (value.endsWith("…")) {
        const more = element("button", "place", " all");
        more.addEventListener("click", () => {
          this.waiting = cell;
          send({ k: "value", name });
        });
        cell.append(more);
      }
      return [key, cell];
    }));
  }

  showValue(message) {
    if (message.id === this.shown && this.waiting && message.value !== undefined) this.waiting.replaceChildren(message.value);
  }
}
