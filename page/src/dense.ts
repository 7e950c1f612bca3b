// Bytes as text: seven bits a letter, where base64 has six. Letters that HTML would change (NUL, CR, <) are not used:
// of such a letter its number (0 to 2) and the next seven bits become one letter from U+0100 on, two bytes in UTF-8.
// The first four bytes say how many follow. build.mjs writes it.

export function undense(text: string): Uint8Array {
  const out = new Uint8Array(4 + Math.ceil(text.length * 7 / 4));
  const kept = [0x00, 0x0d, 0x3c];
  let bits = 0, held = 0, at = 0;
  const add = (seven: number) => {
    held = held << 7 | seven;
    bits += 7;
    if (bits >= 8) { bits -= 8; out[at++] = held >> bits & 0xff; }
  };
  for (let i = 0; i < text.length; ++i) {
    const letter = text.charCodeAt(i);
    if (letter < 0x80) { add(letter); continue; }
    add(kept[(letter - 0x100) >> 7]);
    add(letter & 0x7f);
  }
  const size = new DataView(out.buffer).getUint32(0, true);
  if (at < 4 + size) throw new Error('the page is cut off');
  return out.subarray(4, 4 + size);
}
