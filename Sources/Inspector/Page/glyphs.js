// Lines, blocks and braille as shapes, so that they meet at the edges of cells whatever the font is.

// The weights of the arms up, right, down, left: 1 light, 2 heavy.
const lines = {
  "─": "0101", "━": "0202", "│": "1010", "┃": "2020", "┌": "0110", "┏": "0220", "┐": "0011", "┓": "0022", "└": "1100",
  "┗": "2200", "┘": "1001", "┛": "2002", "├": "1110", "┣": "2220", "┤": "1011", "┫": "2022", "┬": "0111", "┳": "0222",
  "┴": "1101", "┻": "2202", "┼": "1111", "╋": "2222", "╴": "0001", "╵": "1000", "╶": "0100", "╷": "0010", "╸": "0002",
  "╹": "2000", "╺": "0200", "╻": "0020", "╼": "0201", "╾": "0102",
};
const rounded = { "╭": [1, 1], "╮": [-1, 1], "╰": [1, -1], "╯": [-1, -1] };
// Quadrants: upper left, upper right, lower left, lower right.
const quadrants = {
  "▖": "0010", "▗": "0001", "▘": "1000", "▙": "1011", "▚": "1001", "▛": "1110", "▜": "1101", "▝": "0100", "▞": "0110",
  "▟": "0111",
};

// Draws a character in a rectangle with the current fill and stroke style. Returns false if it is a letter.
export function drawShape(context, text, x, y, width, height) {
  const code = text.codePointAt(0);
  if (code < 0x2500 || code > 0x28ff) return false;
  const light = Math.max(1, Math.round(height / 18));
  const centerX = x + Math.floor((width - light) / 2);
  const centerY = y + Math.floor((height - light) / 2);
  if (lines[text]) {
    const [up, right, down, left] = [...lines[text]].map(Number);
    const heavy = Math.max(up, right, down, left);
    const thickness = light * heavy;
    const [cx, cy] = [centerX - Math.floor((thickness - light) / 2), centerY - Math.floor((thickness - light) / 2)];
    if (up) context.fillRect(cx, y, light * up, cy - y + thickness);
    if (down) context.fillRect(cx, cy, light * down, y + height - cy);
    if (left) context.fillRect(x, cy, cx - x + thickness, light * left);
    if (right) context.fillRect(cx, cy, x + width - cx, light * right);
    return true;
  }
  if (rounded[text]) {
    const [right, down] = rounded[text];
    const radius = Math.min(width, height) / 2;
    const [mx, my] = [centerX + light / 2, centerY + light / 2];
    context.lineWidth = light;
    context.beginPath();
    context.moveTo(right > 0 ? x + width : x, my);
    context.arcTo(mx, my, mx, down > 0 ? y + height : y, radius);
    context.lineTo(mx, down > 0 ? y + height : y);
    context.stroke();
    return true;
  }
  if (code >= 0x2580 && code <= 0x259f) return drawBlock(context, text, code, x, y, width, height);
  if (code >= 0x2800) {
    const dots = code - 0x2800;
    const places = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [0, 3], [1, 3]];
    const size = Math.max(1, Math.round(width / 5));
    places.forEach(([column, row], bit) => {
      if (!(dots & (1 << bit))) return;
      const [dx, dy] = [x + ((column + 0.5) * width) / 2, y + ((row + 0.5) * height) / 4];
      context.fillRect(Math.round(dx - size / 2), Math.round(dy - size / 2), size, size);
    });
    return true;
  }
  return false;
}

function drawBlock(context, text, code, x, y, width, height) {
  if (code === 0x2580) context.fillRect(x, y, width, Math.round(height / 2));
  else if (code <= 0x2588) {
    const part = Math.round((height * (code - 0x2580)) / 8);
    context.fillRect(x, y + height - part, width, part);
  } else if (code <= 0x258f) context.fillRect(x, y, Math.round((width * (0x2590 - code)) / 8), height);
  else if (code === 0x2590) context.fillRect(x + Math.round(width / 2), y, width - Math.round(width / 2), height);
  else if (code <= 0x2593) {
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * (code - 0x2590) * 0.25;
    context.fillRect(x, y, width, height);
    context.globalAlpha = alpha;
  } else if (code === 0x2594) context.fillRect(x, y, width, Math.round(height / 8));
  else if (code === 0x2595) context.fillRect(x + width - Math.round(width / 8), y, Math.round(width / 8), height);
  else {
    const [w, h] = [Math.round(width / 2), Math.round(height / 2)];
    [...quadrants[text]].forEach((bit, index) => {
      if (bit === "0") return;
      const [right, down] = [index % 2, index >> 1];
      context.fillRect(x + right * w, y + down * h, right ? width - w : w, down ? height - h : h);
    });
  }
  return true;
}
