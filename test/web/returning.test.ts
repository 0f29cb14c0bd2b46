// Somebody comes back to the exercises, with an address of our own instead of the browser's: what is remembered.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Exercise, NameExercise } from '../../src/core/model/scenario/exercise';
import { chapters } from '../../src/course/exercises';
import { nextOf } from '../../src/course/exercises/way';
import { useExercises } from '../../src/web/learn/exerciseState';
import { checkNames } from '../../src/web/learn/names';
import { parseProgress, progressAsText, useProgress } from '../../src/web/learn/progress';
import { Workshop } from '../../src/web/learn/workshop';
import { useEdition } from '../../src/web/state/edition';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

let all: readonly Exercise[] = [];
let fixing: Exercise;
let url = new URL('http://localhost/learn/');
let heard: (() => void)[] = [];

/** Does what a page does when it is opened or reloaded. */
async function opened(): Promise<Workshop> {
  heard = [];
  const to = (next: string): void => {
    url = new URL(next, url);
  };
  const workshop = new Workshop({
    chapters: [async () => all],
    address: {
      page: () => `${url.origin}${url.pathname}`,
      search: () => url.search,
      hash: () => url.hash,
      replace: to,
      push: to,
      onHash: (hear) => heard.push(hear),
      onMove: (hear) => heard.push(hear),
    },
  });
  await workshop.load();
  workshop.openAsked();
  return workshop;
}

beforeAll(async () => {
  const loaded = await Promise.all(chapters.map(({ load }) => load()));
  all = loaded.flat();
  fixing = all.find(({ kind }) => kind === 'fix') as Exercise;
});

beforeEach(() => {
  url = new URL('http://localhost/learn/');
});

afterEach(() => {
  useProgress.setState(useProgress.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
});

test('it opens the next one on the way for somebody who has been here, and Back leads to it', async () => {
  const begun = (await opened()).openNow();
  const [first] = all;
  useProgress.getState().earn(first?.id ?? '', 0);
  const again = await opened();
  const next = nextOf(all, (id) => id === first?.id, null);
  expect(again.openNow()).toBe(next);
  expect(next).not.toBe(begun);
  const bare = url.href;
  useProgress.getState().earn(next?.id ?? '', 0);
  again.goTo(fixing);
  url = new URL(bare);
  for (const hear of heard) hear();
  expect(again.openNow()).toBe(next);
});

test('it remembers hints, wrong names and a solution that was shown, until they are forgotten', async () => {
  const workshop = await opened();
  const naming = all.find(({ kind }) => kind === 'name') as NameExercise;
  workshop.open(naming);
  useProgress.getState().count(naming.id, 'hints');
  expect(checkNames(naming, {})).toBe(false);
  workshop.open(fixing);
  workshop.showSolution();
  const again = await opened();
  again.open(naming);
  again.open(fixing);
  const read = parseProgress(progressAsText(useProgress.getState()));
  expect(read.ok && read.progress.answers).toEqual({
    [naming.id]: { hints: 1, misses: 1 },
    [fixing.id]: { shown: true },
  });
  again.beginAnew();
  expect(useProgress.getState().answers[fixing.id]).toEqual({ anew: 1 });
});
