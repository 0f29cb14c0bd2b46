// Forms in which people paste a lock, drawn by seed: names of parameters × what acquire returns × how release takes it ×
// wrappers. A run without a fault proves how each is called, and no lock that theory breaks is called safe.
import { describe, expect, test } from 'vitest';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { isComplete } from '../../../src/sandbox/own/binding';
import { playFaultless } from '../../../src/sandbox/own/faultlessRuns';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { spaceOf } from '../../../src/search/explore/space';
import { byNight } from '../../support/nightly';
import { ownRuns } from '../../support/ownParts';
import { pastedForms } from '../../support/pastedForms';

const forms = pastedForms(byNight(40, 600), 94);
const asked = { nodes: 1, ttl: 2000, token: false } as const;

describe('without a fault, both clients of a pasted lock ask for one key, and its release frees it', () => {
  test.each(forms.map((form) => [form.name, form] as const))('%s', async (_, { code }) => {
    const { recorded, dispose } = await ownRuns(code);
    const { binding: bound, problem, sequentialRun: apart } = playFaultless(asked, recorded);
    dispose();
    expect(problem).toBe(null);
    expect([apart.called, isComplete(bound.trial)]).toEqual([expect.any(String), true]);
  });
});

describe('a release that reads, compares and deletes is found to delete another’s key', () => {
  const broken = forms.filter(({ isBroken }) => isBroken).slice(0, byNight(2, 60));
  test.each(broken.map((form) => [form.name, form] as const))('%s', async (_, { code }) => {
    const { recorded, dispose } = await ownRuns(code);
    const { settings } = playFaultless(asked, recorded);
    const { parts } = recorded();
    const space = spaceOf(attackScenario(settings), parts, { kinds: ['pause'], harm: 'deleted-another' });
    const { breaks } = finished(search(space, parts));
    dispose();
    expect(breaks.length).toBeGreaterThan(0);
  });
});
