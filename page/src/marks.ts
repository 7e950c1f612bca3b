// What is drawn on top of the bodies: points and normals of a contact, the two features, the picked triangle.
import * as three from 'three';
import {ContactData, Document, PairData} from './data';
import {Bodies} from './bodies';

const kMark = 0xd55e00, kFeatureA = 0x56b4e9, kFeatureB = 0xf0e442;

/** The corners that a feature ("face 12", "edge 3-4", "vertex 5") names, in the mesh's frame. */
function corners(text: string, mesh: three.Mesh): three.Vector3[] {
  const position = mesh.geometry.getAttribute('position'), index = mesh.geometry.index;
  if (!position || !index) return [];
  const found = /^(\w+) (\d+)(?:-(\d+))?$/.exec(text);
  if (!found) return [];
  const ids = found[1] === 'face' ? [0, 1, 2].map((k) => 3 * Number(found[2]) + k).filter((k) => k < index.count).map((k) => index.getX(k))
                                  : found.slice(2).filter((id) => id !== undefined).map(Number);
  return ids.filter((id) => id < position.count).map((id) => new three.Vector3().fromBufferAttribute(position, id));
}

function feature(text: string, mesh: three.Mesh, colour: number): three.Object3D | null {
  const points = corners(text, mesh);
  if (points.length === 0) return null;
  const geometry = new three.BufferGeometry().setFromPoints(points);
  let thing: three.Object3D;
  if (points.length === 3) {
    thing = new three.Mesh(geometry, new three.MeshBasicMaterial({color: colour, side: three.DoubleSide, depthTest: false,
                                                                   transparent: true, opacity: 0.75}));
  } else if (points.length === 2) {
    thing = new three.Line(geometry, new three.LineBasicMaterial({color: colour, depthTest: false, transparent: true}));
  } else {
    thing = new three.Points(geometry, new three.PointsMaterial({color: colour, size: 9, sizeAttenuation: false, depthTest: false,
                                                                  transparent: true}));
  }
  thing.renderOrder = 3;
  thing.matrixAutoUpdate = false;
  thing.matrix.copy(mesh.matrix);
  return thing;
}

export class Marks {
  readonly group = new three.Group();   // in the scene
  readonly near = new three.Group();    // in the close-up alone
  private readonly picked = new three.Group();
  private readonly centre: three.Vector3;

  constructor(data: Document, private readonly bodies: Bodies, scene: three.Scene, private readonly radius: number) {
    this.centre = new three.Vector3(...data.centre);
    this.near.visible = false;
    scene.add(this.group, this.near, this.picked);
  }

  place(point: number[]): three.Vector3 { return new three.Vector3().fromArray(point).sub(this.centre); }

  /** The contacts of a pair; their features are drawn for the bodies' places at the contact. */
  show(pair: PairData | null): void {
    this.group.clear();
    this.near.clear();
    (pair?.contacts ?? []).slice(0, 40).forEach((contact, i) => this.add(pair!, contact, i === 0));
  }

  private add(pair: PairData, contact: ContactData, isFirst: boolean): void {
    const at = this.place(contact.point), size = 0.011 * this.radius;
    const ball = new three.Mesh(new three.SphereGeometry(1, 20, 14),
                                new three.MeshBasicMaterial({color: kMark, depthTest: false, transparent: true}));
    ball.position.copy(at);
    ball.onBeforeRender = (_r, _s, camera) => {  // the same size on the screen from near and far
      ball.scale.setScalar(Math.min(size, 0.008 * camera.position.distanceTo(at)));
      ball.updateMatrixWorld();
    };
    ball.scale.setScalar(size);
    ball.renderOrder = 5;
    this.group.add(ball);
    const normal = new three.Vector3().fromArray(contact.normal);
    if (normal.length() > 0.5) this.group.add(this.arrow(at, normal, isFirst));
    if (!isFirst) return;
    for (const [text, body, colour] of [[contact.feature_a, pair.a, kFeatureA], [contact.feature_b, pair.b, kFeatureB]] as const) {
      const thing = feature(text, this.bodies.meshes[body], colour);
      if (thing) this.near.add(thing);
    }
  }

  private arrow(at: three.Vector3, normal: three.Vector3, isFirst: boolean): three.Object3D {
    const length = (isFirst ? 0.14 : 0.08) * this.radius;
    const arrow = new three.ArrowHelper(normal, at, length, kMark, 0.3 * length, 0.16 * length);
    for (const part of [arrow.line, arrow.cone]) {
      (part.material as three.Material).depthTest = false;
      (part.material as three.Material).transparent = true;
      part.renderOrder = 4;
    }
    return arrow;
  }

  /** The picked triangle, as an outline. */
  pick(body: number, triangle: number): void {
    this.picked.clear();
    if (body < 0) return;
    const mesh = this.bodies.meshes[body];
    const points = corners(`face ${triangle}`, mesh);
    const line = new three.LineLoop(new three.BufferGeometry().setFromPoints(points),
                                    new three.LineBasicMaterial({color: kMark, depthTest: false, transparent: true}));
    line.renderOrder = 6;
    line.matrixAutoUpdate = false;
    line.matrix.copy(mesh.matrix);
    this.picked.add(line);
  }
}
