// Where a body is at a time: between the sampled poses, straight and by slerp. For the eye only.
import {Matrix4, Quaternion, Vector3} from 'three';
import {BodyData, doubles} from './data';

export class Track {
  private readonly poses: Float64Array;  // x y z qx qy qz qw of each time
  private readonly p = new Vector3();
  private readonly q = new Quaternion();
  private readonly r = new Quaternion();
  private static readonly one = new Vector3(1, 1, 1);

  constructor(private readonly body: BodyData) { this.poses = doubles(body.poses); }

  isStill(): boolean { return this.body.times.length < 2; }

  at(t: number, into: Matrix4): Matrix4 {
    const times = this.body.times;
    let k = 0;
    let hi = times.length - 1;
    while (hi - k > 1) {  // the last sample not after t
      const middle = (k + hi) >> 1;
      if (times[middle] <= t) k = middle; else hi = middle;
    }
    if (hi > k && t >= times[hi]) k = hi;
    const next = Math.min(k + 1, times.length - 1);
    const width = times[next] - times[k];  // zero at a jump
    const s = width > 0 ? Math.min(1, Math.max(0, (t - times[k]) / width)) : 0;
    const a = 7 * k, b = 7 * next, v = this.poses;
    this.p.set(v[a] + s * (v[b] - v[a]), v[a + 1] + s * (v[b + 1] - v[a + 1]), v[a + 2] + s * (v[b + 2] - v[a + 2]));
    this.q.set(v[a + 3], v[a + 4], v[a + 5], v[a + 6]);
    this.r.set(v[b + 3], v[b + 4], v[b + 5], v[b + 6]);
    return into.compose(this.p, this.q.slerp(this.r, s), Track.one);
  }
}
