// Elements in one expression: element('p', { class: 'note' }, 'text', child). Attributes that begin with "on" are listeners;
// those that are null, undefined or false are left out.
function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const element = (tag, attributes = {}, ...children) => build(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  build(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

export function button(text, attributes, ...children) {
  return element('button', { type: 'button', ...attributes }, text, ...children);
}
