// Light or dark: as the system has it, until the reader chooses; the choice is remembered where the browser lets a local page.
const key = 'tacit-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function remembered() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

let chosen = remembered();

export const theme = () => (chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light');

export function apply_theme() {
  document.documentElement.dataset.theme = theme();
}

export function switch_theme() {
  chosen = theme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // then it is for this visit
  }
  apply_theme();
}

export function follow_system(then) {
  system.addEventListener('change', () => {
    apply_theme();
    then();
  });
}
