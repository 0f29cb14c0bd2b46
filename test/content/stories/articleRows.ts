/** The rows of ARTICLES.md: the first words of a paragraph, and the stories that show it. */
import { readFileSync } from 'node:fs';

export interface ArticleRow {
  readonly source: string;
  /** With the number of its paragraphs in brackets, if there are several. */
  readonly first: string;
  readonly steps: number;
  readonly stories: readonly string[];
  readonly note: string;
}

const text = readFileSync(new URL('../../../src/content/stories/ARTICLES.md', import.meta.url), 'utf8');

export const articleRows: readonly ArticleRow[] = text.split(/^## /m).slice(1).flatMap(rowsOf);

function rowsOf(part: string): readonly ArticleRow[] {
  const source = /^`(\w+)`/.exec(part)?.[1] ?? '';
  return part
    .split('\n')
    .filter((line) => line.startsWith('| “'))
    .map((line) => {
      const [, first = '', stories = '', note = ''] = line.split('|').map((cell) => cell.trim());
      const steps = Number(/\((\d+)\)$/.exec(first)?.[1] ?? 1);
      return { source, first, steps, stories: stories.split(', ').filter((name) => name !== ''), note };
    });
}
