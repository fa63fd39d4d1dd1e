// The table of contents: beside the page where there is room, folded above it where there is not.
import { element } from './element.js';
import { rich } from './text.js';

export function contents(sections) {
  const entry = ({ id, title }) => element('a', { href: `#${id}` }, rich(title));
  const details = element(
    'details',
    {},
    element('summary', {}, 'Contents'),
    element(
      'ul',
      {},
      sections.map((section) =>
        element('li', {}, entry(section), section.entries.length > 0 ? element('ul', {}, section.entries.map((item) => element('li', {}, entry(item)))) : null),
      ),
    ),
  );
  const room = matchMedia('(min-width: 72rem)');
  const unfold = () => (details.open = room.matches);
  room.addEventListener('change', unfold);
  unfold();
  return element('nav', { class: 'contents', 'aria-label': 'Contents' }, details);
}

// Marks the entry of what is being read.
export function mark_current(nav, nodes) {
  const links = new Map([...nav.querySelectorAll('a')].map((link) => [link.getAttribute('href').slice(1), link]));
  const seen = new Set();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) isIntersecting ? seen.add(target) : seen.delete(target);
      const current = nodes.find((node) => seen.has(node));
      for (const [id, link] of links) {
        if (id === current?.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-64px 0px -35% 0px' },
  );
  nodes.forEach((node) => observer.observe(node));
}
