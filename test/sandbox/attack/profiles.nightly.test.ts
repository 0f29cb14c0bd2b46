// Each profile of a JavaScript library compared with the library itself, over the explorer's whole space of one
// fault.
import { describe, expect, it } from 'vitest';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';
import { compare, compared, comparedAtNight, comparedFiles, explained, reasons } from '../../support/comparedLibraries';

/** How many runs each reason explains, by profile. */
const given: Record<string, Record<string, number>> = {};

describe.each([...compared, ...comparedAtNight, ...comparedFiles])(
  '$profile.id on $nodes nodes, work $work ms',
  (one) => {
    it('does what its library does, but for what has a reason', async ({ skip }) => {
      skip(!areAttackedInstalled, attackedMissing);
      const comparison = await compare(one, 1);
      const { left, given: rows } = explained(one.sample, comparison);
      const counts = given[one.profile.id] ?? {};
      for (const [name, count] of [['runs', comparison.runs] as const, ...rows])
        counts[name] = (counts[name] ?? 0) + count;
      given[one.profile.id] = counts;
      expect(left).toEqual([]);
    });
  },
);

describe.skipIf(!areAttackedInstalled)('a difference from a library', () => {
  it('has no reason that no run needs', () => {
    const needed = Object.values(given).flatMap((counts) => Object.keys(counts));
    expect(reasons.map(({ why }) => why).filter((why) => !needed.includes(why))).toEqual([]);
  });

  it('is of the same verdict in most runs, and of a better or a worse one in so many', () => {
    const verdicts = Object.entries(given).map(([id, { runs, ...counts }]) => {
      const textOf = (verdict: string) =>
        reasons.reduce((sum, row) => sum + (row.verdict === verdict ? (counts[row.why] ?? 0) : 0), 0);
      console.log(id, runs, counts);
      return `${id}: ${runs} runs, differing with the same verdict ${textOf('same')}, a better one ${textOf('better')}, a worse one ${textOf('worse')}`;
    });
    expect(verdicts).toMatchInlineSnapshot(`
      [
        "node-redlock-5: 1169 runs, differing with the same verdict 310, a better one 43, a worse one 28",
        "node-redlock-4: 456 runs, differing with the same verdict 36, a better one 24, a worse one 0",
        "redlock-universal: 653 runs, differing with the same verdict 87, a better one 32, a worse one 22",
        "proper-lockfile: 1028 runs, differing with the same verdict 7, a better one 0, a worse one 0",
      ]
    `);
  });
});
