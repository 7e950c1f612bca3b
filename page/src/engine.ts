// The engine behind the page: the server that sent it, or a worker with the engine that the page carries. The same
// frames go to both (docs/protocol.md): u16 type, u16 flags, u32 sequence, payload; little-endian.

import {Document, MeshData} from './data';
import {undense} from './dense';
import {unpackLzma} from './lzma';

export const enum Type { hello = 1, load = 2, ask = 3, proof = 4, grab = 5, target = 6, release = 7, save = 8, overlay = 9, undo = 10, world = 11, step = 12, mesh = 13, bring = 14, drive = 15, watch = 16, error = 0x7f }
const kAnswer = 0x80, kHead = 8, kProtocol = 4;

/** What was wrong, and what helps: place, found, expected, advice. */
export class EngineError extends Error {
  constructor(readonly parts: {place: string; found: string; expected: string; advice: string}) {
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
  private readonly known = new Map<string, MeshData>();  // by hash: each comes once
  onRefused: () => void = () => {};  // another page drives

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

  /** A document with its meshes; those that were never seen are asked for. */
  async document(type: Type, payload: string | object = '{}'): Promise<Document> { return this.complete(await this.json<Document>(type, payload)); }

  async complete(data: Document): Promise<Document> {
    const learn = (meshes: MeshData[]) => meshes.forEach((mesh) => { if (mesh.positions !== undefined) this.known.set(mesh.hash, mesh); });
    learn(data.meshes);
    const missing = [...new Set(data.meshes.map((mesh) => mesh.hash))].filter((hash) => !this.known.has(hash));
    if (missing.length > 0) learn((await this.json<{meshes: MeshData[]}>(Type.mesh, {hashes: missing})).meshes);
    data.meshes = data.meshes.map((mesh) => {
      const found = this.known.get(mesh.hash);
      if (!found) throw new Error('the scene has changed meanwhile');
      return found;
    });
    return data;
  }

  /** Page and engine have to be of one version. */
  async greet(): Promise<void> {
    const hello = await this.json<{protocol: number}>(Type.hello);
    if (hello.protocol !== kProtocol) throw new Error(`The engine speaks protocol ${hello.protocol}, this page ${kProtocol}: load the page again.`);
  }

  receive(frame: ArrayBuffer): void {
    const head = new DataView(frame);
    const one = this.waiting.get(head.getUint32(4, true));
    if (!one) return;
    this.waiting.delete(head.getUint32(4, true));
    const payload = new Uint8Array(frame, kHead);
    if (head.getUint16(0, true) === (Type.error | kAnswer)) {
      const error = new EngineError(JSON.parse(new TextDecoder().decode(payload)));
      if (error.parts.place === 'driver') this.onRefused();
      one.reject(error);
    } else one.resolve(payload);
  }
}

export async function gunzip(base64: string): Promise<Uint8Array> {
  const raw = atob(base64);
  const packed = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) packed[i] = raw.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What runs in the worker: it unpacks emscripten's script and the module; frames wait until that is ready. */
const kWorker = `
let engine = null, waiting = [];
function answer(frame) {
  const bytes = new Uint8Array(frame), at = engine._malloc(bytes.length);
  engine.HEAPU8.set(bytes, at);
  const size = engine._graze_receive(at, bytes.length) >>> 0, from = engine._graze_answer() >>> 0;
  engine._free(at);
  const reply = engine.HEAPU8.slice(from, from + size).buffer;
  postMessage(reply, [reply]);
}
async function start(packed) {
  const all = unpack(packed), module = 4 + new DataView(all.buffer).getUint32(0, true);
  importScripts(URL.createObjectURL(new Blob([all.subarray(4, module)], {type: 'text/javascript'})));
  return grazeEngine({wasmBinary: all.subarray(module)});
}
onmessage = (event) => {
  if (event.data.packed) {
    start(event.data.packed).then((made) => { engine = made; waiting.splice(0).forEach(answer); },
                                  (reason) => postMessage({failed: String(reason)}));
  } else if (engine) answer(event.data);
  else waiting.push(event.data);
};`;

/** The engine that the page carries; null if it was built without one. */
export async function openWorker(): Promise<Engine | null> {
  const text = document.getElementById('graze-engine')?.textContent ?? '';
  if (!text) return null;
  const packed = undense(text);
  const url = URL.createObjectURL(new Blob([`const unpack = ${unpackLzma.toString()};`, kWorker], {type: 'text/javascript'}));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  const engine = new Engine();
  worker.onmessage = (event) => {
    if (event.data instanceof ArrayBuffer) engine.receive(event.data);
    else engine.fail(`the engine did not start: ${event.data.failed}`);
  };
  worker.onerror = (event) => engine.fail(`the engine has failed: ${event.message}`);
  worker.postMessage({packed});
  engine.attach({send: (frame) => worker.postMessage(frame, [frame]), close: () => worker.terminate()});
  await engine.greet();
  return engine;
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
      engine.greet().then(() => resolve(engine), (reason) => { reject(reason); socket.close(); });
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
