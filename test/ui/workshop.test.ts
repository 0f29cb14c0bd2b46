// The exercises of a visit, with an address of our own instead of the browser's: opened, changed, reloaded.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chapters } from '../../src/exercises';
import { nextOf } from '../../src/exercises/way';
import { encodeExerciseText } from '../../src/kinds/exerciseLink';
import { exerciseFormat, exerciseVersion } from '../../src/kinds/shapes';
import type { Exercise, PredictExercise, Prediction } from '../../src/model/exercise';
import { parts } from '../../src/run/parts';
import { runScenario } from '../../src/run/runScenario';
import { isDone, parseProgress, progressAsText, useProgress } from '../../src/ui/learn/progress';
import { Workshop } from '../../src/ui/learn/workshop';
import type { Address } from '../../src/ui/state/browserAddress';
import { useCursor } from '../../src/ui/state/cursor';
import { useEdition } from '../../src/ui/state/edition';
import { openingScenario } from '../../src/ui/state/openingScenario';
import '../support/handIn';

let all: readonly Exercise[] = [];
let breaking: Exercise;
let fixing: Exercise;
let predicting: PredictExercise;

/** The address, and the callbacks for another hash. */
let url = new URL('http://localhost/learn/');
let heard: (() => void)[] = [];
/** The entries that the page has made. */
let history: string[] = [];

const address: Address = {
  page: () => `${url.origin}${url.pathname}`,
  search: () => url.search,
  hash: () => url.hash,
  replace: (to) => {
    url = new URL(to, url);
  },
  push: (to) => {
    url = new URL(to, url);
    history.push(url.href);
  },
  onHash: (hear) => heard.push(hear),
  onMove: (hear) => heard.push(hear),
};

/** Does what a page does when it is opened or reloaded. */
async function opened(): Promise<Workshop> {
  heard = [];
  history = [];
  const workshop = new Workshop({ load: async () => all, address });
  await workshop.load();
  workshop.openAsked();
  return workshop;
}

const wrongOf = ({ options, solution }: PredictExercise): string => options.find(({ id }) => id !== solution)?.id ?? '';

const committed = () => useEdition.getState().committed;

function first<K extends Exercise['kind']>(kind: K): Extract<Exercise, { kind: K }> {
  const found = all.find((exercise): exercise is Extract<Exercise, { kind: K }> => exercise.kind === kind);
  if (found === undefined) throw new Error(`There is no exercise of the kind ${kind}.`);
  return found;
}

beforeAll(async () => {
  const loaded = await Promise.all(chapters.map(({ load }) => load()));
  all = loaded.flat();
  breaking = first('break');
  fixing = first('fix');
  predicting = first('predict');
});

beforeEach(() => {
  url = new URL('http://localhost/learn/');
});

/** Test files share their stores. */
afterEach(() => {
  useProgress.setState(useProgress.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
});

describe('a visit', () => {
  it('opens the first exercise, or the one that the address names, with nothing to undo', async () => {
    expect((await opened()).openNow()).toBe(all[0]);
    url.search = `?do=${fixing.id}`;
    expect((await opened()).openNow()).toBe(fixing);
    expect(committed()).toEqual(fixing.scenario);
    expect(useEdition.getState().past).toEqual([]);
  });

  it('says which exercise nobody has, and opens the first', async () => {
    url.search = '?do=juggling';
    const workshop = await opened();
    expect(workshop.openNow()).toBe(all[0]);
    expect(workshop.store.getState().missing).toBe('juggling');
  });

  it('without a network says so, and goes on when they have come after all', async () => {
    let isThere = false;
    const load = async () => (isThere ? all : Promise.reject(new Error('no network')));
    const workshop = new Workshop({ load, address });
    await workshop.load();
    workshop.openAsked();
    expect(workshop.store.getState()).toMatchObject({ failed: 'no network', all: [], openId: null, missing: null });
    isThere = true;
    await workshop.load();
    expect(workshop.store.getState()).toMatchObject({ failed: null, all });
  });

  it('after a reload shows the same exercise from its beginning', async () => {
    url.search = '?lang=zh&embed';
    const workshop = await opened();
    workshop.goTo(fixing);
    expect(url.searchParams.get('lang')).toBe('zh');
    workshop.takeHint();
    workshop.takeHint();
    workshop.showSolution();
    const again = await opened();
    expect(again.openNow()).toBe(fixing);
    expect(again.store.getState()).toMatchObject({ hints: 2, solutionShown: true });
    expect(committed()).toEqual(fixing.scenario);
  });
});

describe('Back and Forward', () => {
  it('lead from exercise to exercise, and keep language and answer', async () => {
    url.search = '?lang=zh';
    const workshop = await opened();
    const steps = [url.href];
    for (const exercise of [predicting, fixing]) {
      workshop.goTo(exercise);
      steps.push(url.href);
    }
    expect(history).toHaveLength(2);
    workshop.goTo(predicting);
    workshop.store.setState({ chosen: wrongOf(predicting) });
    workshop.prediction.take(predicting);
    for (const [step, id] of [
      [2, fixing.id],
      [1, predicting.id],
      [0, all[0]?.id],
    ] as const) {
      url = new URL(steps[step] ?? '');
      for (const hear of heard) hear();
      expect(workshop.openNow()?.id).toBe(id);
      if (id === predicting.id) expect(workshop.store.getState()).toMatchObject({ stage: 'told' });
    }
  });

  it('in a frame stay with the page around it', async () => {
    url.search = '?embed';
    const workshop = await opened();
    workshop.goTo(fixing);
    expect(history).toEqual([]);
    expect(url.searchParams.get('do')).toBe(fixing.id);
  });
});

describe('another exercise while one is under way', () => {
  it('leaves nothing of the first: no hints, no prediction, no attack, no solution, no undo', async () => {
    const workshop = await opened();
    workshop.open(predicting);
    workshop.store.setState({ hints: 2, chosen: wrongOf(predicting) });
    workshop.prediction.take(predicting);
    workshop.prediction.showOtherwise(predicting, predicting.options[0] as Prediction);
    workshop.open(breaking);
    expect(workshop.store.getState()).toMatchObject({
      openId: breaking.id,
      hints: 0,
      chosen: null,
      stage: 'asked',
      attack: null,
      solutionShown: false,
    });
    expect(useCursor.getState().playing).toBe(false);
    expect(useEdition.getState().past).toEqual([]);
  });
});

describe('an exercise that is open', () => {
  it('is as it was given after a reset, which can be undone', async () => {
    const workshop = await opened();
    workshop.open(fixing);
    workshop.showSolution();
    const solved = committed();
    expect(solved).not.toEqual(fixing.scenario);
    workshop.reset();
    expect(committed()).toEqual(fixing.scenario);
    // What was shown earns nothing, also after it is gone.
    expect(workshop.store.getState().solutionShown).toBe(true);
    useEdition.getState().undo();
    expect(committed()).toEqual(solved);
  });
});

describe('the first task', () => {
  it('begins with a pause that harms nobody, is solved by its place alone, and starts over with it', async () => {
    const workshop = await opened();
    const begun = committed();
    expect(Object.keys(begun.faults)).toEqual(['pause']);
    workshop.showSolution();
    expect(committed()).not.toEqual(begun);
    workshop.reset();
    expect(committed()).toEqual(begun);
  });
});

describe('a prediction', () => {
  const points = () => useProgress.getState().solved[predicting.id]?.points;
  /** Chooses and answers. */
  const answered = (workshop: Workshop, chosen: string): void => {
    workshop.store.setState({ chosen });
    workshop.prediction.take(predicting);
  };
  /** As the frames of a page would, to the end. */
  const playOn = (): void => {
    const { setAt } = useCursor.getState();
    for (let at = 0; at <= 8_000_000 && useCursor.getState().playing; at += 100_000) setAt(at);
  };

  it('plays the hidden run to where it is decided, stops there, and then tells why', async () => {
    const workshop = await opened();
    const nap = all.find(({ id }) => id === 'the-nap') as PredictExercise;
    workshop.open(nap);
    workshop.store.setState({ chosen: 'notices' });
    workshop.prediction.take(nap);
    expect(workshop.store.getState().stage).toBe('playing');
    expect(useCursor.getState()).toMatchObject({ at: 0, playing: true });
    playOn();
    expect(workshop.store.getState().stage).toBe('told');
    const { verdict, trace } = runScenario(nap.scenario, parts);
    const lost = verdict.facts.find(({ kind }) => kind === 'lost-update');
    expect(useCursor.getState()).toMatchObject({ at: trace.at[lost?.to ?? -1], playing: false });
  });

  it('counts once: not when it is answered again, not after a reload, not when it is opened anew', async () => {
    const workshop = await opened();
    workshop.open(predicting);
    answered(workshop, wrongOf(predicting));
    expect(points()).toBeUndefined();
    answered(workshop, predicting.solution);
    for (const again of [workshop, await opened()]) {
      again.open(predicting);
      expect(again.store.getState()).toMatchObject({ stage: 'told', chosen: wrongOf(predicting) });
      answered(again, predicting.solution);
      expect(points()).toBeUndefined();
    }
  });

  it('counts once also where a second tab still asks', async () => {
    const workshop = await opened();
    workshop.open(predicting);
    // The other tab answers wrongly meanwhile.
    expect(useProgress.getState().answer(predicting.id, { answer: wrongOf(predicting) })).toBe(true);
    answered(workshop, predicting.solution);
    expect(points()).toBeUndefined();
    expect(useProgress.getState().answers[predicting.id]).toEqual({ answer: wrongOf(predicting) });
  });

  it('is worth three points, or two with a hint', async () => {
    const workshop = await opened();
    for (const hints of [0, 1]) {
      useProgress.setState(useProgress.getInitialState(), true);
      workshop.open(predicting);
      workshop.store.setState({ hints });
      answered(workshop, predicting.solution);
      expect(points()).toBe(3 - hints);
    }
  });

  it('earns nothing once the answer has been shown, also after a reload', async () => {
    const workshop = await opened();
    workshop.open(predicting);
    workshop.showSolution();
    expect(workshop.store.getState()).toMatchObject({ stage: 'playing', chosen: predicting.solution });
    const again = await opened();
    again.open(predicting);
    expect(again.store.getState()).toMatchObject({ stage: 'told', solutionShown: true });
    answered(again, predicting.solution);
    expect(points()).toBeUndefined();
  });

  it('that was wrong is behind somebody: the way goes on, until it is forgotten', async () => {
    const workshop = await opened();
    const next = () => nextOf(all, (id) => isDone(useProgress.getState(), id), null)?.id;
    useProgress.setState({
      solved: { 'drag-a-pause': { points: 3, hints: 0 }, 'name-the-marks': { points: 3, hints: 0 } },
    });
    expect(next()).toBe(predicting.id);
    workshop.open(predicting);
    answered(workshop, wrongOf(predicting));
    expect(points()).toBeUndefined();
    expect(next()).not.toBe(predicting.id);
    workshop.beginAnew();
    expect(next()).toBe(predicting.id);
  });

  it.each([
    ['wrong', 0],
    ['right', 3],
  ])('that was %s may be answered anew, which neither earns nor takes points', async (first, earned) => {
    const workshop = await opened();
    workshop.open(predicting);
    answered(workshop, first === 'right' ? predicting.solution : wrongOf(predicting));
    for (const anew of [1, 2]) {
      workshop.beginAnew();
      expect(workshop.store.getState()).toMatchObject({ stage: 'asked', chosen: null });
      answered(workshop, predicting.solution);
      expect(points() ?? 0).toBe(earned);
      expect(useProgress.getState().answers[predicting.id]).toEqual({ answer: predicting.solution, anew });
      expect(isDone(useProgress.getState(), predicting.id)).toBe(true);
    }
  });

  it('whose exercise was forgotten in another tab earns nothing there either', async () => {
    const workshop = await opened();
    workshop.open(predicting);
    useProgress.getState().answer(predicting.id, { answer: wrongOf(predicting) });
    useProgress.getState().forget(predicting.id);
    answered(workshop, predicting.solution);
    expect(points()).toBeUndefined();
  });

  it('that was solved before first answers were kept is not paid for again', async () => {
    useProgress.setState({ solved: { [predicting.id]: { points: 1, hints: 1 } } });
    const workshop = await opened();
    workshop.open(predicting);
    answered(workshop, predicting.solution);
    expect(points()).toBe(1);
  });

  it('stays when the run is reset, which brings the given run back', async () => {
    const workshop = await opened();
    workshop.open(predicting);
    answered(workshop, wrongOf(predicting));
    workshop.prediction.tell();
    workshop.prediction.showOtherwise(
      predicting,
      predicting.options.find(({ rightWhen }) => rightWhen !== undefined) as Prediction,
    );
    expect(committed()).not.toEqual(predicting.scenario);
    workshop.reset();
    expect(committed()).toEqual(predicting.scenario);
    expect(workshop.store.getState()).toMatchObject({ stage: 'told', chosen: wrongOf(predicting) });
  });

  it('travels with the progress; a file from before has none', () => {
    const progress = { solved: {}, answers: { [predicting.id]: { answer: 'waits', anew: 2 } } };
    expect(parseProgress(progressAsText(progress))).toEqual({ ok: true, progress });
    const before = JSON.stringify({ kind: 'redlock-playground-progress', version: 1, solved: {} });
    expect(parseProgress(before)).toEqual({ ok: true, progress: { solved: {}, answers: {} } });
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
    goals: [{ text: 'An update is lost', goal: { outcome: ['lost-update'] } }],
    budget: { faults: 1, kinds: ['pause'], lengthMax: 3000 },
  };
  const text = JSON.stringify(written);
  const link = encodeExerciseText(text);

  it('opens from its link in the address, also when the link is put there later', async () => {
    url.hash = link;
    const workshop = await opened();
    expect(workshop.openNow()?.id).toMatch(/^own-/);
    workshop.open(breaking);
    for (const hear of heard) hear();
    await expect.poll(() => workshop.openNow()?.id).toMatch(/^own-/);
    expect(workshop.store.getState().own.map(({ id }) => id)).toEqual([expect.stringMatching(/^own-/)]);
  });

  it('from a file puts its link into the address in place of a name, so that a reload finds it', async () => {
    url.search = `?do=${breaking.id}&lang=zh`;
    const workshop = await opened();
    workshop.openText(text);
    expect(url.search).toBe('?lang=zh');
    expect(url.hash).toBe(`#${link}`);
    expect((await opened()).openNow()?.id).toMatch(/^own-/);
  });

  it('that cannot be opened says why, and leaves what is open', async () => {
    const workshop = await opened();
    workshop.open(breaking);
    const before = url.href;
    workshop.openText(JSON.stringify({ ...written, title: 7 }));
    expect(workshop.store.getState().problems.length).toBeGreaterThan(0);
    expect(workshop.openNow()).toBe(breaking);
    expect(url.href).toBe(before);
  });
});
