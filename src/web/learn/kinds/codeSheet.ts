/** A lock to write, on paper: its code, the attacks to survive, and the answers to the questions. */

import { own as english } from '../../../content/texts/en/own';
import { own as chinese } from '../../../content/texts/zh/own';
import { attackIds } from '../../../core/model/attackId';
import type { CodeExercise } from '../../../core/model/exercise';
import type { Both } from '../../../core/model/text';
import { wantedIn } from '../../../sandbox/own/attempt';
import { element } from '../paper';
import type { Sheet } from './sheet';

const words: Both<typeof english> = { en: english, zh: chinese };

export const codeSheet: Sheet<CodeExercise> = {
  isCode: true,
  instead: ({ code }) => element('pre', code),
  lists(exercise, { words: { goals }, text }) {
    const { names } = text(words).attackFates;
    const wanted = { title: goals, items: wantedIn(exercise).map((id) => names[id]) };
    const { asks } = exercise;
    if (asks === undefined) return [wanted];
    return [wanted, { title: text(asks.question), items: attackIds.map((id) => names[id]) }];
  },
  solution: ({ solution }) => [solution],
};
