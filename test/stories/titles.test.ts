// The list of titles comes from the stories' files.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { titlesFile, titlesText } from '../../scripts/makeTitles';

it('is what the stories say today (else run `npx tsx scripts/makeTitles.ts`)', async () => {
  expect(readFileSync(titlesFile, 'utf8')).toBe(await titlesText());
});
