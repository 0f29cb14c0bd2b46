/** What the page of the workshop shows of a visit: its notices, its list, the open exercise, and its cover. */
import { createElement, Fragment } from 'react';
import { runs } from '../../src/web/state/run';
import { type Drawn, draw, loadViews } from './drawn';

type ShowWorkshop = () => Drawn;

export async function loadWorkshopPage(): Promise<ShowWorkshop> {
  const [{ Notices }, { ChapterList }, { ExerciseCard }, { viewOf }, { openOf, useExercises }] = await loadViews(() =>
    Promise.all([
      import('../../src/web/learn/Notices'),
      import('../../src/web/learn/ChapterList'),
      import('../../src/web/learn/ExerciseCard'),
      import('../../src/web/learn/kinds'),
      import('../../src/web/learn/exerciseState'),
    ]),
  );
  return () =>
    draw(() => {
      const exercise = openOf(useExercises.getState());
      // A view makes it play as soon as it is drawn.
      if (exercise?.kind === 'predict') runs.getInBackground(exercise.scenario);
      return createElement(
        Fragment,
        null,
        createElement(Notices),
        createElement(ChapterList),
        exercise && viewOf(exercise).instead?.(exercise, useExercises.getState()),
        exercise && createElement(ExerciseCard, { exercise, sheet: null }),
      );
    });
}
