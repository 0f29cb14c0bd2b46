/** The locks and checks to choose from, on paper. */
import type { ChooseExercise } from '../../../core/model/exercise';
import { applyPatch } from '../../../core/model/patch';
import { checkText, lockText } from '../choiceText';
import { goalsOf, type Sheet } from './sheet';

export const chooseSheet: Sheet<ChooseExercise> = {
  height: 190,
  lists(exercise, saying) {
    const { words, text } = saying;
    return [
      goalsOf(exercise, saying),
      { title: words.chooseLock, items: exercise.locks.map((lock) => lockText(lock, text)) },
      { title: words.chooseCheck, items: exercise.storages.map((storage) => checkText(storage, text)) },
    ];
  },
  solution({ scenario, solution }, { text }) {
    const { lock, storage } = applyPatch(scenario, solution);
    return [lockText(lock, text), checkText(storage, text)];
  },
};
