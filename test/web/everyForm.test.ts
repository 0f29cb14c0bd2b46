// Every form of link and embed code opens, with the code that a page uses.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { embed, parametersOf, withMissing } from '../../src/content/address/embed';
import { matrix } from '../../src/content/address/matrix';
import { network } from '../../src/content/address/network';
import { own } from '../../src/content/address/own';
import { read } from '../../src/content/address/read';
import { tableProblems } from '../../src/content/address/tableProblems';
import { networkWords } from '../../src/content/texts/network';
import { applyPatch } from '../../src/core/model/scenario/patch';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { publishedScenario } from '../../src/core/model/scenario/story';
import { chapters } from '../../src/course/exercises';
import { readTableAddress } from '../../src/search/matrix/tableAddress';
import { openAsAsked } from '../../src/web/embed/openAsAsked';
import { openAddress, useLinkState } from '../../src/web/files/address';
import { useExercises } from '../../src/web/learn/exerciseState';
import { Workshop } from '../../src/web/learn/workshop';
import { tableNames } from '../../src/web/matrix/known';
import { openLevel } from '../../src/web/network/openLevel';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { fetchStory } from '../../src/web/state/story';
import {
  embeds,
  exercises,
  links,
  networkAddresses,
  type Opens,
  ownAddresses,
  tableAddresses,
  tableEmbeds,
} from '../support/everyForm';
import { addressIn } from '../support/postCode';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

const site = 'https://play.example/';

async function expected({ story: id, variant: letter, changed = {}, scenario }: Opens): Promise<Scenario> {
  if (scenario !== undefined) return scenario;
  const story = await fetchStory(id ?? '');
  if (story === null) throw new Error(`There is no story ${id}.`);
  const variant = story.variants.find((one) => one.id === letter);
  if (letter !== undefined && variant === undefined) throw new Error(`There is no variant ${letter}.`);
  return applyPatch(publishedScenario(story, variant ?? null), changed);
}

async function expectOpen(opens: Opens): Promise<void> {
  const { committed, storyId, variantId } = useEdition.getState();
  expect(useLinkState.getState().problem).toBeNull();
  expect({ storyId, variantId }).toEqual({ storyId: opens.story, variantId: opens.variant ?? null });
  const scenario = await expected(opens);
  expect(committed).toEqual(scenario);
  expect(Object.keys(committed.faults)).toEqual(Object.keys(scenario.faults));
}

beforeEach(() => {
  vi.stubGlobal('location', { search: '', hash: '', href: site });
});

/** Test files share their stores. */
afterEach(() => {
  useLinkState.setState(useLinkState.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
  vi.unstubAllGlobals();
});

describe('in the page opens', () => {
  test.each(links)('%s: %s', async (_form, given, opens) => {
    const { run, size, at } = read(new URL(given, site).href);
    expect({ size, at }).toEqual({ size: opens.size ?? null, at: opens.at ?? null });
    expect(await openAddress(run)).toBeNull();
    await expectOpen(opens);
  });
});

async function expectFrameOpens({ pathname, href }: URL, opens: Opens): Promise<void> {
  expect(read(href, embed).problems).toEqual([]);
  // The page of a story names it in its head.
  const ofPage = /^\/embed\/(?:zh\/)?([a-z0-9-]+)\/$/.exec(pathname)?.[1];
  const named = ofPage === undefined || ofPage === 'zh' ? {} : { story: ofPage };
  const asked = read(withMissing(named, href), embed);
  expect(await openAddress(asked.run)).toBeNull();
  expect(await openAsAsked(parametersOf(asked))).toEqual([]);
  await expectOpen(opens);
}

describe('in a post opens', () => {
  test.each(embeds)('%s: %s', async (_form, code, opens) => {
    await expectFrameOpens(addressIn(code, site), opens);
  });
});

describe('in the workshop opens', () => {
  const kept = readFileSync(new URL('../core/model/exerciseLink.v1.txt', import.meta.url), 'utf8').trim();

  test.each(exercises)('%s: %s', async (_form, given, title) => {
    const url = new URL(given.replace('x=v1…', kept), `${site}learn/`);
    const workshop = new Workshop({
      chapters: chapters.map(({ load }) => load),
      address: {
        page: () => `${url.origin}${url.pathname}`,
        search: () => url.search,
        hash: () => url.hash,
        replace: () => {},
        push: () => undefined,
        onMove: () => undefined,
        onHash: () => {},
      },
    });
    await workshop.load();
    workshop.openAsked();
    expect(useExercises.getState()).toMatchObject({ problems: [], missing: null });
    expect(workshop.openNow()?.title.en).toBe(title);
  });
});

test.each(networkAddresses)('of “You are the network” opens %s: %s', async (_form, given, title) => {
  const { run, language } = read(given, network);
  const level = run.kind === 'level' ? (await openLevel(run.words)).level : null;
  const list = { en: networkWords.en.levels, zh: networkWords.zh.levels };
  expect((level?.title ?? list)[language ?? 'en']).toBe(title);
});

test.each(ownAddresses)('of a lock of one’s own opens %s: %s', (_form, given, kind) => {
  expect(read(new URL(given, site).href, own).run.kind).toBe(kind);
});

describe('of the table opens', () => {
  test.each(tableAddresses)('%s: %s', (_form, address, names) => {
    const { run } = read(address, matrix);
    expect(run).toMatchObject({ kind: 'cell' });
    expect(readTableAddress(run.kind === 'cell' ? run.words : '', tableNames)).toEqual(names);
  });

  test.each(tableEmbeds)('%s, in a post: %s', (_form, code, address) => {
    const given = addressIn(code, site);
    const { run } = read(given.href, embed);
    expect(run).toMatchObject({ kind: 'cell' });
    expect(readTableAddress(run.kind === 'cell' ? run.words : '', tableNames)).toEqual(
      readTableAddress(address, tableNames),
    );
    expect(tableProblems(given.href, false)).toEqual([]);
  });
});
