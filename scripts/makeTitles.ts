// Writes the titles of all stories into src/stories/titles.ts, because a list of stories is shown before their files are
// loaded: `npx tsx scripts/makeTitles.ts`. A test compares the committed file with its output.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadStory } from '../src/model/story';
import { stories } from '../src/stories';

export const titlesFile = fileURLToPath(new URL('../src/stories/titles.ts', import.meta.url));

export async function titlesText(): Promise<string> {
  const told = await Promise.all(stories.map(loadStory));
  const lines = told.map(({ id, title: { en, zh } }) => `  ${key(id)}: { en: ${quoted(en)}, zh: ${quoted(zh)} },`);
  return `/** What the stories are called, by their ids: made from their files by scripts/makeTitles.ts. */
import type { Text } from '../model/text';

export const titles: Readonly<Record<string, Text>> = {
${lines.join('\n')}
};
`;
}

const key = (id: string): string => (/^[a-z]+$/.test(id) ? id : quoted(id));

/** As the formatter writes it. */
const quoted = (words: string): string => (words.includes("'") ? JSON.stringify(words) : `'${words}'`);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(titlesFile, await titlesText());
