// Everything that replaced the real thing is named in the page's language, with the page's names of the processes.
import { describe, expect, it } from 'vitest';
import { liveWords } from '../../src/content/texts/live';
import { plainStandIns, type StandIn } from '../../src/core/model/trace/standIn';

const all: readonly StandIn[] = [
  ...plainStandIns.map((kind) => ({ kind })),
  { kind: 'garbled', process: 'nodeA', peer: 'client1' },
  { kind: 'unasked', process: 'nodeB' },
  { kind: 'unexplained', process: 'nodeC' },
];
const name = (process: string): string => `[${process}]`;

describe.each([
  ['English', liveWords.en, /^[^\u4e00-\u9fff]+$/],
  ['Chinese', liveWords.zh, /[\u4e00-\u9fff]/],
])('in %s', (_, { standIn }, script) => {
  it('each kind has words of its own', () => {
    const said = all.map((one) => standIn(one, name));
    for (const words of said) expect(words).toMatch(script);
    expect(new Set(said).size).toBe(all.length);
  });

  it('processes are called what the page calls them', () => {
    const said = all.map((one) => standIn(one, name)).join(' ');
    expect([...said.matchAll(/\[\w+\]/g)].map(([found]) => found)).toEqual([
      '[nodeA]',
      '[client1]',
      '[nodeB]',
      '[nodeC]',
    ]);
  });
});
