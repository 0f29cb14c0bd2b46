// Each profile whose library is JavaScript beside the library itself, over the explorer's whole space of one fault.
import { afterAll, describe, expect, it } from 'vitest';
import { areAttackedInstalled, attackedMissing } from '../support/attackedLibraries';
import { compare, compared, comparedAtNight, explained, reasons } from '../support/comparedLibraries';

const needed = new Set<string>();

describe.each([...compared, ...comparedAtNight])('$profile.id on $nodes nodes, work $work ms', (one) => {
  it('does what its library does, but for what has a reason', async ({ skip }) => {
    skip(!areAttackedInstalled, attackedMissing);
    const comparison = await compare(one, 1);
    const { left, needed: rows } = explained(one.sample, comparison);
    console.log(`${one.profile.id}: ${comparison.runs} runs, ${comparison.differences.length} differ`);
    for (const row of rows) needed.add(row);
    expect(left).toEqual([]);
  });
});

afterAll(() => {
  if (areAttackedInstalled) expect(reasons.map(({ why }) => why).filter((why) => !needed.has(why))).toEqual([]);
});
