// What a page with a server behind it can do more: ask its own question, and notice that a file changed.
import {Bodies} from './bodies';
import {Document, parse} from './data';
import {element} from './panels';
import {View} from './view';

type Pose = ReturnType<Bodies['poseOf']>;

async function send(path: string, body: string): Promise<Document> {
  const reply = await fetch(path, {method: 'POST', body, headers: {'Content-Type': 'application/json'}});
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return parse(text);
}

/** Start and end pose of one body by the gizmo, then: when do they touch? */
export class Question {
  readonly panel = element('section');
  private readonly body = document.createElement('select');
  private readonly said = element('p');
  private begin: Pose | null = null;
  private end: Pose | null = null;

  constructor(private readonly data: Document, private readonly view: View, private readonly time: () => number,
              private readonly answered: (answer: Document) => void) {
    this.panel.id = 'question';
    this.said.setAttribute('role', 'status');
    this.panel.append(element('h2', 'Ask your own question'), this.body, this.buttons(), this.said);
    this.body.append(new Option('choose a body to move', '-1'));
    data.bodies.forEach((body, i) => { if (body.mesh >= 0 && !body.parent) this.body.append(new Option(body.name, String(i))); });
    this.body.onchange = () => {
      this.begin = this.end = null;
      this.view.hold(-1);
      this.view.moveTo(this.time());
      this.view.hold(this.chosen());
    };
  }

  private chosen(): number { return Number(this.body.value); }

  private buttons(): HTMLElement {
    const row = element('div', '', 'controls');
    const add = (text: string, act: () => void) => {
      const button = element('button', text) as HTMLButtonElement;
      button.onclick = act;
      row.append(button);
    };
    add('Move', () => this.view.hold(this.chosen()));
    add('Turn', () => this.view.hold(this.chosen(), 'rotate'));
    add('Start here', () => { if (this.chosen() >= 0) { this.begin = this.view.bodies.poseOf(this.chosen()); this.said.textContent = 'Start set.'; } });
    add('End here', () => { if (this.chosen() >= 0) { this.end = this.view.bodies.poseOf(this.chosen()); this.said.textContent = 'End set.'; } });
    add('Ask', () => void this.ask());
    return row;
  }

  private async ask(): Promise<void> {
    const body = this.chosen();
    if (body < 0 || !this.begin || !this.end) {
      this.said.textContent = 'Choose a body, move it, press "Start here"; move it again, press "End here"; then ask.';
      return;
    }
    const motion = {type: 'screw', from: this.begin, to: this.end};
    this.said.textContent = 'Asking …';
    try {
      this.answered(await send('/ask', JSON.stringify({motions: {[this.data.bodies[body].name]: motion}})));
    } catch (reason) {
      this.said.textContent = reason instanceof Error ? reason.message : String(reason);
    }
  }
}

/** Loads the page again when the server has another answer; says so when the server is gone. */
export function reloadOnChange(): void {
  let known = '';
  const look = async () => {
    const hint = document.getElementById('hint')!;
    try {
      const version = await (await fetch('/version')).text();
      if (known && version !== known) location.reload();
      if (hint.dataset.lost) { hint.textContent = ''; delete hint.dataset.lost; }
      known = version;
    } catch {
      hint.textContent = 'The server has stopped. What is shown stays; start graze view again to ask more.';
      hint.dataset.lost = 'yes';
    }
    setTimeout(() => void look(), 1000);
  };
  void look();
}
