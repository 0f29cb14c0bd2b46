/** What stands on the sheet of an exercise in which a lock is written: the attacks to survive, and the answers to what is asked. */
import { attackIds } from '../../../model/attackId';
import type { CodeExercise } from '../../../model/exercise';
import type { Both, Text } from '../../../model/text';
import { wantedIn } from '../../../own/attempt';
import { own as english } from '../../../texts/en/own';
import { own as chinese } from '../../../texts/zh/own';

const words: Both<typeof english> = { en: english, zh: chinese };

interface List {
  readonly title: string;
  readonly items: readonly string[];
}

export function codeLists(exercise: CodeExercise, { goals, language, text }: Printing): readonly List[] {
  const { names } = words[language].twelve;
  const wanted = { title: goals, items: wantedIn(exercise).map((id) => names[id]) };
  const { asks } = exercise;
  if (asks === undefined) return [wanted];
  return [wanted, { title: text(asks.question), items: attackIds.map((id) => names[id]) }];
}

interface Printing {
  /** What the goals are called. */
  readonly goals: string;
  readonly language: keyof Text;
  readonly text: (both: Text) => string;
}
