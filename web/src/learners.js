// Each learner has one look, the same in every figure and in the static ones: the report says which.
const looks = new Map();

export function know_looks(figures) {
  for (const { name, colour, dashed } of figures.flatMap(({ series }) => series)) looks.set(name, { colour, dash: dashed ? '7 3' : null });
}

export const look = (name) => looks.get(name) ?? { colour: '#999999', dash: null };
