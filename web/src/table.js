// A table of the report; the best cells of it stand out.
import { element } from './element.js';
import { swatch } from './readout.js';
import { number } from './numbers.js';
import { rich } from './text.js';

function cell_content(cell) {
  if (typeof cell === 'string') return rich(cell);
  if (cell === null || typeof cell === 'number') return number(cell);
  return cell.text ? rich(cell.text) : number(cell.value ?? null);
}

const align = ({ align }) => (align === 'right' || align === 'center' ? align : 'left');

export function table_card(table, learners) {
  const name_of = (title) => [...learners].find(([name, label]) => title === name || title === label)?.[0];
  const head = (column) => {
    const learner = name_of(column.title);
    return element('th', { scope: 'col', class: align(column) }, learner ? swatch(learner) : null, element('span', {}, rich(column.title)));
  };
  const row = (cells) =>
    element(
      'tr',
      {},
      cells.map((cell, i) =>
        element(
          i === 0 ? 'th' : 'td',
          { scope: i === 0 ? 'row' : null, class: `${align(table.columns[i] ?? {})}${cell?.best ? ' best' : ''}` },
          i === 0 && name_of(cell) ? swatch(name_of(cell)) : null,
          element('span', {}, cell_content(cell)),
          cell?.best ? element('span', { class: 'unseen' }, ' (best)') : null,
        ),
      ),
    );
  return element(
    'div',
    { class: 'card table', id: table.id },
    element('h3', {}, rich(table.title)),
    element(
      'div',
      { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': table.title },
      element('table', {}, element('thead', {}, element('tr', {}, table.columns.map(head))), element('tbody', {}, table.rows.map(row))),
    ),
    table.caption || table.csv
      ? element('p', { class: 'caption' }, rich(table.caption ? `${table.caption} ` : ''), table.csv ? element('span', { class: 'links' }, element('a', { href: table.csv }, 'CSV')) : null)
      : null,
  );
}
