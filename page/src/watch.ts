// Another page drives this scene: what it does is shown here, until this page takes over.
import {Document} from './data';
import {Engine, Type} from './engine';
import {button, element} from './panels';

interface Pose {position: number[]; rotation: {quaternion_wxyz: number[]}}
interface News {
  drives: boolean; pages: number; version: number; document?: Document; tick?: {body: number; pose: Pose}; world?: {poses: string};
}

/** What is shown of the driver's doings. */
export interface Stage {
  document(data: Document): void;
  tick(body: number, pose: Pose): void;
  world(poses: string): void;
  watching(on: boolean): void;
}

export class Watcher {
  on = false;
  private since = 0;
  private asking = false;

  constructor(private readonly engine: Engine, private readonly banner: HTMLElement, private readonly stage: Stage) {
    banner.replaceChildren(element('span', 'Another page drives; you see what it does.'),
                           button('Take over', () => void this.takeOver(), 'ask and drag here; the other page watches'));
    banner.hidden = true;
  }

  /** Asks for news until this page drives. */
  async start(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      while (await this.look()) await new Promise((next) => setTimeout(next, 16));  // as often as a screen is drawn
    } catch { /* the server has stopped: the page says so */ }
    this.asking = false;
  }

  private async look(): Promise<boolean> {
    const news = await this.engine.json<News>(Type.watch, {since: this.since});
    this.turn(!news.drives);
    if (news.drives) return false;
    try {
      if (news.document) this.stage.document(await this.engine.complete(news.document));
    } catch { return true; }  // changed again meanwhile: the next news has it
    this.since = news.version;
    if (news.tick) this.stage.tick(news.tick.body, news.tick.pose);
    if (news.world) this.stage.world(news.world.poses);
    return true;
  }

  private turn(on: boolean): void {
    if (on === this.on) return;
    this.on = on;
    this.banner.hidden = !on;
    this.stage.watching(on);
  }

  private async takeOver(): Promise<void> {
    await this.engine.request(Type.drive);
    this.turn(false);
  }
}
