// What an overlay holds, as things to put into the scene: boxes as lines or solid, segments, arrows, bodies at instants.
import * as three from 'three';
import {floats} from './data';
import {View} from './view';

type Numbers = Record<string, string>;  // by look: float32 in base64
export interface Plot {title: string; times: number[]; lines: {name: string; look: string; values: (number | null)[]}[]}
export interface Drawing {
  text: string; levels: number; boxes: Numbers; segments: Numbers; arrows: Numbers; arcs: Numbers;
  skins: {look: string; body: number; time: number}[]; plot?: Plot;
}

/** Colours of Okabe and Ito, and a mark of its own for each look. */
export const kLooks: Record<string, {colour: number; mark: string; opacity: number}> = {
  cut: {colour: 0x56b4e9, mark: '▫', opacity: 0.55}, open: {colour: 0xe69f00, mark: '▪', opacity: 0.9},
  near: {colour: 0xd55e00, mark: '■', opacity: 0.95}, node: {colour: 0x8a929e, mark: '□', opacity: 0.28},
  first: {colour: 0x0072b2, mark: '●', opacity: 0.9}, second: {colour: 0xe69f00, mark: '◆', opacity: 0.9},
  cross: {colour: 0xd55e00, mark: '✕', opacity: 1}, free: {colour: 0x009e73, mark: '○', opacity: 0.16},
  behind: {colour: 0xcc79a7, mark: '●', opacity: 0.16}, force: {colour: 0x009e73, mark: '↑', opacity: 0.9},
};
export const lookColour = (look: string): number => kLooks[look]?.colour ?? 0x888888;

const kCorners = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]];
const kEdges = [0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7];

function lines(points: Float32Array, look: string): three.LineSegments {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(points, 3));
  return new three.LineSegments(geometry, new three.LineBasicMaterial({color: lookColour(look), transparent: true, opacity: kLooks[look].opacity}));
}

/** The edges of boxes: centre and three half axes of each. */
function edges(boxes: Float32Array, look: string): three.LineSegments {
  const points = new Float32Array(boxes.length / 12 * kEdges.length * 3);
  let next = 0;
  for (let box = 0; box < boxes.length; box += 12) {
    for (const corner of kEdges) {
      for (let k = 0; k < 3; ++k) {
        points[next++] = boxes[box + k] + kCorners[corner][0] * boxes[box + 3 + k] + kCorners[corner][1] * boxes[box + 6 + k] + kCorners[corner][2] * boxes[box + 9 + k];
      }
    }
  }
  return lines(points, look);
}

function solids(boxes: Float32Array, look: string): three.InstancedMesh {
  const material = new three.MeshLambertMaterial({color: lookColour(look), transparent: true, opacity: 0.75});
  const made = new three.InstancedMesh(new three.BoxGeometry(2, 2, 2), material, boxes.length / 12);
  const v = (at: number) => new three.Vector3(boxes[at], boxes[at + 1], boxes[at + 2]);
  for (let i = 0; i < boxes.length / 12; ++i) {
    made.setMatrixAt(i, new three.Matrix4().makeBasis(v(12 * i + 3), v(12 * i + 6), v(12 * i + 9)).setPosition(v(12 * i)));
  }
  made.frustumCulled = false;
  return made;
}

/** Points and ways, six numbers each. */
export function arrows(numbers: Float32Array, look: string): three.Object3D[] {
  const shafts = new Float32Array(numbers.length), count = numbers.length / 6;
  const heads = new three.InstancedMesh(new three.ConeGeometry(0.07, 0.24, 10).translate(0, -0.12, 0), new three.MeshBasicMaterial({color: lookColour(look), depthTest: false, transparent: true}), count);
  const up = new three.Vector3(0, 1, 0);
  for (let i = 0; i < count; ++i) {
    const at = new three.Vector3().fromArray(numbers, 6 * i), way = new three.Vector3().fromArray(numbers, 6 * i + 3);
    const tip = at.clone().add(way), size = way.length();
    at.toArray(shafts, 6 * i);
    tip.toArray(shafts, 6 * i + 3);
    const turn = new three.Quaternion().setFromUnitVectors(up, size > 0 ? way.normalize() : up);
    heads.setMatrixAt(i, new three.Matrix4().compose(tip, turn, new three.Vector3(size, size, size)));
  }
  heads.frustumCulled = false;
  heads.renderOrder = 5;
  const shaft = lines(shafts, look);
  (shaft.material as three.Material).depthTest = false;
  shaft.renderOrder = 4;
  return [shaft, heads];
}

/** Instants that the eye tells apart, and the last: halvings end in many that are the same. */
function toldApart(all: Drawing['skins']): Drawing['skins'] {
  const times = all.map((skin) => skin.time), least = (Math.max(...times) - Math.min(...times)) / 200, last = times[times.length - 1];
  const seen = new Map<number, number>();  // of each body, when it was last drawn
  return all.filter(({body, time}) => {
    const isNew = time === last || Math.abs(time - (seen.get(body) ?? Infinity)) >= least;
    if (isNew) seen.set(body, time);
    return isNew;
  });
}

/** Bodies as they are at instants: onion skins. */
function skins(drawing: Drawing, view: View): three.Object3D[] {
  return toldApart(drawing.skins).map(({look, body, time}) => {
    const material = new three.MeshBasicMaterial({color: lookColour(look), transparent: true, opacity: kLooks[look].opacity, depthWrite: false});
    const skin = new three.Mesh(view.bodies.meshes[body].geometry.clone(), material);
    skin.matrixAutoUpdate = false;
    view.bodies.tracks[body].at(time, skin.matrix);
    return skin;
  });
}

export function paint(drawing: Drawing, isSolid: boolean, view: View): three.Object3D[] {
  const made: three.Object3D[] = skins(drawing, view);
  for (const [look, text] of Object.entries(drawing.boxes)) made.push((isSolid ? solids : edges)(floats(text), look));
  for (const [look, text] of Object.entries(drawing.segments)) made.push(lines(floats(text), look));
  for (const [look, text] of Object.entries(drawing.arrows)) made.push(...arrows(floats(text), look));
  return made;
}
