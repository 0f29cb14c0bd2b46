/** A lock that is to be written, on paper: its code, the attacks to survive, and the answers to what is asked. */
import { attackIds } from '../../../model/attackId';
import type { CodeExercise } from '../../../model/exercise';
import type { Both } from '../../../model/text';
import { wantedIn } from '../../../own/attempt';
import { own as english } from '../../../texts/en/own';
import { own as chinese } from '../../../texts/zh/own';
import { element } from '../paper';
import type { Sheet } from './sheet';

const words: Both<typeof english> = { en: english, zh: chinese };

export const codeSheet: Sheet<CodeExercise> = {
  isCode: true,
  instead: ({ code }) => element('pre', code),
  lists(exercise, { words: { goals }, text }) {
    const { names } = text(words).twelve;
    const wanted = { title: goals, items: wantedIn(exercise).map((id) => names[id]) };
    const { asks } = exercise;
    if (asks === undefined) return [wanted];
    return [wanted, { title: text(asks.question), items: attackIds.map((id) => names[id]) }];
  },
  solution: ({ solution }) => [solution],
};
