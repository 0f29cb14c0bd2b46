// What the address says of the scenario, and which steps are entries in the browser's history: tested with a browser
// of a few lines, in which somebody goes back and forward.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAddress, useLinkState } from '../../src/web/files/address';
import type { Address } from '../../src/web/state/browserAddress';
import { useEdition } from '../../src/web/state/edition';
import { pickStory } from '../../src/web/state/pickStory';
import { usePreferences } from '../../src/web/state/preferences';
import { chooseSize } from '../../src/web/state/size';
import { openStory } from '../../src/web/state/story';
import '../support/handIn';

class History implements Address {
  private entries: URL[];
  private here = 0;
  private readonly heard: (() => void)[] = [];

  constructor(first: string) {
    this.entries = [new URL(first, 'http://localhost/site/')];
  }

  private get url(): URL {
    return this.entries[this.here] ?? new URL('http://localhost/nowhere');
  }

  get list(): readonly string[] {
    return this.entries.map(({ search, hash }) => search + hash.slice(0, 4));
  }

  readonly page = () => `${this.url.origin}${this.url.pathname}`;
  readonly search = () => this.url.search;
  readonly hash = () => this.url.hash;
  readonly replace = (to: string) => {
    this.entries[this.here] = new URL(to, this.url);
  };
  readonly push = (to: string) => {
    this.entries = [...this.entries.slice(0, this.here + 1), new URL(to, this.url)];
    this.here++;
  };
  readonly onHash = (): void => undefined;
  readonly onMove = (heard: () => void): void => {
    this.heard.push(heard);
  };

  /** A browser reports one step twice when the hash changes with it. */
  go(by: number): void {
    this.here += by;
    for (const hear of [...this.heard, ...this.heard]) hear();
  }
}

const open = () => useEdition.getState().storyId;
const seed = () => useEdition.getState().committed.seed;
const change = (to: number): void => {
  const { committed, commit } = useEdition.getState();
  commit({ ...committed, seed: to });
};

let history: History;

async function started(at: string): Promise<void> {
  history = new History(at);
  await startAddress(history);
}

const { subscribe } = useEdition;
const leave: (() => void)[] = [];

const reset = (): void => {
  useEdition.setState(useEdition.getInitialState(), true);
  useLinkState.setState(useLinkState.getInitialState(), true);
  usePreferences.setState(usePreferences.getInitialState(), true);
};
beforeEach(() => {
  reset();
  vi.spyOn(useEdition, 'subscribe').mockImplementation((listener) => {
    const unsubscribe = subscribe(listener);
    leave.push(unsubscribe);
    return unsubscribe;
  });
});
/** A page that kept listening would make a link of each run of the following tests. */
afterEach(() => {
  for (const unsubscribe of leave.splice(0)) unsubscribe();
  vi.restoreAllMocks();
  reset();
});

describe('the address', () => {
  it('is the story’s name until something is changed, and again once it is taken back', async () => {
    await started('?lang=zh');
    await pickStory('no-expiry', null, undefined, history);
    expect(history.list).toEqual(['?lang=zh', '?lang=zh&story=no-expiry']);
    change(7);
    await expect.poll(() => history.list.at(-1)).toBe('?lang=zh#v1.');
    useEdition.getState().undo();
    expect(history.list).toEqual(['?lang=zh', '?lang=zh&story=no-expiry']);
  });

  it('has no name for a scenario of no story', async () => {
    await started('?story=no-expiry');
    const { committed, commit } = useEdition.getState();
    commit({ ...committed, seed: 9 }, { storyId: null, variantId: null });
    await expect.poll(() => history.list).toEqual(['#v1.']);
  });

  it('of an older change never replaces that of a story that was picked since', async () => {
    await started('?story=no-expiry');
    change(7);
    await pickStory('herd', null, undefined, history);
    await new Promise((later) => setTimeout(later, 200));
    expect(history.list.at(-1)).toBe('?story=herd');
  });
});

describe('what a page is opened with', () => {
  /** Pages of earlier tests hear that a run was opened, and take back their complaint about the address. */
  async function problemsOf(at: string) {
    const problems: unknown[] = [];
    const stop = useLinkState.subscribe(({ problem }) => problem !== null && problems.push(problem));
    await started(at);
    stop();
    return problems;
  }

  it.each(['#v1.abc', '#v9.abc', '#nonsense', `#v1.${'A'.repeat(200_000)}`])(
    'is reported if it is a broken link, and the first story opens: %.12s',
    async (hash) => {
      expect(await problemsOf(hash)).toMatchObject([{ open: 'first' }]);
      expect(open()).toBe('pause-before-write');
    },
  );

  it.each(['?story=2:fix', '?story=2&variant=fix'])('may be the number of a story and a variant: %s', async (query) => {
    expect(await problemsOf(query)).toEqual([]);
    expect(useEdition.getState()).toMatchObject({ storyId: 'no-expiry', variantId: 'fix' });
  });

  it.each([
    ['?story=__proto__', /^There is no story “__proto__”/, 'first', 'pause-before-write'],
    ['?story=12zz', /^There is no story “12zz”/, 'first', 'pause-before-write'],
    ['?story=nope', /^There is no story “nope”/, 'first', 'pause-before-write'],
    ['?story=12&variant=toString', /“12” has no variant “toString”; it has: /, 'original', 'node-forgets'],
    ['?story=no-expiry&variant=zzz', /“no-expiry” has no variant “zzz”; it has: /, 'original', 'no-expiry'],
  ])('is reported if it names nothing, and what there is opens: %s', async (query, said, instead, story) => {
    expect(await problemsOf(query)).toEqual([
      { message: expect.objectContaining({ en: expect.stringMatching(said) }), link: query, open: instead },
    ]);
    expect(open()).toBe(story);
  });
});

describe('the history', () => {
  it('has an entry for each picked story and fix, and none for a change, an undo, or the same again', async () => {
    await started('?story=no-expiry');
    change(7);
    await openStory('no-expiry', 'fix');
    useEdition.getState().undo();
    await pickStory('no-expiry', null, undefined, history);
    expect(history.list).toHaveLength(1);
    await pickStory('herd', null, undefined, history);
    await pickStory('failover', null, undefined, history);
    await pickStory('failover', 'fix', undefined, history);
    await pickStory('failover', 'fix', undefined, history);
    expect(history.list).toEqual(['?story=no-expiry', '?story=herd', '?story=failover', '?story=failover&variant=fix']);
  });

  it('keeps the word of the size through a change, an undo and another story', async () => {
    await started('?story=no-expiry&scene');
    change(7);
    await expect.poll(() => history.list.at(-1)).toBe('?scene#v1.');
    useEdition.getState().undo();
    expect(history.list).toEqual(['?scene&story=no-expiry']);
    await pickStory('herd', null, undefined, history);
    expect(history.list.at(-1)).toBe('?scene&story=herd');
  });

  it('has an entry for another size, and none for the same', async () => {
    await started('?story=no-expiry');
    chooseSize('details', history);
    chooseSize('details', history);
    expect(history.list).toEqual(['?story=no-expiry&scene', '?story=no-expiry&details']);
  });

  it('has none for a story that does not exist', async () => {
    await started('?story=no-expiry');
    expect(await pickStory('nobody', null, undefined, history)).toBe(false);
    expect(history.list).toEqual(['?story=no-expiry']);
  });

  it('opens what was open, changed as it was, and only once', async () => {
    await started('?story=no-expiry');
    change(4711);
    await expect.poll(() => history.list).toEqual(['#v1.']);
    await pickStory('herd', null, undefined, history);
    const steps = useEdition.getState().past.length;
    history.go(-1);
    await expect.poll(open).toBe('no-expiry');
    expect(seed()).toBe(4711);
    expect(useEdition.getState().past.length).toBe(steps + 1);
    history.go(1);
    await expect.poll(open).toBe('herd');
    expect(history.list.at(-1)).toBe('?story=herd');
  });

  it('opens the first story where the address names none', async () => {
    await started('');
    await pickStory('herd', null, undefined, history);
    history.go(-1);
    await expect.poll(open).toBe('pause-before-write');
  });
});
