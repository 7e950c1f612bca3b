// The row of buttons above the view: fit, section, ghosts, what an engine can do, theme, keys.
import {kOverlays} from './overlay';
import {button, element} from './panels';
import {nextTheme} from './theme';
import {View} from './view';

export class Toolbar {
  private axis: 0 | 1 | 2 | null = null;
  private drag: HTMLButtonElement | null = null;
  private readonly overlays = document.createElement('select');
  private readonly ghosts: HTMLButtonElement;
  private readonly cut: HTMLButtonElement;
  private readonly theme: HTMLButtonElement;  // it and the keys stay last
  private readonly panel = element('span', '', 'cut');
  private readonly slider = document.createElement('input');

  constructor(host: HTMLElement, private readonly view: View, help: () => void) {
    this.ghosts = button('Ghosts', () => this.toggleGhosts(), 'H: where the bodies are at seven instants');
    this.ghosts.setAttribute('aria-pressed', 'true');
    this.cut = button('Section', () => this.nextSection(), 'X: cut along x, y, z, not at all');
    this.cut.setAttribute('aria-pressed', 'false');
    this.slider.type = 'range';
    this.slider.min = '0'; this.slider.max = '1000'; this.slider.value = '500';
    this.slider.setAttribute('aria-label', 'place of the section');
    this.slider.oninput = () => this.apply();
    this.panel.append(element('span'), this.slider);
    this.panel.hidden = true;
    this.theme = button('Light / dark', () => nextTheme());
    host.append(button('Fit', () => view.fit(), 'F: the whole scene'), this.cut, this.panel, this.ghosts, this.theme, button('?', help, 'keys'));
  }

  /** Buttons that need an engine. */
  addEngineTools(drag: () => void, overlay: (kind: string) => void): void {
    this.drag = button('Drag', drag, 'D: pull bodies by the mouse');
    this.drag.id = 'drag';
    this.setDragging(false);
    this.overlays.replaceChildren(new Option('overlay: none', ''));
    kOverlays.forEach(([kind, name], i) => this.overlays.append(new Option(`${i + 1} ${name}`, kind)));
    this.overlays.id = 'overlays';
    this.overlays.title = '1 to 5: what a method looks at';
    this.overlays.setAttribute('aria-label', 'overlay');
    this.overlays.onchange = () => overlay(this.overlays.value);
    this.add(this.drag);
    this.add(this.overlays);
  }
  private add(tool: HTMLElement): void { tool.classList.add('engine'); this.theme.before(tool); }
  setOverlay(kind: string): void { this.overlays.value = kind; }
  addLetGo(toggle: () => void): void { this.add(button('Let go', toggle, 'L: bodies fall from where they are')); }
  addGallery(show: () => void): void {
    const made = button('Gallery', show, 'O: scenes that come with Graze');
    made.id = 'open-gallery';
    this.add(made);
  }
  setDragging(on: boolean): void { this.drag?.setAttribute('aria-pressed', String(on)); }

  toggleGhosts(): void { this.ghosts.setAttribute('aria-pressed', String(this.view.toggleGhosts())); }

  nextSection(): void {
    this.axis = this.axis === null ? 0 : this.axis === 2 ? null : (this.axis + 1) as 1 | 2;
    this.apply();
  }

  private apply(): void {
    this.cut.setAttribute('aria-pressed', String(this.axis !== null));
    this.panel.hidden = this.axis === null;
    this.panel.firstElementChild!.textContent = this.axis === null ? '' : 'xyz'[this.axis];
    this.view.section(this.axis, Number(this.slider.value) / 1000);
  }
}
