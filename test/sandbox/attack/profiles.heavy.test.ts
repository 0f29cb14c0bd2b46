// A profile compared with the unmodified library in the same world: under one fault, both must ask the same, wait
// equally long, be inside at the same times and have the same verdict. This file tests some of the faults;
// `profiles.nightly.test.ts` has all of them.
import { describe, expect, it } from 'vitest';
import { compare, compared, explained } from '../../support/comparedLibraries';

const everyNth = 10;

describe.each(compared)('$profile.id on $nodes nodes, work $work ms', (one) => {
  it('does what its library does', async () => {
    const comparison = await compare(one, everyNth);
    expect(comparison.runs).toBeGreaterThan(20);
    expect(explained(one.sample, comparison).left).toEqual([]);
  });
});
