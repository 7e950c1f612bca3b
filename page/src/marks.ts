// What is drawn on top of the bodies: points and normals of a contact, the two features, the picked triangle.
import * as three from 'three';
import {ContactData, Document, PairData} from './data';
import {Bodies} from './bodies';
import {Rod, arrowAlong, onTop, steady} from './steady';

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

function distanceTo([a, b, c]: three.Vector3[], point: three.Vector3): number {
  const nearest = new three.Vector3();
  if (c) new three.Triangle(a, b, c).closestPointToPoint(point, nearest);
  else new three.Line3(a, b ?? a).closestPointToPoint(point, true, nearest);
  return nearest.distanceTo(point);
}

/** A face, an edge or a vertex, where its body is now; null if it is not of the mesh, as the middle of a ball. */
function feature(text: string, mesh: three.Mesh, colour: number, at: three.Vector3, reach: number): three.Object3D | null {
  const points = corners(text, mesh).map((point) => point.applyMatrix4(mesh.matrix));
  if (points.length === 0 || distanceTo(points, at) > reach) return null;
  const geometry = new three.BufferGeometry().setFromPoints(points);
  let thing: three.Object3D;
  if (points.length === 3) {
    const part = (opacity: number, depthTest: boolean) =>  // what lies behind others only shines through
        new three.Mesh(geometry, new three.MeshBasicMaterial({color: colour, side: three.DoubleSide, transparent: true, opacity, depthTest}));
    thing = new three.Group().add(part(0.75, true), part(0.2, false));
  } else if (points.length === 2) {
    thing = new Rod(colour, 3, 0.005).set(points[0], points[1]);
  } else {
    thing = new three.Points(geometry, new three.PointsMaterial({color: colour, size: 9, sizeAttenuation: false, depthTest: false,
                                                                  transparent: true}));
  }
  thing.renderOrder = 3;
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
    const at = this.place(contact.point), normal = new three.Vector3().fromArray(contact.normal);
    const ball = new three.Mesh(new three.SphereGeometry(1, 20, 14), onTop(kMark));
    const [share, most] = isFirst ? [0.12, 0.14] : [0.08, 0.08];
    this.group.add(steady(ball, at, 0.008, 0.011 * this.radius, 5));
    if (normal.length() > 0.5) this.group.add(steady(arrowAlong(normal, kMark), at, share, most * this.radius, 4));
    if (!isFirst) return;
    for (const [text, body, colour] of [[contact.feature_a, pair.a, kFeatureA], [contact.feature_b, pair.b, kFeatureB]] as const) {
      const thing = feature(text, this.bodies.meshes[body], colour, at, 0.1 * this.radius);
      if (thing) this.near.add(thing);
    }
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
