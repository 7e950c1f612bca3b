// Light or dark: as the system says, unless the reader said otherwise.
type Theme = 'auto' | 'light' | 'dark';
const query = matchMedia('(prefers-color-scheme: dark)');
let theme: Theme = 'auto';

export const isDark = (): boolean => theme === 'auto' ? query.matches : theme === 'dark';

/** The next of auto, light, dark; tells everybody who listens on the document. */
export function nextTheme(): Theme {
  theme = theme === 'auto' ? (query.matches ? 'light' : 'dark') : theme === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new Event('themechange'));
  return theme;
}
query.addEventListener('change', () => document.dispatchEvent(new Event('themechange')));

export const style = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
