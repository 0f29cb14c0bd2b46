/** A prediction on paper. */
import type { PredictExercise } from '../../../core/model/exercise';
import type { Sheet } from './sheet';

export const predictSheet: Sheet<PredictExercise> = {
  height: 460,
  isCovered: true,
  lists: ({ options }, { words, text }) => [
    { title: words.answers, items: options.map((option) => text(option.text)) },
  ],
  solution: ({ options, solution }, { text }) =>
    options.filter(({ id }) => id === solution).map((option) => text(option.text)),
};
