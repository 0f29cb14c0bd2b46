// A link or an embed whose run ends differently today says how it ended when it was made; an older link says only
// that the run is different.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { read } from '../../src/content/address/read';
import { encodeLink } from '../../src/core/model/links/link';
import { applyPatch } from '../../src/core/model/scenario/patch';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { openAsAsked } from '../../src/web/embed/openAsAsked';
import { currentLink, openAddress, openLinkText, useLinkState } from '../../src/web/files/address';
import { otherRunOf } from '../../src/web/files/otherRun';
import { useEdition } from '../../src/web/state/edition';
import { keepLiveRun, useLive } from '../../src/web/state/live';
import { openingScenario } from '../../src/web/state/openingScenario';
import { runs } from '../../src/web/state/run';
import { openStory } from '../../src/web/state/story';
import { askedOfEmbed } from '../support/askedOfEmbed';
import '../support/handIn';

const otherRun = () => useLinkState.getState().otherRun;
const lost = { lock: 'overlap', data: 'lost' } as const;
const refused = { lock: 'overlap', data: 'refused' } as const;

/** Test files share their stores. */
const forget = (): void => {
  useLive.setState(useLive.getInitialState(), true);
  useLinkState.setState(useLinkState.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
};

beforeEach(() => {
  forget();
  vi.stubGlobal('location', { search: '', hash: '', href: 'http://localhost/' });
});

afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

describe('a link', () => {
  it('holds both facts of its run, and opens without a word', async () => {
    await openStory('every-lease');
    const link = await currentLink();
    expect(link).toMatch(/&o=overlap\.lost&d=[0-9a-f]{8}$/);
    expect(await openLinkText(link)).toBeNull();
    expect(otherRun()).toBeNull();
  });

  it('whose run ends otherwise today tells how it ended, until the scenario is another one', async () => {
    await openLinkText(encodeLink(openingScenario, { parts, outcome: { lock: 'stuck', data: 'safe' } }));
    const { committed, commit, undo } = useEdition.getState();
    expect(otherRun()).toEqual({ scenario: committed, endedAs: 'stuck', data: 'safe' });
    commit(applyPatch(committed, { seed: 99 }));
    expect(otherRun()?.scenario).not.toBe(useEdition.getState().committed);
    undo();
    expect(otherRun()?.scenario).toBe(useEdition.getState().committed);
  });

  it('whose run differs in one fact tells it, though the outcome is the same word', async () => {
    await openStory('every-lease');
    const { committed: scenario } = useEdition.getState();
    const run = runs.get(scenario);
    expect(otherRunOf(run, { outcome: lost })).toBeNull();
    expect(otherRunOf(run, { outcome: { lock: 'held', data: 'lost' } })).toEqual({
      scenario,
      endedAs: 'lost',
      data: 'lost',
    });
    expect(otherRunOf(run, { outcome: refused })).toEqual({ scenario, endedAs: 'overlap', data: 'refused' });
  });

  it('whose run ends as it did says nothing, though its events are others', async () => {
    await openStory('every-lease');
    const { committed: scenario } = useEdition.getState();
    expect(await openLinkText(encodeLink(scenario, { parts, outcome: lost, digest: '00000000' }))).toBeNull();
    expect(otherRun()).toBeNull();
  });

  it('with a digest alone says that it is another run; without one it says nothing', async () => {
    await openLinkText(encodeLink(openingScenario, { parts, digest: '00000000' }));
    expect(otherRun()).toMatchObject({ endedAs: null });
    await openLinkText(encodeLink(openingScenario, { parts }));
    expect(otherRun()).toBeNull();
  });

  it('of a run on real Redis holds no outcome, because it opens in the simulation', async () => {
    await openStory('every-lease');
    const { committed, storyId, variantId } = useEdition.getState();
    const run = runs.get(committed);
    useLive.setState({ isOn: true });
    keepLiveRun({ id: 'live', requestedScenario: committed, storyId, variantId, run, state: 'ended', file: null });
    const link = await currentLink();
    expect(link).not.toContain('&o=');
    expect(link).toMatch(/&d=[0-9a-f]{8}$/);
  });
});

it('a page that does not play a run to its end compares nothing', () => {
  const run = runScenario(openingScenario, parts, 20);
  expect(otherRunOf(run, { outcome: refused, digest: '00000000' })).toBeNull();
});

describe('an embed', () => {
  async function opened(query: string): Promise<void> {
    const search = new URLSearchParams(query);
    const { parameters, problems } = askedOfEmbed(search);
    expect(problems).toEqual([]);
    await openAddress(read(`?${search}`).run);
    expect(await openAsAsked(parameters)).toEqual([]);
  }

  it('tells how the run of its story ended when the code was made', async () => {
    await opened('story=every-lease&outcome=held.safe');
    await expect.poll(otherRun).toEqual({ scenario: useEdition.getState().committed, endedAs: 'held', data: 'safe' });
  });

  it('compares the run with the check that it asks for', async () => {
    await opened('story=failover&storage=version&outcome=stuck.lost');
    await expect.poll(otherRun).toEqual({ scenario: useEdition.getState().committed, endedAs: 'lost', data: 'lost' });
    expect(useEdition.getState().committed.storage.id).toBe('version');
  });

  it('says nothing where it ends the same', async () => {
    await opened('story=every-lease&outcome=overlap.lost');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(otherRun()).toBeNull();
  });

  it.each(['overlap.gone', 'lost-update', '<img src=x onerror=alert(1)>', 'constructor.toString', ''])(
    'names an outcome that it does not know, and compares nothing: %j',
    async (outcome) => {
      const { parameters, problems } = askedOfEmbed(new URLSearchParams({ story: 'every-lease', outcome }));
      expect(problems.map(({ en }) => en)).toEqual([expect.stringContaining('outcome')]);
      await openAddress(read('?story=every-lease').run);
      expect(await openAsAsked(parameters)).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(otherRun()).toBeNull();
    },
  );
});
