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
