// Text with TeX between $...$; \$ is a dollar.
import katex from 'katex/katex.mjs';
import { element } from './element.js';

const pieces = (text) => String(text ?? '').split(/(\\\$|\$(?:\\.|[^$\\])+\$)/);
const is_math = (piece) => piece.length > 2 && piece.startsWith('$') && piece.endsWith('$');
const dollars = (piece) => piece.replaceAll('\\$', '$');

export function rich(text) {
  return pieces(text).map((piece) => {
    if (!is_math(piece)) return dollars(piece);
    const span = element('span', { class: 'math' });
    katex.render(piece.slice(1, -1), span, { throwOnError: false });
    return span;
  });
}

// For titles and labels that only take characters.
export function plain(text) {
  return pieces(text)
    .map((piece) => (is_math(piece) ? piece.slice(1, -1).replace(/\\(?=[A-Za-z])|[{}]/g, '') : dollars(piece)))
    .join('');
}
