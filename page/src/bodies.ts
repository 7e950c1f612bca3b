// The bodies of a scene as meshes: where they are, how they look, ghosts of their motion, the section.
import * as three from 'three';
import {coarseShape} from './coarse';
import {Document, colourOf, floats, indices, isGround} from './data';
import {Track} from './motion';

const kGhosts = 6;
const kMostMovingTriangles = 150000;  // of a scene that is drawn whole while the camera moves
const kFewTriangles = 5000;           // of a mesh that stays as it is
const kMostGhostTriangles = 60000;  // of one body: ghosts are for the eye, not worth a stutter

export interface Picked {body: number; triangle: number; point: three.Vector3}

export class Bodies {
  readonly tracks: Track[];
  readonly meshes: three.Mesh[] = [];
  readonly group = new three.Group();
  readonly ghosts = new three.Group();
  readonly plane = new three.Plane(new three.Vector3(-1, 0, 0), 0);
  private readonly opacity: number[];
  private readonly faded: boolean[];
  private isGlass = false;
  private clear: number[] = [];  // glass, so that what they hide is seen
  private readonly frames: ({time: number; positions: Float32Array}[] | null)[];  // of bodies that deform
  private readonly fine: three.BufferGeometry[];
  private readonly coarse = new Map<three.BufferGeometry, three.BufferGeometry>();
  private readonly isLarge: boolean;
  private isCoarse = false;
  private readonly held = new Set<number>();  // not moved by time

  constructor(private readonly data: Document) {
    this.tracks = data.bodies.map((body) => new Track(body));
    this.frames = data.bodies.map((body) => body.frames?.map(({time, positions}) => ({time, positions: floats(positions)})) ?? null);
    this.opacity = data.bodies.map(() => 1);
    this.faded = data.bodies.map(() => false);
    const shapes = data.meshes.map((mesh) => {
      const geometry = new three.BufferGeometry();
      geometry.setAttribute('position', new three.BufferAttribute(floats(mesh.positions), 3));
      geometry.setIndex(new three.BufferAttribute(indices(mesh.indices), 1));
      geometry.computeBoundingSphere();
      geometry.computeBoundingBox();
      return geometry;
    });
    data.bodies.forEach((body, i) => {
      const material = new three.MeshStandardMaterial({
        color: colourOf(data, i), roughness: 0.72, metalness: 0.05, flatShading: true, side: three.DoubleSide,
        polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
      });
      const mesh = new three.Mesh(body.mesh >= 0 ? shapes[body.mesh] : new three.BufferGeometry(), material);
      mesh.matrixAutoUpdate = false;
      mesh.name = body.name;
      this.meshes.push(mesh);
      this.group.add(mesh);
    });
    this.fine = this.meshes.map((mesh) => mesh.geometry);
    this.isLarge = this.fine.reduce((sum, shape) => sum + (shape.index?.count ?? 0) / 3, 0) > kMostMovingTriangles;
    this.addGhosts();
    this.group.add(this.ghosts);
  }

  moveTo(t: number): void {
    this.meshes.forEach((mesh, i) => {
      if (this.held.has(i)) return;
      this.tracks[i].at(t, mesh.matrix);
      mesh.matrixWorldNeedsUpdate = true;
      this.deform(i, t);
    });
  }

  /** Vertices go straight from frame to frame. */
  private deform(body: number, t: number): void {
    const frames = this.frames[body];
    if (!frames) return;
    const next = Math.max(1, frames.findIndex((frame) => frame.time >= t)), last = frames[frames.length - 1];
    const [from, to] = t >= last.time ? [last, last] : [frames[next - 1], frames[next]];
    const share = to.time > from.time ? Math.min(1, Math.max(0, (t - from.time) / (to.time - from.time))) : 0;
    const position = this.meshes[body].geometry.getAttribute('position') as three.BufferAttribute, array = position.array as Float32Array;
    for (let k = 0; k < array.length; ++k) array[k] = from.positions[k] + share * (to.positions[k] - from.positions[k]);
    position.needsUpdate = true;
    this.meshes[body].geometry.computeBoundingSphere();
    this.meshes[body].geometry.computeBoundingBox();
  }

  /** Coarse stand-ins for the large meshes of a large scene, made when they are first wanted. */
  simplify(on: boolean): void {
    if (on === this.isCoarse || !this.isLarge) return;
    this.isCoarse = on;
    this.meshes.forEach((mesh, i) => { mesh.geometry = on ? this.standIn(i) : this.fine[i]; });
  }

  private standIn(body: number): three.BufferGeometry {
    const fine = this.fine[body];
    if (this.frames[body] || (fine.index?.count ?? 0) < 3 * kFewTriangles) return fine;
    const known = this.coarse.get(fine) ?? coarseShape(fine);
    this.coarse.set(fine, known);
    return known;
  }

  hold(body: number, on: boolean): void { if (on) this.held.add(body); else this.held.delete(body); }
  setMatrix(body: number, matrix: three.Matrix4): void {
    this.meshes[body].matrix.copy(matrix);
    this.meshes[body].matrixWorldNeedsUpdate = true;
  }

  /** Of each body: its bounds at the start, the middle and the end, together. */
  private boxes(): three.Box3[] {
    const [lo, hi] = this.data.span, boxes = this.meshes.map(() => new three.Box3());
    for (const t of [lo, 0.5 * (lo + hi), hi]) {
      this.moveTo(t);
      this.meshes.forEach(({geometry, matrix}, i) => {
        if (geometry.boundingBox) boxes[i].union(geometry.boundingBox.clone().applyMatrix4(matrix));
      });
    }
    return boxes;
  }

  bounds(): three.Box3 { return this.boxes().reduce((all, box) => all.union(box), new three.Box3()); }

  /** What to look at: all that moves and what it moves among; of a floor, only what is near. */
  focus(): three.Box3 {
    const boxes = this.boxes(), isStill = (i: number) => this.tracks[i].isStill() && !this.frames[i];
    const focus = new three.Box3(), size = (box: three.Box3) => box.isEmpty() ? 0 : box.getSize(new three.Vector3()).length();
    boxes.forEach((box, i) => { if (!isStill(i)) focus.union(box); });
    if (focus.isEmpty()) return this.bounds();
    const most = 4 * size(focus), near = focus.clone().expandByScalar(0.1 * size(focus));
    boxes.forEach((box, i) => {
      const isLarge = isGround(this.data.bodies[i]) || size(box) > most;
      if (isStill(i)) focus.union(isLarge ? box.intersect(near) : box);
    });
    return focus;
  }

  private addGhosts(): void {
    const [lo, hi] = this.data.span;
    this.data.bodies.forEach((body, i) => {
      const index = this.meshes[i].geometry.index;
      if (body.mesh < 0 || this.tracks[i].isStill() || !index || index.count > 3 * kMostGhostTriangles) return;
      const material = new three.MeshBasicMaterial({color: colourOf(this.data, i), transparent: true, opacity: 0.05, depthWrite: false});
      for (let k = 0; k <= kGhosts; ++k) {
        const ghost = new three.Mesh(this.meshes[i].geometry, material);
        ghost.matrixAutoUpdate = false;
        this.tracks[i].at(lo + (k / kGhosts) * (hi - lo), ghost.matrix);
        this.ghosts.add(ghost);
      }
    });
  }

  /** Two bodies stand out, or all (a < 0). */
  emphasise(a: number, b: number): void {
    this.meshes.forEach((_, i) => {
      this.faded[i] = a >= 0 && i !== a && i !== b;
      this.look(i);
    });
  }
  /** All bodies let what is inside them show through. */
  seeThrough(on: boolean): void {
    if (on === this.isGlass) return;
    this.isGlass = on;
    this.meshes.forEach((_, i) => this.look(i));
  }
  /** Bodies in front of a point, seen from `eye`; of a large scene none is named, since that would take too long. */
  inFrontOf(point: three.Vector3, eye: three.Vector3, margin: number): number[] {
    if (this.isLarge) return [];
    const way = point.clone().sub(eye), ray = new three.Raycaster(eye, way.clone().normalize(), 0, Math.max(0, way.length() - margin));
    this.group.updateMatrixWorld(true);
    const hits = ray.intersectObjects(this.meshes.filter((mesh, i) => mesh.visible && mesh.geometry.index && !this.faded[i]), false);
    return [...new Set(hits.map((hit) => this.meshes.indexOf(hit.object as three.Mesh)))];
  }
  setClear(bodies: number[]): void {
    const before = this.clear;
    this.clear = bodies;
    for (const body of new Set([...before, ...bodies])) this.look(body);
  }
  setVisible(body: number, visible: boolean): void { this.meshes[body].visible = visible; }
  setOpacity(body: number, opacity: number): void { this.opacity[body] = opacity; this.look(body); }
  setColour(body: number, colour: string): void { this.material(body).color.set(colour); }

  private material(body: number): three.MeshStandardMaterial {
    return this.meshes[body].material as three.MeshStandardMaterial;
  }
  private look(body: number): void {
    const material = this.material(body);
    material.opacity = (this.faded[body] ? 0.16 : this.isGlass || this.clear.includes(body) ? 0.35 : 1) * this.opacity[body];
    material.transparent = material.opacity < 1;
    material.depthWrite = material.opacity >= 1;
    material.needsUpdate = true;
  }

  /** Cuts away what is beyond the plane axis = place; null: nothing. */
  cut(axis: 0 | 1 | 2 | null, place = 0): void {
    if (axis !== null) this.plane.set(new three.Vector3().setComponent(axis, -1), place);
    const planes = axis === null ? [] : [this.plane];
    this.meshes.forEach((_, i) => { this.material(i).clippingPlanes = planes; });
    this.ghosts.children.forEach((ghost) => { ((ghost as three.Mesh).material as three.Material).clippingPlanes = planes; });
  }

  pick(ray: three.Raycaster): Picked | null {
    this.simplify(false);
    const hits = ray.intersectObjects(this.meshes.filter((mesh) => mesh.visible && mesh.geometry.index), false);
    const cut = this.material(0)?.clippingPlanes?.length ? this.plane : null;
    const hit = hits.find((one) => !cut || cut.distanceToPoint(one.point) >= 0);
    return hit ? {body: this.meshes.indexOf(hit.object as three.Mesh), triangle: hit.faceIndex ?? -1, point: hit.point} : null;
  }

  /** Where a body's own frame is now, in the world: as scene.json writes a pose. */
  poseOf(body: number): {position: number[]; rotation: {quaternion_wxyz: number[]}} {
    const p = new three.Vector3(), q = new three.Quaternion(), s = new three.Vector3();
    this.meshes[body].matrix.decompose(p, q, s);
    const origin = new three.Vector3().fromArray(this.data.bodies[body].origin).applyQuaternion(q);
    p.add(new three.Vector3(...this.data.centre)).sub(origin);
    return {position: p.toArray(), rotation: {quaternion_wxyz: [q.w, q.x, q.y, q.z]}};
  }
}
