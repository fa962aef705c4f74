// Elements of the page.

// Returns an element with a class and contents.
export function element(name, className, ...contents) {
  const result = document.createElement(name);
  if (className) result.className = className;
  result.append(...contents);
  return result;
}

// Replaces the children of an element. Those that stay are not touched: a click would be lost between its press and its
// release, and so would be the scroll offset and a selected text.
export function setChildren(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

// Marks the selected item of a list, also for screen readers.
export function markItem(list, item, isSelected) {
  item.className = `item${isSelected ? " selected" : ""}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", isSelected);
  if (isSelected) list.setAttribute("aria-activedescendant", item.id);
}

// Lets arrow keys select the items of a list, as clicks do.
export function takeListKeys(list) {
  list.addEventListener("keydown", (event) => {
    const items = [...list.querySelectorAll(".item")];
    const index = items.findIndex((item) => item.classList.contains("selected"));
    const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.click();
    items[next]?.scrollIntoView({ block: "nearest" });
  });
}

// Elements by key, each of which is kept as long as its contents are the same.
export class KeptElements {
  known = new Map();
  used = new Map();

  // Returns the element with a key. `make` creates it from its contents.
  get(key, contents, make) {
    const text = JSON.stringify(contents);
    const known = this.known.get(key);
    const kept = known && known.text === text ? known : { text, element: make(contents) };
    this.used.set(key, kept);
    return kept.element;
  }

  // Forgets the elements that were not requested since the last call.
  sweep() {
    this.known = this.used;
    this.used = new Map();
  }
}
