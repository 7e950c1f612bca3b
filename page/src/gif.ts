// An animated GIF: one palette of 256 colours for all frames, LZW as the format's specification has it.

/** The 255 most frequent colours of all frames, of 16 steps a channel each; the last one is spare. */
export class Palette {
  readonly colours: number[];
  private readonly index = new Uint8Array(4096);

  constructor(frames: Uint8ClampedArray[]) {
    const counts = new Uint32Array(4096), sums = new Float64Array(3 * 4096);
    for (const pixels of frames) {
      for (let i = 0; i < pixels.length; i += 4) {
        const bin = Palette.bin(pixels, i);
        ++counts[bin];
        for (let k = 0; k < 3; ++k) sums[3 * bin + k] += pixels[i + k];
      }
    }
    const used = [...counts.keys()].filter((bin) => counts[bin] > 0).sort((p, q) => counts[q] - counts[p]);
    const mean = (bin: number) => [0, 1, 2].map((k) => Math.round(sums[3 * bin + k] / counts[bin]));
    const kept = used.slice(0, 255).map(mean);
    this.colours = kept.flat();
    while (this.colours.length < 768) this.colours.push(0);
    used.forEach((bin, i) => { this.index[bin] = i < 255 ? i : nearest(kept, mean(bin)); });
  }

  private static bin(pixels: Uint8ClampedArray, i: number): number { return (pixels[i] >> 4) << 8 | (pixels[i + 1] >> 4) << 4 | pixels[i + 2] >> 4; }
  indices(pixels: Uint8ClampedArray): Uint8Array {
    const out = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < out.length; ++i) out[i] = this.index[Palette.bin(pixels, 4 * i)];
    return out;
  }
}

function nearest(colours: number[][], wanted: number[]): number {
  let best = 0, least = Infinity;
  colours.forEach((c, i) => {
    const d = (c[0] - wanted[0]) ** 2 + (c[1] - wanted[1]) ** 2 + (c[2] - wanted[2]) ** 2;
    if (d < least) { least = d; best = i; }
  });
  return best;
}

/** Indices of 8 bits as LZW codes of 9 to 12 bits, in blocks of at most 255 bytes. */
function lzw(indices: Uint8Array): number[] {
  const kClear = 256, kEnd = 257, bytes: number[] = [];
  let table = new Map<number, number>(), next = 258, width = 9, held = 0, bits = 0;
  const put = (code: number) => {
    held |= code << bits;
    bits += width;
    for (; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 0xff);
  };
  put(kClear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; ++i) {
    const key = prefix << 8 | indices[i], known = table.get(key);
    if (known !== undefined) { prefix = known; continue; }
    put(prefix);
    if (next === 4096) { put(kClear); table = new Map(); next = 258; width = 9; }
    else { if (next === 1 << width) ++width; table.set(key, next++); }
    prefix = indices[i];
  }
  put(prefix);
  put(kEnd);
  if (bits > 0) bytes.push(held & 0xff);
  const blocks: number[] = [];
  for (let i = 0; i < bytes.length; i += 255) { const block = bytes.slice(i, i + 255); blocks.push(block.length, ...block); }
  return [...blocks, 0];
}

/** Frames of RGBA pixels, each shown for `hundredths` of a second; plays for ever. */
export function gif(frames: Uint8ClampedArray[], width: number, height: number, hundredths: number): Uint8Array {
  const palette = new Palette(frames), two = (x: number) => [x & 0xff, x >> 8];
  const parts: number[][] = [[...'GIF89a'].map((c) => c.charCodeAt(0)), two(width), two(height), [0xf7, 0, 0], palette.colours,
                             [0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((c) => c.charCodeAt(0)), 3, 1, 0, 0, 0]];
  for (const pixels of frames) {
    parts.push([0x21, 0xf9, 4, 0, ...two(hundredths), 0, 0], [0x2c, 0, 0, 0, 0, ...two(width), ...two(height), 0, 8], lzw(palette.indices(pixels)));
  }
  parts.push([0x3b]);
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { out.set(part, at); at += part.length; }
  return out;
}
