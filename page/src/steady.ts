// Marks that are as large on the screen from near as from far: lines wider than a pixel, balls, arrows.
import * as three from 'three';

const kUp = new three.Vector3(0, 1, 0);

/** Drawn over everything else. */
export const onTop = (colour: number): three.MeshBasicMaterial =>
    new three.MeshBasicMaterial({color: colour, depthTest: false, transparent: true});

/** A thing whose parts have sizes about 1: scaled to a share of its distance from the eye, at most to `most`. */
export function steady(thing: three.Object3D, at: three.Vector3, share: number, most: number, order: number): three.Object3D {
  thing.position.copy(at);
  thing.scale.setScalar(most);
  thing.traverse((part) => {
    part.renderOrder = order;
    part.onBeforeRender = (_renderer, _scene, camera) => {
      thing.scale.setScalar(Math.min(most, share * camera.position.distanceTo(at)));
      thing.updateMatrixWorld();
    };
  });
  return thing;
}

/** An arrow of length 1 from the origin. */
export function arrowAlong(way: three.Vector3, colour: number): three.Object3D {
  const arrow = new three.Group(), material = onTop(colour);
  const shaft = new three.CylinderGeometry(0.022, 0.022, 0.72, 8).translate(0, 0.36, 0);
  const head = new three.ConeGeometry(0.085, 0.28, 20).translate(0, 0.86, 0);
  arrow.add(new three.Mesh(shaft, material), new three.Mesh(head, material));
  arrow.quaternion.setFromUnitVectors(kUp, way.clone().normalize());
  return arrow;
}

/** A line from a point of the world to another; `share` of the distance to the eye is half its width. */
export class Rod extends three.Mesh<three.CylinderGeometry, three.MeshBasicMaterial> {
  private readonly line = new three.Line3();

  constructor(colour: number, order: number, private readonly share = 0.0016) {
    super(new three.CylinderGeometry(1, 1, 1, 8), onTop(colour));
    this.renderOrder = order;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.onBeforeRender = (_renderer, _scene, camera) => this.place(camera.position);
  }

  set(from: three.Vector3, to: three.Vector3): this { this.line.set(from.clone(), to.clone()); return this; }

  private place(eye: three.Vector3): void {
    const {line} = this, nearest = line.closestPointToPoint(eye, true, new three.Vector3());
    const thick = this.share * eye.distanceTo(nearest), turn = new three.Quaternion();
    turn.setFromUnitVectors(kUp, line.delta(new three.Vector3()).normalize());
    this.matrixWorld.compose(line.getCenter(new three.Vector3()), turn, new three.Vector3(thick, line.distance(), thick));
  }
}
