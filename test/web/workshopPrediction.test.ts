// What a person sees of a prediction: it is made, its run plays, the reason is explained, and it earns points once.
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PredictExercise, Prediction } from '../../src/core/model/scenario/exercise';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { useExercises } from '../../src/web/learn/exerciseState';
import { reportPrediction, showOtherwise, takePrediction } from '../../src/web/learn/prediction';
import { parseProgress, progressAsText, useProgress } from '../../src/web/learn/progress';
import { learnWords } from '../../src/web/learn/words';
import { useCursor } from '../../src/web/state/cursor';
import { allExercises } from '../support/allExercises';
import { loadWorkshopPage } from '../support/drawnWorkshop';
import { committed, first, forgetVisit, optionOf, playhead, Visitor, wrongOf } from '../support/visitor';
import '../support/handIn';

/** Test files share their stores. */
afterAll(() => useExercises.setState(useExercises.getInitialState(), true));

const words = learnWords.en;

const shown = await loadWorkshopPage();
const predicting = first('predict');

let visitor: Visitor;

beforeEach(() => {
  visitor = new Visitor();
});

afterEach(forgetVisit);

describe('a prediction', () => {
  /** In the form of the list of exercises. */
  const points = () => {
    const { text } = shown();
    return [1, 2, 3].find((count) => text.includes(`${words.solved}, ${words.points(count)} ${predicting.title.en}`));
  };
  /** What the progress file stores about it. */
  const saved = () => {
    const file = parseProgress(progressAsText(useProgress.getState()));
    return file.ok ? file.progress.answers[predicting.id] : file;
  };
  /** Whether the list of exercises shows it as done, with points or without. */
  const isBehind = () => points() !== undefined || shown().text.includes(`${words.behind} ${predicting.title.en}`);
  const yours = (id: string) => words.yours(optionOf(predicting, id));
  /** Chooses and answers. */
  const answered = (chosen: string): void => {
    useExercises.setState({ chosen: chosen });
    takePrediction(predicting);
  };
  /** To the end, as the frames of a page would. */
  const playOn = (): void => {
    const { setAt } = useCursor.getState();
    for (let at = 0; at <= 8_000_000 && useCursor.getState().playing; at += 100_000) setAt(at);
  };

  it('plays the hidden run to where it is decided, stops there, and then tells why', async () => {
    const workshop = await visitor.opened();
    const nap = allExercises.find(({ id }) => id === 'the-nap') as PredictExercise;
    workshop.open(nap);
    useExercises.setState({ chosen: 'notices' });
    expect(shown().text).toContain(words.hidden);
    takePrediction(nap);
    expect(shown().text).toContain(words.playing);
    expect(shown().text).not.toContain(words.hidden);
    expect(playhead()).toEqual({ at: 0, playing: true });
    playOn();
    expect(shown().text).toContain(words.yours(optionOf(nap, 'notices')));
    expect(shown().text).not.toContain(words.playing);
    const { verdict, trace } = runScenario(nap.scenario, parts);
    const lost = verdict.facts.find(({ kind }) => kind === 'lost-update');
    expect(playhead()).toEqual({ at: trace.at[lost?.to ?? -1], playing: false });
  });

  it('counts once: not when it is answered again, not after a reload, not when it is opened anew', async () => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    answered(wrongOf(predicting));
    expect(points()).toBeUndefined();
    answered(predicting.solution);
    for (const again of [workshop, await visitor.opened()]) {
      again.open(predicting);
      expect(shown().text).toContain(yours(wrongOf(predicting)));
      expect(shown().buttons).not.toContain(words.see);
      answered(predicting.solution);
      expect(points()).toBeUndefined();
    }
  });

  it('counts once also where a second tab still asks', async () => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    // The other tab answers wrongly meanwhile.
    expect(useProgress.getState().answer(predicting.id, { answer: wrongOf(predicting) })).toBe(true);
    answered(predicting.solution);
    expect(points()).toBeUndefined();
    expect(saved()).toEqual({ answer: wrongOf(predicting) });
  });

  it('is worth three points, or two with a hint', async () => {
    const workshop = await visitor.opened();
    for (const hints of [0, 1]) {
      useProgress.setState(useProgress.getInitialState(), true);
      workshop.open(predicting);
      if (hints > 0) useProgress.getState().count(predicting.id, 'hints');
      answered(predicting.solution);
      expect(points()).toBe(3 - hints);
    }
  });

  it('earns nothing once the answer has been shown, also after a reload', async () => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    workshop.showSolution();
    expect(shown().text).toContain(words.playing);
    expect(shown().chosen).toEqual([optionOf(predicting, predicting.solution)]);
    const again = await visitor.opened();
    again.open(predicting);
    expect(shown().text).toContain(words.answerShown);
    answered(predicting.solution);
    expect(points()).toBeUndefined();
  });

  it('that was wrong is behind somebody: the way goes on, until it is forgotten', async () => {
    const workshop = await visitor.opened();
    const next = () => allExercises.find(({ title }) => shown().text.includes(`${title.en} ${words.nextHere}`))?.id;
    const solved = { 'drag-a-pause': { points: 3, hints: 0 }, 'name-the-marks': { points: 3, hints: 0 } };
    workshop.openText(progressAsText({ solved, answers: {} }));
    expect(next()).toBe(predicting.id);
    workshop.open(predicting);
    answered(wrongOf(predicting));
    expect(points()).toBeUndefined();
    expect(next()).not.toBe(predicting.id);
    workshop.beginAnew();
    expect(next()).toBe(predicting.id);
  });

  it.each([
    ['wrong', 0],
    ['right', 3],
  ])('that was %s may be answered anew, which neither earns nor takes points', async (first, earned) => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    answered(first === 'right' ? predicting.solution : wrongOf(predicting));
    for (const anew of [1, 2]) {
      workshop.beginAnew();
      expect(shown().text).toContain(words.chooseFirst);
      expect(shown().chosen).toEqual([]);
      answered(predicting.solution);
      expect(points() ?? 0).toBe(earned);
      expect(saved()).toEqual({ answer: predicting.solution, anew });
      expect(isBehind()).toBe(true);
    }
  });

  it('whose exercise was forgotten in another tab earns nothing there either', async () => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    useProgress.getState().answer(predicting.id, { answer: wrongOf(predicting) });
    useProgress.getState().forget(predicting.id);
    answered(predicting.solution);
    expect(points()).toBeUndefined();
  });

  it('that was solved before first answers were kept is not paid for again', async () => {
    const workshop = await visitor.opened();
    workshop.openText(progressAsText({ solved: { [predicting.id]: { points: 1, hints: 1 } }, answers: {} }));
    workshop.open(predicting);
    answered(predicting.solution);
    expect(points()).toBe(1);
  });

  it('stays when the run is reset, which brings the given run back', async () => {
    const workshop = await visitor.opened();
    workshop.open(predicting);
    answered(wrongOf(predicting));
    reportPrediction();
    showOtherwise(predicting, predicting.options.find(({ rightWhen }) => rightWhen !== undefined) as Prediction);
    expect(committed()).not.toEqual(predicting.scenario);
    workshop.reset();
    expect(committed()).toEqual(predicting.scenario);
    expect(shown().text).toContain(yours(wrongOf(predicting)));
  });

  it('travels with the progress', () => {
    const progress = { solved: {}, answers: { [predicting.id]: { answer: 'waits', anew: 2 } } };
    expect(parseProgress(progressAsText(progress))).toEqual({ ok: true, progress });
  });
});
