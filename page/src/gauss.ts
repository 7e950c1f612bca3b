// Gauss maps on a small sphere that turns with the camera, and the gap along each plane over time.
import * as three from 'three';
import {cssOf, floats} from './data';
import {Drawing, Plot, lookColour} from './drawing';
import {style} from './theme';

function sharp(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const scale = Math.min(2, devicePixelRatio);
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  const c = canvas.getContext('2d')!;
  c.scale(scale, scale);
  return c;
}

export function drawMaps(canvas: HTMLCanvasElement, drawing: Drawing, camera: three.Camera): void {
  const c = sharp(canvas), size = Math.min(canvas.clientWidth, canvas.clientHeight);
  const radius = 0.46 * size, x0 = 0.5 * canvas.clientWidth, y0 = 0.5 * canvas.clientHeight;
  const turn = new three.Quaternion().setFromRotationMatrix(camera.matrixWorld).invert();
  c.strokeStyle = style('--line');
  c.beginPath(); c.arc(x0, y0, radius, 0, 2 * Math.PI); c.stroke();
  for (const [look, text] of Object.entries(drawing.arcs)) {
    const numbers = floats(text);
    c.strokeStyle = c.fillStyle = cssOf(lookColour(look));
    for (let i = 0; i + 5 < numbers.length; i += 6) {
      const from = new three.Vector3().fromArray(numbers, i).applyQuaternion(turn), to = new three.Vector3().fromArray(numbers, i + 3).applyQuaternion(turn);
      const steps = from.distanceTo(to) > 1e-6 ? 8 : 0;
      c.globalAlpha = from.z + to.z > 0 ? 1 : 0.22;  // behind the sphere
      c.beginPath();
      if (steps === 0) c.arc(x0 + radius * from.x, y0 - radius * from.y, 3, 0, 2 * Math.PI);
      for (let k = 0; k <= steps && steps > 0; ++k) {
        const p = from.clone().lerp(to, k / steps).normalize();
        c[k === 0 ? 'moveTo' : 'lineTo'](x0 + radius * p.x, y0 - radius * p.y);
      }
      if (steps === 0) c.fill(); else c.stroke();
    }
  }
  c.globalAlpha = 1;
}

export function drawPlot(canvas: HTMLCanvasElement, plot: Plot, time: number): void {
  const c = sharp(canvas), width = canvas.clientWidth, height = canvas.clientHeight;
  const [largest] = plot.lines, shown = largest.values.filter((v): v is number => v !== null);
  const top = Math.max(...shown, 0), low = Math.min(...shown, -0.25 * top), room = 0.08 * (top - low || 1);
  const x = (t: number) => 4 + (width - 8) * (t - plot.times[0]) / (plot.times[plot.times.length - 1] - plot.times[0] || 1);
  const y = (v: number) => 16 + (height - 20) * (top + room - v) / (top - low + 2 * room);
  c.font = '11px system-ui, sans-serif';
  c.fillStyle = style('--soft');
  c.fillText(plot.title, 4, 11);
  c.strokeStyle = style('--line');
  c.beginPath(); c.moveTo(4, y(0)); c.lineTo(width - 4, y(0)); c.stroke();
  c.save();
  c.beginPath(); c.rect(0, 14, width, height - 14); c.clip();
  plot.lines.slice().reverse().forEach((line) => {
    c.strokeStyle = line === largest ? style('--text') : cssOf(lookColour(line.look));
    c.lineWidth = line === largest ? 2 : 1;
    c.setLineDash(line.look === 'second' ? [5, 3] : line.look === 'cross' ? [1.5, 2.5] : []);
    c.beginPath();
    line.values.forEach((v, i) => { if (v !== null) c[i === 0 ? 'moveTo' : 'lineTo'](x(plot.times[i]), y(v)); });
    c.stroke();
  });
  c.restore();
  c.strokeStyle = style('--text');
  c.lineWidth = 1;
  c.beginPath(); c.moveTo(x(time), 14); c.lineTo(x(time), height); c.stroke();
}
