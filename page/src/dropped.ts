// Files that are dropped onto the page: a scene, or a mesh that becomes one more body of the scene that is shown.

export interface DroppedMesh {vertices: number[][]; triangles: number[][]}

const kMostTriangles = 400000;  // more would not fit into a frame

/** Corners in a row, three to a triangle, as a mesh whose equal corners are one. */
function welded(corners: number[][]): DroppedMesh {
  const known = new Map<string, number>(), vertices: number[][] = [];
  const numbers = corners.map((corner) => {
    const key = corner.join();
    if (!known.has(key)) known.set(key, vertices.push(corner) - 1);
    return known.get(key)!;
  });
  return {vertices, triangles: numbers.flatMap((_, i) => i % 3 === 0 ? [numbers.slice(i, i + 3)] : [])};
}

const numbersOf = (words: string[]): number[] => words.map(Number);

function binaryStl(bytes: DataView): DroppedMesh {
  const corners: number[][] = [];
  for (let i = 0; i < bytes.getUint32(80, true); ++i) {
    for (let k = 0; k < 3; ++k) {
      const at = 84 + 50 * i + 12 + 12 * k;
      corners.push([0, 4, 8].map((offset) => bytes.getFloat32(at + offset, true)));
    }
  }
  return welded(corners);
}

const textStl = (text: string): DroppedMesh =>
    welded([...text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)].map((found) => numbersOf(found.slice(1))));

/** Faces of more than three corners become fans. */
function obj(text: string): DroppedMesh {
  const mesh: DroppedMesh = {vertices: [], triangles: []};
  for (const line of text.split('\n')) {
    const [kind, ...words] = line.trim().split(/\s+/);
    if (kind === 'v') mesh.vertices.push(numbersOf(words.slice(0, 3)));
    if (kind !== 'f') continue;
    const corners = words.map((word) => parseInt(word, 10)).map((i) => i < 0 ? mesh.vertices.length + i : i - 1);
    for (let k = 2; k < corners.length; ++k) mesh.triangles.push([corners[0], corners[k - 1], corners[k]]);
  }
  return mesh;
}

/** The mesh of a file named .stl or .obj; null: it is none of these. */
export function droppedMesh(name: string, bytes: Uint8Array): DroppedMesh | null {
  const kind = name.toLowerCase().match(/\.(stl|obj)$/)?.[1];
  if (!kind) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), text = () => new TextDecoder().decode(bytes);
  const isBinary = kind === 'stl' && bytes.length >= 84 && bytes.length === 84 + 50 * view.getUint32(80, true);
  const mesh = isBinary ? binaryStl(view) : kind === 'stl' ? textStl(text()) : obj(text());
  if (mesh.triangles.length === 0) throw new Error('found no triangles, expected a mesh');
  if (mesh.triangles.length > kMostTriangles) {
    throw new Error(`found ${mesh.triangles.length} triangles, expected at most ${kMostTriangles}; name the file in a scene.json and open that by graze view`);
  }
  return mesh;
}

/** A scene with one body more, which stands where its file says. */
export function withBody(scene: string, name: string, mesh: DroppedMesh): string {
  const document = JSON.parse(scene) as {bodies: {name: string}[]}, taken = new Set(document.bodies.map((body) => body.name));
  const stem = name.replace(/\.[^.]*$/, '');
  let free = stem;
  for (let k = 2; taken.has(free); ++k) free = `${stem} ${k}`;
  document.bodies.push({name: free, shape: {type: 'mesh', ...mesh}} as {name: string});
  return JSON.stringify(document);
}

const kSingle = /\.(stl|obj|json)$/i, kMesh = /\.(stl|obj|ply|off|3mf|dae|bin|png|jpg|srdf)$/i;

/** The file to open first: the others are what it names. */
export function mainFirst(files: File[]): File[] {
  const main = files.find((file) => !kMesh.test(file.name)) ?? files[0];
  return [main, ...files.filter((file) => file !== main)];
}

/** A file that the page itself reads. */
export const isOwn = (files: File[]): boolean => files.length === 1 && kSingle.test(files[0].name);

/** Files in one frame: u32 size of a head, the head, then their bytes. */
export async function broughtFrame(files: File[]): Promise<Uint8Array> {
  const head = new TextEncoder().encode(JSON.stringify({files: files.map((file) => ({name: file.name, bytes: file.size}))}));
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, head.length, true);
  return new Uint8Array(await new Blob([size.buffer, head, ...files]).arrayBuffer());
}
