// The app's screen on a canvas.
import { drawShape } from "./glyphs.js";

const dark = {
  text: "#d8dee9", back: "#16191f",
  palette: [
    "#1d2129", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d0d4dc", "#5c6370", "#f08080",
    "#b5e08f", "#f5d88a", "#83c5ff", "#dd9bf0", "#7fd6e0", "#ffffff",
  ],
};
const light = {
  text: "#24292f", back: "#ffffff",
  palette: [
    "#24292f", "#b42323", "#1a7f37", "#8a6100", "#0550ae", "#8250df", "#0a6c8e", "#6e7781", "#57606a", "#cf222e",
    "#2da44e", "#bf8700", "#218bff", "#a475f9", "#1b98c4", "#8c959f",
  ],
};
const scheme = matchMedia("(prefers-color-scheme: light)");
const [bold, dim, italic, underline, reverse, strike] = [1, 2, 4, 8, 16, 32];
const font = '"DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace';

function paletteColor(index, colors) {
  if (index < 16) return colors.palette[index];
  if (index >= 232) {
    const level = 8 + (index - 232) * 10;
    return `rgb(${level},${level},${level})`;
  }
  const level = (n) => (n ? 55 + 40 * n : 0);
  const n = index - 16;
  return `rgb(${level(Math.floor(n / 36))},${level(Math.floor(n / 6) % 6)},${level(n % 6)})`;
}

export class Screen {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.width = 0;
    this.height = 0;
    this.styles = new Map();
    this.cells = [];
    this.cursor = null;
    this.fontSize = 15;
    scheme.addEventListener("change", () => this.redraw());
  }

  // Applies a message, and draws what it changes.
  apply(message) {
    for (const [number, ...style] of message.styles ?? []) this.styles.set(number, style);
    if (message.size) {
      [this.width, this.height] = message.size;
      this.cells = Array.from({ length: this.height }, () => this.blankRow());
      this.resizeCanvas();
    }
    const changed = new Set();
    if (this.cursor) changed.add(this.cursor[1]);
    for (const [y, start, ...runs] of message.rows) {
      if (!this.cells[y]) continue;
      let x = start;
      for (const run of runs) {
        if (run.length === 2) {
          for (const character of run[1]) this.cells[y][x++] = [run[0], character, 1];
        } else {
          this.cells[y][x++] = [run[0], run[2], run[1]];
          if (run[1] === 2) this.cells[y][x++] = [run[0], "", 0];
        }
      }
      changed.add(y);
    }
    this.cursor = message.cursor ?? null;
    if (this.cursor) changed.add(this.cursor[1]);
    if (message.size) this.redraw();
    else for (const y of changed) this.drawRow(y);
  }

  // Chooses the largest letters with which the screen fits.
  fit(width, height) {
    let best = 9;
    for (let size = 9; size <= 18; size++) {
      const cell = this.measure(size);
      if (cell.width * this.width <= width && cell.height * this.height <= height) best = size;
    }
    if (best === this.fontSize) return;
    this.fontSize = best;
    this.resizeCanvas();
    this.redraw();
  }

  measure(size) {
    this.context.font = `${size}px ${font}`;
    const scale = devicePixelRatio;
    // Rounded up to device pixels, or letters lose their edges.
    const width = Math.ceil(this.context.measureText("0").width * scale - 0.01) / scale;
    return { width, height: Math.ceil(size * 1.28 * scale) / scale };
  }

  blankRow() {
    return Array.from({ length: this.width }, () => [-1, " ", 1]);
  }

  resizeCanvas() {
    const scale = devicePixelRatio;
    const { width, height } = this.measure(this.fontSize);
    [this.cellWidth, this.cellHeight] = [width, height];
    this.canvas.width = Math.round(width * scale) * this.width;
    this.canvas.height = Math.round(height * scale) * this.height;
    this.canvas.style.width = `${width * this.width}px`;
    this.canvas.style.height = `${height * this.height}px`;
  }

  redraw() {
    for (let y = 0; y < this.height; y++) this.drawRow(y);
  }

  drawRow(y) {
    const row = this.cells[y];
    if (!row) return;
    const colors = scheme.matches ? light : dark;
    const scale = devicePixelRatio;
    const [width, height] = [Math.round(this.cellWidth * scale), Math.round(this.cellHeight * scale)];
    const context = this.context;
    const top = y * height;
    context.save();
    context.beginPath();
    context.rect(0, top, this.canvas.width, height);
    context.clip();
    for (let x = 0; x < this.width; x++) {
      const [number, text, cells] = row[x];
      if (cells === 0) continue;
      const [foreground, background, attributes] = this.styles.get(number) ?? [-1, -1, 0];
      const color = (value, normal) =>
        value === -1 ? normal : typeof value === "number" ? paletteColor(value, colors) : value;
      let [front, back] = [color(foreground, colors.text), color(background, colors.back)];
      if (attributes & reverse) [front, back] = [back, front];
      const isCursor = this.cursor && this.cursor[0] === x && this.cursor[1] === y;
      const left = x * width;
      context.fillStyle = back;
      context.fillRect(left, top, width * cells, height);
      context.fillStyle = context.strokeStyle = front;
      context.globalAlpha = attributes & dim ? 0.62 : 1;
      if (text !== " " && !drawShape(context, text, left, top, width * cells, height)) {
        const style = `${attributes & italic ? "italic " : ""}${attributes & bold ? "bold " : ""}`;
        context.font = `${style}${this.fontSize * scale}px ${font}`;
        context.textBaseline = "alphabetic";
        const base = top + Math.round(height * 0.78);
        // A glyph wider than its cells is squeezed.
        context.fillText(text, left, base, width * cells + 0.5);
      }
      const stroke = Math.max(1, Math.round(scale));
      if (attributes & underline) context.fillRect(left, top + height - 2 * stroke, width * cells, stroke);
      if (attributes & strike) context.fillRect(left, top + Math.round(height * 0.52), width * cells, stroke);
      context.globalAlpha = 1;
      if (isCursor) context.fillRect(left, top, Math.max(2, Math.round(2 * scale)), height);
    }
    context.restore();
  }

  rowText(y) {
    return this.cells[y].map((cell) => cell[1]).join("").trimEnd();
  }

  // Returns the cell at a place of the page.
  cellAt(clientX, clientY) {
    const frame = this.canvas.getBoundingClientRect();
    const clamp = (value, most) => Math.min(Math.max(Math.floor(value), 0), most - 1);
    return [
      clamp((clientX - frame.left) / this.cellWidth, this.width), clamp((clientY - frame.top) / this.cellHeight, this.height),
    ];
  }
}
