// The page: everything on it comes from the JSON in the element tacit-report.
import { contents, mark_current } from './contents.js';
import { copy_button } from './copy.js';
import { button, element } from './element.js';
import { FigureCard } from './figure.js';
import { know_looks } from './learners.js';
import { duration } from './numbers.js';
import { swatch } from './readout.js';
import { table_card } from './table.js';
import { plain, rich } from './text.js';
import { follow_system, switch_theme, theme } from './theme.js';

const report = JSON.parse(document.getElementById('tacit-report').textContent);
know_looks(report.figures);
const learners = new Map(report.figures.flatMap(({ series }) => series.map(({ name, label }) => [name, label])));
const cards = report.figures.map((figure) => new FigureCard(figure));

function section_of(title, i) {
  const tables = report.tables.filter((table) => table.section === title);
  const own = cards.filter(({ figure }) => figure.section === title);
  const node = element(
    'section',
    { id: `section-${i + 1}` },
    element('h2', {}, rich(title)),
    tables.map((table) => table_card(table, learners)),
    own.length > 0 ? element('div', { class: `figures${own.length > 1 ? ' many' : ''}` }, own.map(({ root }) => root)) : null,
  );
  return { id: node.id, title, entries: own.length > 1 || tables.length > 1 ? [...tables, ...own.map(({ figure }) => figure)] : [], node };
}

function making() {
  const settings = report.configuration.map(({ name, value }) => [element('dt', {}, rich(name)), element('dd', {}, rich(value))]);
  const node = element(
    'section',
    { id: 'making' },
    element('h2', {}, 'How this was made'),
    report.command ? element('div', { class: 'command' }, element('code', {}, report.command), copy_button(report.command)) : null,
    settings.length > 0 ? element('dl', { class: 'settings' }, settings.flat()) : null,
    report.notes.map((note) => element('p', { class: 'note' }, rich(note))),
  );
  return { id: node.id, title: 'How this was made', entries: [], node };
}

function learner_toggle([name, label]) {
  const node = button('', { class: 'toggle', 'data-name': name, 'aria-pressed': 'true' }, swatch(name), element('span', {}, rich(label)));
  node.addEventListener('click', () => {
    const shown = node.getAttribute('aria-pressed') !== 'true';
    node.setAttribute('aria-pressed', String(shown));
    cards.forEach((card) => card.show(name, shown));
  });
  return node;
}

function theme_button() {
  const node = button('', { class: 'theme' });
  const name = () => {
    node.textContent = theme() === 'dark' ? 'Light' : 'Dark';
    node.title = `Change to ${node.textContent.toLowerCase()} colours`;
  };
  node.addEventListener('click', () => {
    switch_theme();
    name();
  });
  follow_system(name);
  name();
  return node;
}

const titles = [...new Set([...report.sections, ...[...report.tables, ...report.figures].map(({ section }) => section)])];
const sections = [...titles.map(section_of), making()];
const nav = contents(sections);
const taken = duration(report.seconds);
document.title = plain(report.title);
document.body.append(
  element(
    'div',
    { class: 'bar' },
    element('a', { class: 'home', href: '#top' }, 'tacit'),
    element('div', { class: 'toggles', role: 'group', 'aria-label': 'Learners, in all figures' }, [...learners].map(learner_toggle)),
    theme_button(),
  ),
  element(
    'div',
    { class: 'layout', id: 'top' },
    nav,
    element(
      'main',
      {},
      element(
        'header',
        {},
        element('h1', {}, rich(report.title)),
        report.subtitle ? element('p', { class: 'subtitle' }, rich(report.subtitle)) : null,
        element('p', { class: 'made' }, [report.version && `tacit ${report.version}`, taken].filter(Boolean).join(' \u00b7 ')),
      ),
      sections.map(({ node }) => node),
    ),
  ),
);
const listed = sections.flatMap(({ id, entries }) => (entries.length > 0 ? entries : [{ id }])).map(({ id }) => document.getElementById(id));
mark_current(nav, listed);
