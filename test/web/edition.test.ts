// Undo and redo over scenarios, and a change that waits for a token counter.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { shownScenario, useEdition } from '../../src/web/state/edition';
import { dropProposal, lacksToken, propose, withTokenCounter } from '../../src/web/state/missingToken';
import { openingScenario } from '../../src/web/state/openingScenario';
import '../support/handIn';

const store = useEdition.getState;
const withSeed = (seed: number): Scenario => ({ ...openingScenario, seed });
const seed = (): number => shownScenario(store()).seed;

beforeEach(() => {
  useEdition.setState({ committed: withSeed(1), draft: null, past: [], future: [], storyId: null, variantId: null });
  dropProposal();
});

describe('undo', () => {
  test('goes back commit by commit, and redo forward again', () => {
    store().commit(withSeed(2));
    store().commit(withSeed(3));
    store().undo();
    expect(seed()).toBe(2);
    store().undo();
    expect(seed()).toBe(1);
    store().redo();
    store().redo();
    expect(seed()).toBe(3);
    store().redo();
    expect(seed()).toBe(3);
  });

  test('counts a drag as one step, however many drafts it had', () => {
    for (const draft of [5, 6, 7]) store().setDraft(withSeed(draft));
    expect(seed()).toBe(7);
    store().commit(withSeed(7));
    store().undo();
    expect(seed()).toBe(1);
    expect(store().past).toEqual([]);
  });

  test('in the middle of a drag takes back the drag alone', () => {
    store().commit(withSeed(2));
    store().setDraft(withSeed(9));
    store().undo();
    expect(seed()).toBe(2);
  });

  test('knows which story was open', () => {
    store().commit(withSeed(2), { storyId: 'pause-before-write', variantId: 'b' });
    store().commit(withSeed(3), { storyId: 'no-expiry', variantId: null });
    store().undo();
    expect(store().storyId).toBe('pause-before-write');
    expect(store().variantId).toBe('b');
  });

  test('has nothing to take back after a commit that changed nothing', () => {
    store().commit(structuredClone(withSeed(1)));
    expect(store().past).toEqual([]);
  });

  test('forgets what was undone once something else is done', () => {
    store().commit(withSeed(2));
    store().undo();
    store().commit(withSeed(4));
    store().redo();
    expect(seed()).toBe(4);
  });
});

describe('a check for tokens', () => {
  const fencing = (lockId: string): Scenario => ({
    ...openingScenario,
    lock: { id: lockId },
    storage: { id: 'fencing' },
  });

  test.each(['redlock', 'single-node'])('with %s and no counter is not committed but proposed', (lockId) => {
    propose(fencing(lockId));
    expect(store().committed).toEqual(withSeed(1));
    expect(useEdition.getState().proposal).toEqual(fencing(lockId));
  });

  test.each([
    ['redlock', ['one-node', 'quorum']],
    ['single-node', ['counter']],
  ])('is offered the counters that %s has', (lockId, counters) => {
    const offers = withTokenCounter(fencing(lockId));
    expect(offers.map(({ scenario }) => scenario.lock.settings?.['token'])).toEqual(counters);
    for (const { scenario } of offers) {
      expect(lacksToken(scenario)).toBe(false);
      propose(scenario);
      expect(store().committed).toEqual(scenario);
      expect(useEdition.getState().proposal).toBeNull();
    }
  });

  test.each([
    ['another story', () => store().commit(withSeed(2), { storyId: 'etcd', variantId: null })],
    ['another setting', () => store().commit(withSeed(2))],
    ['what undo brings back', () => store().undo()],
  ])('takes its offer with it when %s comes', (_what, change) => {
    store().commit(withSeed(3));
    propose(fencing('redlock'));
    change();
    expect(useEdition.getState().proposal).toBeNull();
  });

  test('keeps its offer while something is dragged and put back', () => {
    propose(fencing('redlock'));
    store().setDraft(withSeed(2));
    store().setDraft(null);
    expect(useEdition.getState().proposal).toEqual(fencing('redlock'));
  });

  test('keeps the counter from being taken away', () => {
    const [offer] = withTokenCounter(fencing('redlock'));
    if (offer === undefined) throw new Error('There is no offer.');
    propose(offer.scenario);
    propose(fencing('redlock'));
    expect(store().committed).toEqual(offer.scenario);
  });
});
