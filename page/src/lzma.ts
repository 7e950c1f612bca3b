// Unpacks LZMA, the format of the 7-Zip SDK's specification: about a fifth smaller than gzip for WebAssembly, and browsers
// bring no decoder of it. One function without references to others: its text is also run in a worker.

/** Size of the result (4 bytes), properties, dictionary size (4 bytes), 8 bytes that are not used, stream: see pack.mjs. */
export function unpackLzma(packed: Uint8Array): Uint8Array {
  const half = 1024, size = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true), properties = packed[4];
  const lc = properties % 9, lp = Math.floor(properties / 9) % 5, pb = Math.floor(properties / 45);
  const out = new Uint8Array(size);
  let next = 18, range = 0xffffffff, code = 0, at = 0;  // the stream's first byte is always 0
  for (let i = 0; i < 4; ++i) code = (code << 8 | packed[next++]) >>> 0;
  const chances = (count: number) => new Uint16Array(count).fill(half);

  const bit = (of: Uint16Array, i: number): number => {
    const bound = (range >>> 11) * of[i];
    let value = 0;
    if (code < bound) { range = bound; of[i] += (2048 - of[i]) >>> 5; }
    else { range -= bound; code -= bound; of[i] -= of[i] >>> 5; value = 1; }
    if (range < 0x1000000) { range = (range << 8) >>> 0; code = (code << 8 | packed[next++]) >>> 0; }
    return value;
  };
  const evenBits = (count: number): number => {
    let value = 0;
    while (count-- > 0) {
      range >>>= 1;
      const isHigh = code >= range;
      if (isHigh) code -= range;
      value = value << 1 | (isHigh ? 1 : 0);
      if (range < 0x1000000) { range = (range << 8) >>> 0; code = (code << 8 | packed[next++]) >>> 0; }
    }
    return value;
  };
  const tree = (of: Uint16Array, from: number, count: number): number => {
    let m = 1;
    for (let i = 0; i < count; ++i) m = m << 1 | bit(of, from + m);
    return m - (1 << count);
  };
  const treeBackwards = (of: Uint16Array, from: number, count: number): number => {
    let m = 1, value = 0;
    for (let i = 0; i < count; ++i) { const b = bit(of, from + m); m = m << 1 | b; value |= b << i; }
    return value;
  };
  interface Lengths {choice: Uint16Array; low: Uint16Array; middle: Uint16Array; high: Uint16Array}
  const lengths = (): Lengths => ({choice: chances(2), low: chances(16 * 8), middle: chances(16 * 8), high: chances(256)});
  const length = (of: Lengths, place: number): number =>
    bit(of.choice, 0) === 0 ? 2 + tree(of.low, place * 8, 3) :
    bit(of.choice, 1) === 0 ? 10 + tree(of.middle, place * 8, 3) : 18 + tree(of.high, 0, 8);

  const literals = chances(0x300 << (lc + lp)), isMatch = chances(12 * 16), isRep = chances(12), isRep0 = chances(12);
  const isRep1 = chances(12), isRep2 = chances(12), isLong = chances(12 * 16), slots = chances(4 * 64), special = chances(128), align = chances(16);
  const fresh = lengths(), again = lengths();
  let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;

  const literal = (): void => {
    const before = at > 0 ? out[at - 1] : 0;
    const from = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      let other = out[at - rep0 - 1];
      while (symbol < 0x100) {
        const expected = other >> 7 & 1;
        other <<= 1;
        const b = bit(literals, from + ((1 + expected) << 8) + symbol);
        symbol = symbol << 1 | b;
        if (b !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = symbol << 1 | bit(literals, from + symbol);
    out[at++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const distance = (long: number): number => {
    const slot = tree(slots, Math.min(long - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1, begin = (2 | slot & 1) << count;
    if (slot < 14) return begin + treeBackwards(special, begin - slot, count);
    return begin + evenBits(count - 4) * 16 + treeBackwards(align, 0, 4);
  };

  while (at < size) {
    const place = at & ((1 << pb) - 1);
    if (bit(isMatch, state * 16 + place) === 0) { literal(); continue; }
    let long: number;
    if (bit(isRep, state) !== 0) {
      if (bit(isRep0, state) === 0) {
        if (bit(isLong, state * 16 + place) === 0) { state = state < 7 ? 9 : 11; out[at] = out[at - rep0 - 1]; ++at; continue; }
      } else {
        let far: number;
        if (bit(isRep1, state) === 0) far = rep1;
        else if (bit(isRep2, state) === 0) { far = rep2; rep2 = rep1; }
        else { far = rep3; rep3 = rep2; rep2 = rep1; }
        rep1 = rep0;
        rep0 = far;
      }
      long = length(again, place);
      state = state < 7 ? 8 : 11;
    } else {
      rep3 = rep2; rep2 = rep1; rep1 = rep0;
      long = length(fresh, place);
      state = state < 7 ? 7 : 10;
      rep0 = distance(long);
      if (rep0 >= at) throw new Error('what is packed is damaged');
    }
    for (; long > 0 && at < size; --long, ++at) out[at] = out[at - rep0 - 1];
  }
  return out;
}
