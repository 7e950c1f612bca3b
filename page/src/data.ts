// What a report holds, and its arrays out of their base64. The format is docs/report_page.md.
export interface MeshData {hash: string; positions: string; indices: string}  // over the wire by its hash alone, see engine.ts
export interface JointData {slides: boolean; place: number[]; turn: number[]; axis: number[]; values: [number, number]}
export interface BodyData {
  name: string; mesh: number; origin: number[]; parent: number; joint?: JointData; times: number[]; poses: string; solid?: string; frames?: {time: number; positions: string}[];
}
export interface ContactData {
  point: number[]; normal: number[]; point_a: number[]; point_b: number[]; distance: number;
  feature_a: string; feature_b: string;
}
export interface PairData {
  a: number; b: number; outcome: string; guarantee: string; method: string; start: string;
  time: [number, number]; tolerance: number; contacts: ContactData[]; tests: number; reason: string;
}
export interface CurveData {a: number; b: number; times: number[]; lower: number[]; upper: number[]}
/** One question of a batch: what was asked, what came of it, and its document, whose meshes are those of the first. */
export interface MomentData {question: number; label: string; line: string; outcome: string; time: number; distance: number; document: Document}
export interface BatchData {questions: number; contacts: number; undecided: number; moments: MomentData[]}
export interface Document {
  format: string; name: string; units: string; up: string; span: [number, number];
  centre: [number, number, number]; meshes: MeshData[]; bodies: BodyData[]; pairs: PairData[];
  curve?: CurveData; command: string; version: string; seconds: number; live?: boolean;
  asked: object;  // options of the question, as the keys of "ask"
  batch?: BatchData;  // the question is one of many
  files?: {[name: string]: string};  // gzip, base64: scene.json, and proof.graze if there is one
}

const bytes = (text: string): ArrayBuffer => {
  const raw = atob(text);
  const all = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) all[i] = raw.charCodeAt(i);
  return all.buffer;
};

export const floats = (text: string): Float32Array => new Float32Array(bytes(text));
export const doubles = (text: string): Float64Array => new Float64Array(bytes(text));
export const indices = (text: string): Uint32Array => new Uint32Array(bytes(text));

export function parse(text: string): Document {
  const found = JSON.parse(text) as Document;
  if (found.format !== 'graze view 1') {
    throw new Error(`found data of format "${found.format}", expected "graze view 1": ` +
                    'the page and the data come from different versions of Graze');
  }
  return found;
}

/** Okabe and Ito's colours, told apart by everybody. */
const kColours = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442, 0x999999];
const kGround = 0xb4b8be;
export const cssOf = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;

/** What others stand on is to be seen, but not looked at. */
export const isGround = (body: BodyData): boolean => body.times.length < 2 && /^(floor|ground|table)$/i.test(body.name);
export function colourOf(data: Document, body: number): number {
  if (isGround(data.bodies[body])) return kGround;
  const before = data.bodies.slice(0, body).filter((one) => !isGround(one)).length;
  return kColours[before % kColours.length];
}

export type Kind = 'contact' | 'apart' | 'unsure';
export const kindOf = (pair: {outcome: string}): Kind =>
    pair.outcome === 'separated' ? 'apart' : pair.outcome === 'undecided' ? 'unsure' : 'contact';
export const symbol: Record<Kind, string> = {contact: '●', apart: '○', unsure: '◌'};

/** Six digits, as the command line prints. */
export const digits = (x: number): string =>
    x === 0 ? '0' : Math.abs(x) >= 1e6 || Math.abs(x) < 1e-4 ? x.toExponential(3) : String(Number(x.toPrecision(6)));
