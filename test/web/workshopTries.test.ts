// What is kept of an exercise while others are opened, and what an attack on screen does not change.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Attack, BreakExercise, Exercise, FixExercise } from '../../src/core/model/scenario/exercise';
import { applyPatch } from '../../src/core/model/scenario/patch';
import { chapters } from '../../src/course/exercises';
import { beginningOf } from '../../src/course/exercises/beginning';
import { nextOf } from '../../src/course/exercises/way';
import { useExercises } from '../../src/web/learn/exerciseState';
import { isDone, useProgress } from '../../src/web/learn/progress';
import { Workshop } from '../../src/web/learn/workshop';
import type { Address } from '../../src/web/state/browserAddress';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

let all: readonly Exercise[] = [];
let breaking: BreakExercise;
let fixing: FixExercise;

const nothing = (): void => undefined;

/** A component that names nothing and keeps nothing. */
const address: Address = {
  page: () => 'http://localhost/learn/',
  search: () => '',
  hash: () => '',
  replace: nothing,
  push: nothing,
  onHash: nothing,
  onMove: nothing,
};

async function opened(): Promise<Workshop> {
  const workshop = new Workshop({ chapters: [async () => all], address });
  await workshop.load();
  workshop.openAsked();
  return workshop;
}

const committed = () => useEdition.getState().committed;

beforeAll(async () => {
  const loaded = await Promise.all(chapters.map(({ load }) => load()));
  all = loaded.flat();
  for (const exercise of [...all].reverse()) {
    if (exercise.kind === 'break') breaking = exercise;
    if (exercise.kind === 'fix') fixing = exercise;
  }
});

/** Test files share their stores. */
afterEach(() => {
  useProgress.setState(useProgress.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
});

describe('what somebody has made of an exercise', () => {
  it('is there when it is opened again, until it is reset or begun anew', async () => {
    const workshop = await opened();
    workshop.goTo(fixing);
    const made = applyPatch(fixing.scenario, fixing.nearMiss);
    useEdition.getState().commit(made);
    workshop.goTo(breaking);
    expect(committed()).toEqual(beginningOf(breaking));
    workshop.goTo(fixing);
    expect(committed()).toEqual(made);
    workshop.reset();
    expect(committed()).toEqual(fixing.scenario);
    useEdition.getState().commit(made);
    workshop.beginAnew();
    expect(committed()).toEqual(fixing.scenario);
    workshop.goTo(breaking);
    workshop.goTo(fixing);
    expect(committed()).toEqual(fixing.scenario);
  });

  it('is what was committed: an attack on screen is no part of it', async () => {
    const workshop = await opened();
    workshop.goTo(fixing);
    workshop.showAttack({ title: { en: 'Another seed', zh: '另一个种子' }, patch: { seed: 99 } });
    workshop.goTo(breaking);
    workshop.goTo(fixing);
    expect(committed()).toEqual(fixing.scenario);
    expect(useEdition.getState().draft).toBeNull();
  });
});

describe('a visit of somebody who was here before', () => {
  it('goes on after the first chapter once that is done, also while it alone would be loaded', async () => {
    const loadFirst = async () => all.filter(({ chapter }) => chapter === all[0]?.chapter);
    const loadOthers = async () => all.filter(({ chapter }) => chapter !== all[0]?.chapter);
    for (const { id } of await loadFirst()) useProgress.getState().earn(id, 1);
    const workshop = new Workshop({ chapters: [loadFirst, loadOthers], address });
    await workshop.load();
    workshop.openAsked();
    expect(workshop.openNow()?.chapter).not.toBe(all[0]?.chapter);
    expect(workshop.openNow()).toBe(nextOf(all, (id) => isDone(useProgress.getState(), id), null));
  });
});

describe('an attack on screen', () => {
  const attack: Attack = { title: { en: 'Another seed', zh: '另一个种子' }, patch: { seed: 99 } };

  it('leaves the scenario as it is', async () => {
    const workshop = await opened();
    workshop.open(fixing);
    workshop.showAttack(attack);
    expect(committed()).toEqual(fixing.scenario);
    expect(useEdition.getState().draft).toEqual(applyPatch(fixing.scenario, attack.patch));
    workshop.showAttack(null);
    expect(useEdition.getState().draft).toBeNull();
  });

  it('makes room for whatever is changed, undone or dragged', async () => {
    const workshop = await opened();
    workshop.open(fixing);
    const { commit, undo, setDraft } = useEdition.getState();
    const changes = [() => commit({ ...committed(), seed: 5 }), undo, () => setDraft({ ...committed(), seed: 6 })];
    for (const change of changes) {
      workshop.showAttack(attack);
      expect(useExercises.getState().attack).toBe(attack);
      change();
      expect(useExercises.getState().attack).toBeNull();
    }
  });
});
