/**
 * Makes what pages and the README show of locks, stories and tables before any of them is loaded, and the words in
 * CONTRIBUTING.md. It comes from current runs and the glossary, and is checked in: `npm run cli -- matrix` writes it,
 * after the tables.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stories } from '../content/stories';
import { loadStory } from '../core/model/scenario/story';
import { parts } from '../core/run/parts';
import { rowInfosOf } from '../search/matrix/rowInfosOf';
import { rowTimesOf } from '../search/matrix/rowTimesOf';
import { cardOf } from '../web/gallery/cardOf';
import { tablePicture } from '../web/matrix/tablePicture';
import { parseGlossary, withWords } from './glossary';

export interface GeneratedFile {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly text: () => Promise<string>;
}

const themeCss = fileURLToPath(new URL('../web/appearance/theme.css', import.meta.url));

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const pictureIn = (theme: 'light' | 'dark'): GeneratedFile => ({
  file: `public/table-${theme}.svg`,
  text: async () => tablePicture({ css: readFileSync(themeCss, 'utf8'), theme, infos: rowInfosOf(parts) }),
});

export const generatedFiles: readonly GeneratedFile[] = [
  {
    file: 'src/search/matrix/rowInfos.ts',
    text: async () => moduleText({ name: 'rowInfos', type: 'RowInfo', from: 'rowInfo', values: rowInfosOf(parts) }),
  },
  {
    file: 'src/search/matrix/rowTimes.ts',
    text: async () => moduleText({ name: 'rowTimes', type: 'RowTimes', from: 'rowTime', values: rowTimesOf(parts) }),
  },
  {
    file: 'src/web/gallery/cards.ts',
    text: async () => {
      const loaded = await Promise.all(stories.map(loadStory));
      const values = Object.fromEntries(loaded.map((story) => [story.id, cardOf(story)]));
      return moduleText({ name: 'cards', type: 'Card', from: 'card', values });
    },
  },
  pictureIn('light'),
  pictureIn('dark'),
  {
    file: 'CONTRIBUTING.md',
    text: async () => withWords(textOf('CONTRIBUTING.md'), parseGlossary(textOf('src/content/texts/GLOSSARY.md'))),
  },
];

interface Module {
  readonly name: string;
  readonly type: string;
  readonly from: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** One value per line, so that a diff is readable. */
const moduleText = ({
  name,
  type,
  from,
  values,
}: Module): string => `/** Generated from today's runs by \`npm run cli -- matrix\`. */
import type { ${type} } from './${from}';

export const ${name}: Readonly<Record<string, ${type}>> = {
${Object.entries(values)
  .map(([id, value]) => `  ${JSON.stringify(id)}: ${JSON.stringify(value)},`)
  .join('\n')}
};
`;
