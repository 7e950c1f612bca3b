// A coarse stand-in for a large mesh, drawn while the camera moves: all vertices in a cell of a grid become one.
import * as three from 'three';

const kCells = 48;  // along the longest side

/** Triangles that the cells squeeze to nothing are left out. */
export function coarseShape(fine: three.BufferGeometry): three.BufferGeometry {
  const position = fine.getAttribute('position'), index = fine.index!;
  const box = fine.boundingBox!, side = box.getSize(new three.Vector3());
  const cell = Math.max(side.x, side.y, side.z, 1e-30) / kCells;
  const places = new Map<number, number>(), points: number[] = [];
  const cellOf = (v: number): number => {
    const at = (x: number, lo: number) => Math.floor((x - lo) / cell);
    const key = (at(position.getX(v), box.min.x) * 64 + at(position.getY(v), box.min.y)) * 64 + at(position.getZ(v), box.min.z);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, points.length / 3);
    points.push(position.getX(v), position.getY(v), position.getZ(v));
    return points.length / 3 - 1;
  };
  const moved = Uint32Array.from({length: position.count}, (_, v) => cellOf(v)), triangles: number[] = [];
  for (let k = 0; k < index.count; k += 3) {
    const [a, b, c] = [moved[index.getX(k)], moved[index.getX(k + 1)], moved[index.getX(k + 2)]];
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  const coarse = new three.BufferGeometry();
  coarse.setAttribute('position', new three.Float32BufferAttribute(points, 3));
  coarse.setIndex(triangles);
  coarse.computeBoundingSphere();
  return coarse;
}
