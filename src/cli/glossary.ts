/** Reads the glossary, and makes of it the list of words in CONTRIBUTING.md. */

export interface Term {
  readonly en: string;
  /** Empty for a word of the code alone. */
  readonly zh: string;
  readonly meaning: string;
  /** The type or function that carries the term in the code: `core/model/trace/verdict#Verdict`. Empty: none does. */
  readonly type: string;
  /** The phrases that should not be used, as written there. */
  readonly not: readonly string[];
}

export interface Glossary {
  readonly terms: readonly Term[];
}

/** Throws for a row that lacks a cell. Only a term with a type may lack its Chinese or phrases to be avoided. */
export function parseGlossary(markdown: string): Glossary {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| ---') && !line.startsWith('| English'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const empty = rows.find(
    ([en = '', zh = '', meaning = '', type = '', not = '']) =>
      en === '' || meaning === '' || (type === '' && (zh === '' || not === '')),
  );
  if (empty !== undefined) throw new Error(`A row of the glossary has an empty cell: ${empty.join(' | ')}`);
  return {
    terms: rows.map(([en = '', zh = '', meaning = '', type = '', not = '']) => ({
      en,
      zh,
      meaning,
      type: type.replaceAll('`', ''),
      not: [...not.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase),
    })),
  };
}

/** The file of a term's type, without its extension, and the name that the file exports. */
export function placeOfType({ type }: Pick<Term, 'type'>): { readonly file: string; readonly name: string } {
  const [file = '', name = ''] = type.split('#');
  return { file: `src/${file}.ts`, name };
}

/** CONTRIBUTING.md with the list that the glossary gives: every term that a type carries. Throws if it has no list. */
export function withWords(contributing: string, { terms }: Glossary): string {
  const [all, head] = /(## Words of this project\n.*?\n\n)(?:- [^\n]*\n)+/s.exec(contributing) ?? [];
  if (all === undefined || head === undefined) throw new Error('CONTRIBUTING.md has no list of words.');
  return contributing.replace(all, () => head + lines(terms));
}

const lines = (terms: readonly Term[]): string =>
  terms
    .filter(({ type }) => type !== '')
    .map((term) => {
      const { file, name } = placeOfType(term);
      return `- **${term.en}** ([\`${name}\`](${file})): ${term.meaning}\n`;
    })
    .sort()
    .join('');
