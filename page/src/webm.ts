// A WebM film: VP8 by the browser's encoder, in the few elements of Matroska that players need.

const text = (letters: string): number[] => [...letters].map((c) => c.charCodeAt(0));
const big = (value: number, bytes: number): number[] => Array.from({length: bytes}, (_, k) => Math.floor(value / 256 ** (bytes - 1 - k)) & 0xff);
const float = (value: number): number[] => { const view = new DataView(new ArrayBuffer(8)); view.setFloat64(0, value); return [...new Uint8Array(view.buffer)]; };

/** An element: id, size in eight bytes, content. */
function element(id: number[], ...content: (number[] | Uint8Array)[]): Uint8Array {
  const size = content.reduce((sum, part) => sum + part.length, 0), out = new Uint8Array(id.length + 8 + size);
  out.set([...id, 0x01, ...big(size, 7)]);
  let at = id.length + 8;
  for (const part of content) { out.set(part, at); at += part.length; }
  return out;
}

interface Encoded {bytes: Uint8Array; isKey: boolean; ms: number}

function muxed(frames: Encoded[], width: number, height: number, ms: number): Uint8Array {
  const head = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x86], [1]), element([0x42, 0xf7], [1]), element([0x42, 0xf2], [4]), element([0x42, 0xf3], [8]),
                       element([0x42, 0x82], text('webm')), element([0x42, 0x87], [2]), element([0x42, 0x85], [2]));
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], big(1000000, 4)), element([0x4d, 0x80], text('graze')),
                       element([0x57, 0x41], text('graze')), element([0x44, 0x89], float(ms * frames.length)));
  const video = element([0xe0], element([0xb0], big(width, 2)), element([0xba], big(height, 2)));
  const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0xd7], [1]), element([0x73, 0xc5], [1]), element([0x83], [1]),
                                                            element([0x86], text('V_VP8')), video));
  const clusters: Uint8Array[] = [];
  for (let i = 0; i < frames.length;) {  // one for each key frame: block times have 16 bits
    const begin = i, blocks: Uint8Array[] = [];
    for (; i < frames.length && (i === begin || !frames[i].isKey); ++i) {
      blocks.push(element([0xa3], [0x81, ...big(frames[i].ms - frames[begin].ms, 2), frames[i].isKey ? 0x80 : 0], frames[i].bytes));
    }
    clusters.push(element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], big(frames[begin].ms, 4)), ...blocks));
  }
  const segment = element([0x18, 0x53, 0x80, 0x67], info, tracks, ...clusters);
  const out = new Uint8Array(head.length + segment.length);
  out.set(head);
  out.set(segment, head.length);
  return out;
}

/** Frames of RGBA pixels, each shown for `ms`. */
export async function webm(frames: Uint8ClampedArray[], width: number, height: number, ms: number): Promise<Uint8Array> {
  const encoded: Encoded[] = [];
  let failed = '';
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      encoded.push({bytes, isKey: chunk.type === 'key', ms: Math.round(chunk.timestamp / 1000)});
    },
    error: (reason) => { failed = reason.message; },
  });
  encoder.configure({codec: 'vp8', width, height, bitrate: 4000000});
  frames.forEach((pixels, i) => {
    const frame = new VideoFrame(pixels as AllowSharedBufferSource, {format: 'RGBX', codedWidth: width, codedHeight: height, timestamp: 1000 * ms * i});
    encoder.encode(frame, {keyFrame: i % 60 === 0});
    frame.close();
  });
  let isDone = false;
  encoder.flush().then(() => { isDone = true; }, (reason) => { failed = String(reason); isDone = true; });
  while (!isDone) await new Promise((next) => setTimeout(next, 1));  // the encoder knows nothing of a browser's virtual time
  if (failed) throw new Error(failed);
  return muxed(encoded, width, height, ms);
}
