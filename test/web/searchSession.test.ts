// The page's search: what its panel shows of the host's reports, and how an edit or real Redis affects it.
import { afterEach, describe, expect, it } from 'vitest';
import { findWords } from '../../src/content/texts/find';
import { Gone } from '../../src/core/model/effects/calls';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { usualQuestion } from '../../src/web/find/findLink';
import { SearchSession } from '../../src/web/find/searchSession';
import { useEdition } from '../../src/web/state/edition';
import { useLive } from '../../src/web/state/live';
import type { Answer, SearchOrder, SearchUpdate } from '../../src/web/workers/messages';
import { storyVersionOf } from '../content/stories/storyVersions';
import { loadFindPanel } from '../support/drawnFind';
import '../support/handIn';

const words = findWords.en;
const shownOf = await loadFindPanel();

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Test files share their stores. */
afterEach(() => {
  useEdition.setState(useEdition.getInitialState(), true);
  useLive.setState(useLive.getInitialState(), true);
});

/** Numbers and their words are on one line. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** The page's side, with a host that says what a test wants. */
function pageWith() {
  const orders: SearchOrder[] = [];
  let ended = 0;
  let stops = 0;
  let report: (update: SearchUpdate) => void = () => {};
  let answer: (answer: Answer) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const startHost: ConstructorParameters<typeof SearchSession>[0]['startHost'] = () => ({
    calls: {
      search: (order, { onProgress } = {}) => {
        orders.push(order);
        return new Promise((resolve, reject) => {
          [report, answer, fail] = [(update) => onProgress?.(update), resolve, reject];
        });
      },
      stopSearch: async () => {
        stops++;
      },
    },
    end: () => {
      ended++;
      // Like a worker that is terminated in the middle of a call.
      fail(new Gone('ended'));
    },
  });
  useEdition.getState().open({ scenario: storyVersionOf('20').scenario, storyId: null, variantId: null });
  const session = new SearchSession({
    scenario: useEdition,
    live: useLive,
    startHost,
    workers: 3,
    names: () => undefined,
  });
  return {
    session,
    orders,
    shown: () => shownOf(session),
    /** It has no result yet, and can be stopped. */
    isSearching: () => {
      const { text, buttons } = shownOf(session);
      return text.includes(words.counting) && buttons.includes(words.stop);
    },
    ends: () => ended,
    stops: () => stops,
    report: (update: SearchUpdate) => report(update),
    answer: (found: Answer) => answer(found),
    fail: (error: Error) => fail(error),
  };
}

const other = (): Scenario => ({ ...storyVersionOf('20').scenario, seed: 7 });

describe('the search of a page', () => {
  it('starts once, however often it is pressed', () => {
    const { session, orders } = pageWith();
    session.start();
    session.start();
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ workers: 3, question: usualQuestion });
  });

  it('does not ask for no kind at all', () => {
    const { session, orders, shown } = pageWith();
    session.ask({ kinds: [] });
    session.start();
    expect(orders).toEqual([]);
    expect(shown().text).toContain(words.noKind);
    expect(shown().buttons).not.toContain(words.start);
  });

  it('ends with a change of the scenario, and says of which one the answer is', () => {
    const { session, shown, ends, report } = pageWith();
    session.start();
    report({ kind: 'progress', progress: { phase: 'searching', runs: 40, all: 90, rate: 9, left: 5 } });
    expect(plain(shown().text)).toContain(words.runs('40', '90'));
    useEdition.getState().commit(other());
    expect(shown().text).toContain(words.changed('40'));
    expect(shown().buttons).toContain(words.back);
    expect(ends()).toBe(1);
    // The host's pending messages concern another scenario.
    report({ kind: 'breaks', breaks: [] });
    report({ kind: 'progress', progress: { phase: 'searching', runs: 80, all: 90, rate: 9, left: 1 } });
    expect(shown().text).toContain(words.changed('40'));
    useEdition.getState().undo();
    expect(shown().buttons).not.toContain(words.back);
    expect(shown().text).toContain(words.changed('40'));
  });

  it('ends when something is dragged, before it is let go', () => {
    const { session, shown, ends } = pageWith();
    session.start();
    useEdition.getState().setDraft(other());
    expect(shown().text).toContain(words.changed('0'));
    expect(ends()).toBe(1);
  });

  it('goes on while runs are opened from it', () => {
    const { session, isSearching, shown, ends } = pageWith();
    session.start();
    const found = other();
    session.willOpen(found);
    useEdition.getState().commit(found);
    expect(isSearching()).toBe(true);
    expect(shown().buttons).not.toContain(words.back);
    expect(ends()).toBe(0);
  });

  it.each([
    ['while it searches', 'searching'],
    ['while it makes breaks smaller', 'smaller'],
    ['while it waits for the map', 'map'],
  ] as const)('ends at once for real Redis, whose times it would spoil: %s', (_, phase) => {
    const { session, isSearching, shown, orders, ends, report } = pageWith();
    session.start();
    report({ kind: 'progress', progress: { phase, runs: 40, all: 90, rate: 9, left: null } });
    useLive.setState({ isOn: true });
    expect(ends()).toBe(1);
    expect(shown().text).toContain(words.endedForLive('40'));
    report({ kind: 'breaks', breaks: [] });
    report({ kind: 'progress', progress: { phase, runs: 80, all: 90, rate: 9, left: null } });
    expect(shown().text).toContain(words.endedForLive('40'));
    useLive.setState({ isOn: false });
    expect(orders).toHaveLength(1);
    session.start();
    expect(isSearching()).toBe(true);
    expect(shown().text).not.toContain(words.endedForLive('40'));
    expect(orders).toHaveLength(2);
  });

  it('ends at once for real Redis after it was stopped, while its answer is made', () => {
    const { session, shown, ends } = pageWith();
    session.start();
    session.stop();
    useLive.setState({ isOn: true });
    expect(ends()).toBe(1);
    expect(shown().text).toContain(words.endedForLive('0'));
  });

  it('has an answer when its host does, and lets the host go', async () => {
    const { session, shown, stops, ends, answer } = pageWith();
    session.start();
    session.stop();
    session.stop();
    expect([stops(), ends()]).toEqual([1, 0]);
    expect(shown().text).toContain(words.stopping);
    expect(shown().buttons).not.toContain(words.stopping);
    answer({ ...blank, runs: 12 });
    await pause();
    expect(shown().text).toContain(`${words.none('12')} ${words.partly(0)}`);
    expect(shown().buttons).toContain(words.again);
    expect(ends()).toBe(1);
  });

  it('says why it cannot go on, and may start again', async () => {
    const { session, isSearching, shown, fail, ends, orders } = pageWith();
    session.start();
    fail(new Gone('no worker'));
    await pause();
    expect(shown().text).toContain(words.failed('no worker'));
    expect(ends()).toBe(1);
    session.start();
    expect(orders).toHaveLength(2);
    expect(isSearching()).toBe(true);
    expect(shown().text).not.toContain('no worker');
  });

  it('ends at once and forgets its answer when it is closed', async () => {
    const { session, isSearching, shown, ends } = pageWith();
    const before = shown();
    session.start();
    expect(isSearching()).toBe(true);
    session.close();
    expect(ends()).toBe(1);
    await pause();
    expect(shown()).toEqual(before);
  });

  it('does not take the end of the search before for its own', async () => {
    const { session, isSearching, shown, ends } = pageWith();
    session.start();
    useEdition.getState().commit(other());
    session.start();
    await pause();
    expect(isSearching()).toBe(true);
    // An alert would state its failure with the reason of the previous one.
    expect(shown().text).not.toContain(words.failed('ended'));
    expect(ends()).toBe(1);
  });
});

const blank: Answer = {
  isWhole: false,
  runs: 0,
  breaks: 0,
  levels: 0,
  isTooLarge: false,
  seeds: [],
  places: [],
  held: 0,
  unsettled: null,
  unreached: [],
  interesting: [],
};
