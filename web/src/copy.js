// A button that copies a text.
import { button, element } from './element.js';

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

export function copy_button(text) {
  const node = button('Copy', { class: 'copy', 'aria-live': 'polite' });
  node.addEventListener('click', async () => {
    await copy(text);
    node.textContent = 'Copied';
    setTimeout(() => (node.textContent = 'Copy'), 1500);
  });
  return node;
}
