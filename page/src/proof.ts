// "Check the proof": the checker runs here, on the certificate that the page carries.
import {digits} from './data';
import {Engine, Type} from './engine';
import {button, element} from './panels';

interface Verdict {
  accepted: boolean; refusal?: string; pairs: number; witnesses: number; steps: number; inequalities: number;
  uncovered?: string[]; free?: [number, number];
}

export function words(verdict: Verdict): string {
  if (!verdict.accepted) return `Refused: ${verdict.refusal}`;
  const free = verdict.free ? `nothing touches from ${digits(verdict.free[0])} s to ${digits(verdict.free[1])} s` : 'no span in common';
  const left = verdict.uncovered?.length ? ` Not covered: ${verdict.uncovered.slice(0, 5).join(', ')}` +
                                           `${verdict.uncovered.length > 5 ? ` and ${verdict.uncovered.length - 5} more` : ''}.` : '';
  return `Accepted: ${verdict.pairs} pairs, ${verdict.witnesses} witnesses of contact; ${free}. ` +
         `${verdict.inequalities.toLocaleString('en')} inequalities were checked.${left}`;
}

/** The button, and below it what the checker said. */
export function proofPanel(engine: Engine, certificate: () => Promise<Uint8Array>): HTMLElement {
  const panel = element('section');
  const said = element('p', '', 'soft');
  said.id = 'verdict';
  said.setAttribute('role', 'status');
  const check = button('Check the proof', async () => {
    check.disabled = true;
    said.className = 'soft';
    said.textContent = 'Checking …';
    const begin = performance.now();
    try {
      const verdict = await engine.json<Verdict>(Type.proof, await certificate());
      said.className = verdict.accepted ? 'accepted' : 'refused';
      said.textContent = `${words(verdict)} (${digits(performance.now() - begin)} ms, in this browser)`;
    } catch (reason) {
      said.className = 'refused';
      said.textContent = `Refused: ${reason instanceof Error ? reason.message : String(reason)}`;
    }
    check.disabled = false;
  });
  check.id = 'check-proof';
  panel.append(element('h2', 'Proof'), check, said);
  return panel;
}
