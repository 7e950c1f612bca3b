// An overlay: the boxes of the bodies' trees, one level at a time.
import * as three from 'three';
import {Document, colourOf, floats} from './data';
import {Engine, Type} from './engine';
import {View} from './view';

const kCorners = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]];
const kEdges = [0, 1, 1, 2, 2, 3, 3, 0, 4, 5, 5, 6, 6, 7, 7, 4, 0, 4, 1, 5, 2, 6, 3, 7];

/** Lines of boxes: centre and three half axes of each, about `origin`. */
function lines(numbers: Float32Array, origin: number[], colour: number): three.LineSegments {
  const points = new Float32Array(numbers.length / 12 * kEdges.length * 3);
  let next = 0;
  for (let box = 0; box < numbers.length; box += 12) {
    for (const edge of kEdges) {
      const sign = kCorners[edge];
      for (let k = 0; k < 3; ++k) {
        points[next++] = numbers[box + k] - origin[k] + sign[0] * numbers[box + 3 + k] + sign[1] * numbers[box + 6 + k] + sign[2] * numbers[box + 9 + k];
      }
    }
  }
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(points, 3));
  return new three.LineSegments(geometry, new three.LineBasicMaterial({color: colour, transparent: true, opacity: 0.7}));
}

export class BoxOverlay {
  private level = -1;

  constructor(private readonly data: Document, private readonly view: View, private readonly engine: Engine) {}

  /** The next level; after the deepest that is shown (10), none. Says what is shown. */
  async next(): Promise<string> {
    this.level = this.level >= 10 ? -1 : this.level + 1;
    this.clear();
    if (this.level < 0) { this.view.draw(); return ''; }
    let count = 0, depth = 0;
    for (let i = 0; i < this.data.bodies.length && i < 50; ++i) {
      if (this.data.bodies[i].mesh < 0) continue;
      const found = await this.engine.json<{depth: number; boxes: string}>(Type.boxes, {body: this.data.bodies[i].name, level: this.level});
      const numbers = floats(found.boxes);
      count += numbers.length / 12;
      depth = Math.max(depth, found.depth);
      const made = lines(numbers, this.data.bodies[i].origin, colourOf(i));
      made.name = 'boxes';
      this.view.bodies.meshes[i].add(made);  // goes where the body goes
    }
    this.view.draw();
    return `Boxes of level ${this.level} of ${depth}: ${count}. B: next level.`;
  }

  private clear(): void {
    for (const mesh of this.view.bodies.meshes) {
      for (const child of mesh.children.slice()) if (child.name === 'boxes') { mesh.remove(child); (child as three.LineSegments).geometry.dispose(); }
    }
  }
}
