// What a person sees of a visit to the exercises: opened, changed, reloaded.
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownWords } from '../../src/content/texts/ownExercise';
import type { PredictExercise, Prediction } from '../../src/core/model/scenario/exercise';
import { encodeExerciseText } from '../../src/course/kinds/exerciseLink';
import { exerciseFormat, exerciseVersion } from '../../src/course/kinds/shapes';
import { useExercises } from '../../src/web/learn/exerciseState';
import { showOtherwise, takePrediction } from '../../src/web/learn/prediction';
import { useProgress } from '../../src/web/learn/progress';
import { learnWords } from '../../src/web/learn/words';
import { Workshop } from '../../src/web/learn/workshop';
import { useEdition } from '../../src/web/state/edition';
import { openingScenario } from '../../src/web/state/openingScenario';
import { allExercises } from '../support/allExercises';
import { loadWorkshopPage } from '../support/drawnWorkshop';
import { committed, first, forgetVisit, optionOf, playhead, Visitor, wrongOf } from '../support/visitor';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

const words = learnWords.en;

const shown = await loadWorkshopPage();
const breaking = first('break');
const fixing = first('fix');
const predicting = first('predict');

/** Takes two hints. */
function takeHints(id: string): void {
  useProgress.getState().count(id, 'hints');
  useProgress.getState().count(id, 'hints');
}

let visitor: Visitor;

beforeEach(() => {
  visitor = new Visitor();
});

afterEach(forgetVisit);

describe('a visit', () => {
  it('opens the first exercise, or the one that the address names, with nothing to undo', async () => {
    expect((await visitor.opened()).openNow()).toBe(allExercises[0]);
    visitor.url.search = `?do=${fixing.id}`;
    const workshop = await visitor.opened();
    expect(workshop.openNow()).toBe(fixing);
    expect(committed()).toEqual(fixing.scenario);
    expect(shown().buttons).not.toContain(words.undo);
    workshop.showSolution();
    expect(shown().buttons).toContain(words.undo);
  });

  it('says which exercise nobody has, and opens the first', async () => {
    visitor.url.search = '?do=juggling';
    const workshop = await visitor.opened();
    expect(workshop.openNow()).toBe(allExercises[0]);
    expect(shown().text).toContain(words.noSuch('juggling'));
    workshop.goTo(fixing);
    expect(shown().text).not.toContain('juggling');
  });

  it('without a network says so, and goes on when they have come after all', async () => {
    let isThere = false;
    const load = async () => (isThere ? allExercises : Promise.reject(new Error('no network')));
    const workshop = new Workshop({ chapters: [load], address: visitor.address });
    await workshop.load();
    workshop.openAsked();
    // The list waits, no exercise is open, and no name is reported as unknown.
    expect(shown().text).toBe(`${words.failed('no network')} ${words.exercises}`);
    expect(workshop.chooseExercise()).toBeNull();
    isThere = true;
    await workshop.load();
    const { text } = shown();
    expect(text).not.toContain('no network');
    for (const { title } of allExercises) expect(text).toContain(title.en);
  });

  it('after a reload shows the same exercise from its beginning', async () => {
    visitor.url.search = '?lang=zh&embed';
    const workshop = await visitor.opened();
    workshop.goTo(fixing);
    expect(visitor.url.searchParams.get('lang')).toBe('zh');
    takeHints(fixing.id);
    workshop.showSolution();
    const again = await visitor.opened();
    expect(again.openNow()).toBe(fixing);
    const { text } = shown();
    for (const hint of fixing.hints.slice(0, 2)) expect(text).toContain(hint.en);
    expect(text).toContain(words.solutionShown);
    expect(committed()).toEqual(fixing.scenario);
  });
});

describe('Back and Forward', () => {
  it('lead from exercise to exercise, and keep language and answer', async () => {
    visitor.url.search = '?lang=zh';
    const workshop = await visitor.opened();
    const steps = [visitor.url.href];
    for (const exercise of [predicting, fixing]) {
      workshop.goTo(exercise);
      steps.push(visitor.url.href);
    }
    expect(visitor.history).toHaveLength(2);
    workshop.goTo(predicting);
    useExercises.setState({ chosen: wrongOf(predicting) });
    takePrediction(predicting);
    for (const [step, id] of [
      [2, fixing.id],
      [1, predicting.id],
      [0, allExercises[0]?.id],
    ] as const) {
      visitor.url = new URL(steps[step] ?? '');
      visitor.move();
      expect(workshop.openNow()?.id).toBe(id);
      if (id === predicting.id) expect(shown().text).toContain(words.noPoints);
    }
  });

  it('in a frame stay with the page around it', async () => {
    visitor.url.search = '?embed';
    const workshop = await visitor.opened();
    workshop.goTo(fixing);
    expect(visitor.history).toEqual([]);
    expect(visitor.url.searchParams.get('do')).toBe(fixing.id);
  });
});

describe('another exercise while one is under way', () => {
  it('leaves nothing of the first: no hints, no prediction, no solution, no undo', async () => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    takeHints(predicting.id);
    useExercises.setState({ chosen: wrongOf(predicting) });
    takePrediction(predicting);
    showOtherwise(predicting, predicting.options[0] as Prediction);
    workshop.open(breaking);
    expect(workshop.openNow()).toBe(breaking);
    const { text, buttons } = shown();
    // All hints are still to come; there are none where something is explained.
    expect(buttons).toContain(words.moreHints(breaking.hints.length));
    expect(text).not.toContain(words.solutionShown);
    expect(playhead().playing).toBe(false);
    expect(buttons).not.toContain(words.undo);
  });

  it('asks for its own prediction, and nothing is chosen', async () => {
    const workshop = await visitor.opened();
    const another = allExercises.findLast((exercise) => exercise.kind === 'predict') as PredictExercise;
    workshop.open(predicting);
    useExercises.setState({ chosen: wrongOf(predicting) });
    expect(shown().chosen).toEqual([optionOf(predicting, wrongOf(predicting))]);
    workshop.open(another);
    const { text, chosen } = shown();
    expect(chosen).toEqual([]);
    expect(text).toContain(words.hidden);
    expect(text).toContain(words.chooseFirst);
  });

  it('takes an attack off the screen', async () => {
    const workshop = await visitor.opened();
    workshop.open(fixing);
    workshop.showAttack({ title: fixing.title, patch: { seed: 7 } });
    expect(shown().buttons).toContain(words.back);
    workshop.open(breaking);
    expect(shown().buttons).not.toContain(words.back);
  });
});

describe('an exercise that is open', () => {
  it('is as it was given after a reset, which can be undone', async () => {
    const workshop = await visitor.opened();
    workshop.open(fixing);
    workshop.showSolution();
    const solved = committed();
    expect(solved).not.toEqual(fixing.scenario);
    workshop.reset();
    expect(committed()).toEqual(fixing.scenario);
    // An answer that was shown earns nothing, even after it is hidden.
    expect(shown().text).toContain(words.solutionShown);
    useEdition.getState().undo();
    expect(committed()).toEqual(solved);
  });
});

describe('the first task', () => {
  it('begins with a pause that harms nobody, is solved by its place alone, and starts over with it', async () => {
    const workshop = await visitor.opened();
    const begun = committed();
    expect(Object.keys(begun.faults)).toEqual(['pause']);
    workshop.showSolution();
    expect(committed()).not.toEqual(begun);
    workshop.reset();
    expect(committed()).toEqual(begun);
  });
});

describe('an exercise that somebody has made', () => {
  const written = {
    format: exerciseFormat,
    version: exerciseVersion,
    kind: 'break',
    title: 'Two at once',
    task: 'Have two clients at it.',
    scenario: openingScenario,
    goals: [{ text: 'An update is lost', goal: { outcome: ['lost'] } }],
    budget: { faults: 1, kinds: ['pause'], lengthMax: 3000 },
  };
  const text = JSON.stringify(written);
  const link = encodeExerciseText(text);

  it('opens from its link in the address, also when the link is put there later', async () => {
    visitor.url.hash = link;
    const workshop = await visitor.opened();
    expect(workshop.openNow()?.id).toMatch(/^own-/);
    workshop.open(breaking);
    visitor.move();
    await expect.poll(() => workshop.openNow()?.id).toMatch(/^own-/);
    // The list contains it once.
    expect(shown().buttons.filter((name) => name.startsWith(written.title))).toHaveLength(1);
  });

  it('from a file puts its link into the address in place of a name, so that a reload finds it', async () => {
    visitor.url.search = `?do=${breaking.id}&lang=zh`;
    const workshop = await visitor.opened();
    workshop.openText(text);
    expect(visitor.url.search).toBe('?lang=zh');
    expect(visitor.url.hash).toBe(`#${link}`);
    expect((await visitor.opened()).openNow()?.id).toMatch(/^own-/);
  });

  it('that cannot be opened says why, and leaves what is open', async () => {
    const workshop = await visitor.opened();
    workshop.open(breaking);
    const before = visitor.url.href;
    workshop.openText(JSON.stringify({ ...written, title: 7 }));
    expect(shown().text).toMatch(new RegExp(`^${ownWords.en.cannotOpen} title must be a text`));
    expect(workshop.openNow()).toBe(breaking);
    expect(visitor.url.href).toBe(before);
  });
});
