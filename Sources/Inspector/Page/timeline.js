// What the app and the host did, and how long it took.
import { element, KeptElements, markItem, setChildren, takeListKeys } from "./elements.js";
import { placeButton } from "./node.js";

const maximumSpans = 20000;
// Spans with less time between them belong together, in microseconds.
const gap = 4000;
// The time of a frame.
const slow = 16667;

export function duration(microseconds) {
  if (microseconds >= 1e6) return `${(microseconds / 1e6).toFixed(2)} s`;
  if (microseconds >= 10000) return `${(microseconds / 1000).toFixed(1)} ms`;
  if (microseconds >= 1000) return `${(microseconds / 1000).toFixed(2)} ms`;
  return `${microseconds} µs`;
}

export class Timeline {
  constructor(list, canvas, text, slowest) {
    Object.assign(this, { list, canvas, text, slowest });
    this.rows = new KeptElements();
    const head = element("tr", "", ...["own time", "total", "calls", "callback or phase", "place"].map((text) => element("th", "", text)));
    this.table = element("table", "", element("thead", "", head), element("tbody"));
    this.bursts = [];
    this.count = 0;
    // The number of spans that are not listed, as there were too many.
    this.omitted = 0;
    this.omission = element("div", "hint");
    this.selected = null;
    // The span that keys have selected.
    this.current = null;
    this.isVisible = true;
    this.lastItem = 0;
    takeListKeys(list);
    list.addEventListener("click", (event) => {
      const item = event.target.closest(".item");
      if (!item) return;
      const burst = this.bursts.find((burst) => burst.item === item);
      // The last one again: follow the app.
      this.selected = burst === this.bursts[this.bursts.length - 1] ? null : burst;
      this.render();
    });
    canvas.addEventListener("mousemove", (event) => this.hover(event));
    canvas.addEventListener("mouseleave", () => this.describe(this.current));
    canvas.addEventListener("keydown", (event) => this.keyDown(event));
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => this.draw());
  }

  clear() {
    this.bursts = [];
    this.count = 0;
    this.omitted = 0;
    this.selected = null;
    this.current = null;
    this.list.replaceChildren();
    this.render();
  }

  // Adds spans, of which the app's process has dropped some before. Nested ones come before the span around them.
  add(spans, dropped = 0) {
    this.omitted += dropped;
    for (const [start, length, kind, name, place] of spans) {
      const span = { start, end: start + length, length, kind, name, place };
      let burst = this.bursts[this.bursts.length - 1];
      if (!burst || span.start > burst.end + gap) {
        burst = { spans: [], start: span.start, end: span.end };
        this.bursts.push(burst);
      }
      while (this.bursts.length > 1 && span.start < burst.start) {
        const previous = this.bursts[this.bursts.length - 2];
        if (span.start > previous.end + gap) break;
        this.bursts.pop();
        burst.item?.remove();
        previous.spans.push(...burst.spans);
        previous.end = Math.max(previous.end, burst.end);
        burst = previous;
      }
      burst.spans.push(span);
      burst.start = Math.min(burst.start, span.start);
      burst.end = Math.max(burst.end, span.end);
      burst.isChanged = true;
      this.count++;
    }
    while (this.count > maximumSpans && this.bursts.length > 1) {
      const oldest = this.bursts.shift();
      oldest.item?.remove();
      this.count -= oldest.spans.length;
      this.omitted += oldest.spans.length;
      if (this.selected === oldest) this.selected = null;
    }
    if (this.isVisible) this.render();
  }

  // Gives each span its depth and its own time, without that of the spans in it.
  arrange(burst) {
    if (!burst.isChanged) return;
    burst.isChanged = false;
    burst.spans.sort((a, b) => a.start - b.start || b.end - a.end);
    const open = [];
    for (const span of burst.spans) {
      while (open.length && open[open.length - 1].end <= span.start && open[open.length - 1].end < span.end) open.pop();
      span.depth = open.length;
      span.own = span.length;
      if (open.length) open[open.length - 1].own -= span.length;
      open.push(span);
    }
    const top = burst.spans.filter((span) => span.depth === 0);
    burst.total = top.reduce((sum, span) => sum + span.length, 0);
    const longest = top.reduce((a, b) => (b.length > a.length ? b : a));
    const names = [...new Set(burst.spans.filter((span) => span.kind !== "phase").map((span) => span.name))];
    burst.title = (names.length ? names : [longest.name]).slice(0, 4).join(", ") + (names.length > 4 ? ", …" : "");
  }

  render() {
    if (this.current && !this.shown?.spans.includes(this.current)) {
      this.current = null;
      this.describe(null);
    }
    for (const burst of this.bursts) {
      const isNew = burst.isChanged;
      this.arrange(burst);
      if (!burst.item) {
        burst.item = element("div");
        burst.item.id = `burst-${++this.lastItem}`;
      }
      const isShown = burst === this.shown;
      if (isNew || burst.wasShown !== isShown) {
        burst.wasShown = isShown;
        markItem(this.list, burst.item, isShown);
        burst.item.replaceChildren(
          element("span", "time", `${(burst.start / 1e6).toFixed(2)} s`),
          element("span", `length${burst.total > slow ? " slow" : ""}`, duration(burst.total)),
          element("span", "what", burst.title));
        burst.item.title = burst.title;
      }
      if (!burst.item.isConnected) this.list.prepend(burst.item);
    }
    if (this.omitted) {
      this.omission.textContent = `${this.omitted} older spans are not listed.`;
      if (!this.omission.isConnected) this.list.append(this.omission);
    }
    this.draw();
    this.renderSlowest();
  }

  get shown() {
    return this.selected ?? this.bursts[this.bursts.length - 1];
  }

  draw() {
    const burst = this.shown;
    const width = this.canvas.parentElement.clientWidth - 24;
    if (width <= 0) return;
    const scale = devicePixelRatio;
    const rowHeight = 19;
    if (burst) this.arrange(burst);
    const depth = burst ? Math.max(...burst.spans.map((span) => span.depth)) + 1 : 1;
    this.canvas.style.height = `${depth * rowHeight + 16}px`;
    this.canvas.width = width * scale;
    this.canvas.height = (depth * rowHeight + 16) * scale;
    this.boxes = [];
    const context = this.canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    context.scale(scale, scale);
    context.font = `11px ${style.getPropertyValue("--mono")}`;
    context.textBaseline = "middle";
    context.fillStyle = style.getPropertyValue("--quiet");
    if (!burst) return context.fillText("Nothing yet: use the app.", 0, 8);
    const length = Math.max(burst.end - burst.start, 1);
    for (let tick = 0; tick <= 4; tick++) {
      context.textAlign = ["left", "center", "center", "center", "right"][tick];
      context.fillText(tick ? duration(Math.round((length * tick) / 4)) : "0", (width * tick) / 4, 7);
    }
    context.textAlign = "left";
    for (const span of burst.spans) {
      const x = ((span.start - burst.start) / length) * width;
      const y = 16 + span.depth * rowHeight;
      const w = Math.max((span.length / length) * width, 1.5);
      context.fillStyle = style.getPropertyValue(`--${span.kind}`);
      context.globalAlpha = 0.85;
      context.fillRect(x, y, w - (w > 3 ? 1 : 0), rowHeight - 2);
      context.globalAlpha = 1;
      if (span === this.current) {
        context.strokeStyle = style.getPropertyValue("--accent");
        context.lineWidth = 2;
        context.strokeRect(x + 1, y + 1, Math.max(w - 2, 1), rowHeight - 4);
      }
      this.boxes.push({ x, y, w: Math.max(w, 3), span });
      if (w < 30) continue;
      context.save();
      context.beginPath();
      context.rect(x, y, w - 4, rowHeight);
      context.clip();
      context.fillStyle = style.getPropertyValue("--back");
      context.fillText(span.name, x + 4, y + rowHeight / 2 - 1);
      context.restore();
    }
  }

  hover(event) {
    const frame = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const box = (this.boxes ?? []).findLast((box) => x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + 18);
    this.describe(box?.span ?? this.current);
  }

  // Selects the next or previous span, the one around it, or the first one in it.
  keyDown(event) {
    const spans = (this.boxes ?? []).map((box) => box.span);
    const index = spans.indexOf(this.current);
    const depth = this.current?.depth ?? 0;
    const next = {
      ArrowRight: spans[index + 1], ArrowLeft: spans[Math.max(index - 1, 0)], Home: spans[0], End: spans.at(-1),
      ArrowUp: spans.slice(0, Math.max(index, 0)).findLast((span) => span.depth < depth),
      ArrowDown: index >= 0 && spans[index + 1]?.depth <= depth ? null : spans[index + 1],
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    if (!next[event.key]) return;
    this.current = next[event.key];
    this.draw();
    this.describe(this.current);
  }

  describe(span) {
    this.text.textContent = span ? `${span.name} · ${duration(span.length)}${span.place ? ` · ${span.place}` : ""}` : "";
  }

  // The callbacks of the shown burst that took the most time, without what they called.
  renderSlowest() {
    const sums = new Map();
    for (const span of this.shown?.spans ?? []) {
      if (span.kind === "event") continue;
      const sum = sums.get(span.name + span.place) ?? { name: span.name, place: span.place, kind: span.kind, count: 0, own: 0, total: 0 };
      sum.count++;
      sum.own += span.own;
      sum.total += span.length;
      sums.set(span.name + span.place, sum);
    }
    const slowest = [...sums.values()].sort((a, b) => b.own - a.own).slice(0, 30).map((sum) => {
      const numbers = [duration(Math.max(0, sum.own)), duration(sum.total), `${sum.count}×`];
      return this.rows.get(`${sum.name} ${sum.place}`, numbers, () => element("tr", "",
        ...numbers.map((text) => element("td", "number", text)), element("td", "", sum.name),
        element("td", "", sum.place ? placeButton(sum.place) : element("span", "hint", "the host"))));
    });
    this.rows.sweep();
    setChildren(this.table.lastChild, slowest);
    setChildren(this.slowest, slowest.length ? [this.table] : []);
  }
}
