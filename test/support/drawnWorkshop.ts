/** What the page of the workshop shows of a visit: its notices, its list, the open exercise, and its cover. */
import { createElement, Fragment } from 'react';
import type { Workshop } from '../../src/web/learn/workshop';
import { runs } from '../../src/web/state/run';
import { type Drawn, draw, loadViews } from './drawn';

type ShowWorkshop = (workshop: Workshop) => Drawn;

export async function loadWorkshopPage(): Promise<ShowWorkshop> {
  const [{ Notices }, { ChapterList }, { ExerciseCard }, { viewOf }, { useExercises }] = await loadViews(() =>
    Promise.all([
      import('../../src/web/learn/Notices'),
      import('../../src/web/learn/ChapterList'),
      import('../../src/web/learn/ExerciseCard'),
      import('../../src/web/learn/kinds'),
      import('../../src/web/learn/exerciseState'),
    ]),
  );
  return ({ store }) => {
    // The views read the visit of their page.
    useExercises.setState(store.getState(), true);
    try {
      return draw(() => {
        const { all, own, openId, stage, checked } = store.getState();
        const exercise = [...all, ...own].find(({ id }) => id === openId);
        // A view makes it play as soon as it is drawn.
        if (exercise?.kind === 'predict') runs.aside(exercise.scenario);
        return createElement(
          Fragment,
          null,
          createElement(Notices),
          createElement(ChapterList),
          exercise && viewOf(exercise).instead?.(exercise, { stage, checked }),
          exercise && createElement(ExerciseCard, { exercise, sheet: null }),
        );
      });
    } finally {
      useExercises.setState(useExercises.getInitialState(), true);
    }
  };
}
