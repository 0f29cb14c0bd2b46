// What breaks which library: TABLE.md beside this file, computed anew. With `-u` it is written.
import { describe, expect, test } from 'vitest';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';
import { programTable } from '../../support/attackedPrograms';
import { attackedKinds, attackedSamples, attackRows, rowMost } from '../../support/attackTable';

const head = `# What breaks which library

Each library as npm has it, unmodified, in the simulated world: two clients, each of which changes one number once, and one fault at every
place where it may strike (${attackedKinds.join(', ')}). A library is broken by a kind of fault if an update is lost. The locks are those of
\`samples/\`; the storage compares nothing, except where a row says so. quorum-lock is the tarball of this commit. \`npm ci --prefix test/sandbox/attack\` and
\`npm test -- --nightly test/sandbox/attack/table.nightly.test.ts -u\` write this file. A row that says “not through” was stopped after
${rowMost / 60_000} minutes: what it has found holds, and what it has not found is not known. “files”: the lock uses \`node:fs\`, over a simulated network
share; a crash may be of its server, and a jump is by 2 s at most.

| library | version | client | broken by | withstood | runs |
| --- | --- | --- | --- | --- | --- |
`;

describe('every library is attacked', () => {
  const rows: string[] = [];
  test.for(attackedSamples)('$sample: $library', { timeout: 3 * rowMost }, async (attacked, { skip }) => {
    skip(!areAttackedInstalled, attackedMissing);
    const found = await attackRows(attacked);
    console.log(found.join('\n'));
    rows.push(...found);
    expect(found.length).toBe(attacked.client === 'ioredis' ? 2 : 1);
  });

  test('and the table says what came of it', async ({ skip }) => {
    skip(!areAttackedInstalled, attackedMissing);
    await expect(`${head}${rows.join('\n')}\n${programTable}`).toMatchFileSnapshot('TABLE.md');
  });
});
