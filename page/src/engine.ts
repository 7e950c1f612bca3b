// The engine behind the page: the server that sent it (docs/protocol.md). Frames: u16 type, u16 flags, u32 sequence, payload; little-endian.

export const enum Type { hello = 1, load = 2, ask = 3, proof = 4, grab = 5, target = 6, release = 7, save = 8, boxes = 9, error = 0x7f }
const kAnswer = 0x80, kHead = 8, kProtocol = 1;

/** What was wrong, and what helps: place, found, expected, advice. */
export class EngineError extends Error {
  constructor(parts: {place: string; found: string; expected: string; advice: string}) {
    super(`${parts.place}: found ${parts.found}, expected ${parts.expected}${parts.advice ? `; ${parts.advice}` : ''}`);
  }
}

interface Waiting {resolve: (payload: Uint8Array) => void; reject: (reason: Error) => void}

/** Who carries frames to the engine and back. */
interface Carrier {send(frame: ArrayBuffer): void; close(): void}

export class Engine {
  private sequence = 0;
  private readonly waiting = new Map<number, Waiting>();
  private carrier: Carrier | null = null;

  attach(carrier: Carrier): void { this.carrier = carrier; }
  close(): void { this.carrier?.close(); this.fail('the engine was stopped'); }

  /** All that wait are told that nothing comes. */
  fail(reason: string): void {
    for (const one of this.waiting.values()) one.reject(new Error(reason));
    this.waiting.clear();
  }

  request(type: Type, payload: string | Uint8Array = '{}'): Promise<Uint8Array> {
    const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
    const frame = new Uint8Array(kHead + bytes.length);
    const head = new DataView(frame.buffer);
    const sequence = ++this.sequence >>> 0;
    head.setUint16(0, type, true);
    head.setUint32(4, sequence, true);
    frame.set(bytes, kHead);
    return new Promise((resolve, reject) => {
      if (!this.carrier) { reject(new Error('there is no engine')); return; }
      this.waiting.set(sequence, {resolve, reject});
      this.carrier.send(frame.buffer);
    });
  }

  async json<T>(type: Type, payload: string | Uint8Array | object = '{}'): Promise<T> {
    const plain = typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
    return JSON.parse(new TextDecoder().decode(await this.request(type, plain))) as T;
  }

  receive(frame: ArrayBuffer): void {
    const head = new DataView(frame);
    const one = this.waiting.get(head.getUint32(4, true));
    if (!one) return;
    this.waiting.delete(head.getUint32(4, true));
    const payload = new Uint8Array(frame, kHead);
    if (head.getUint16(0, true) === (Type.error | kAnswer)) one.reject(new EngineError(JSON.parse(new TextDecoder().decode(payload))));
    else one.resolve(payload);
  }
}

/** The engine of the server that sent this page. */
export function openSocket(lost: () => void): Promise<Engine | null> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/session`);
    socket.binaryType = 'arraybuffer';
    const engine = new Engine();
    const alive = setInterval(() => { if (socket.readyState === WebSocket.OPEN) void engine.request(Type.hello); }, 10000);
    socket.onopen = () => {
      engine.attach({send: (frame) => socket.send(frame), close: () => socket.close()});
      engine.json<{protocol: number}>(Type.hello).then((hello) => {
        if (hello.protocol === kProtocol) { resolve(engine); return; }
        reject(new Error(`The server speaks protocol ${hello.protocol}, this page ${kProtocol}: load the page again.`));
        socket.close();
      }).catch(reject);
    };
    socket.onmessage = (event) => engine.receive(event.data as ArrayBuffer);
    socket.onclose = () => {
      clearInterval(alive);
      engine.fail('the server has stopped');
      lost();
      resolve(null);
    };
  });
}
