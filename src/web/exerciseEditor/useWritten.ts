/**
 * The texts that the page writes into an exercise where its maker leaves them empty: its title, its task, the names
 * of its attacks.
 */
import { useMemo } from 'react';
import { ownWords } from '../../content/texts/ownExercise';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { pickedGoals } from '../../course/exercises/pickedGoals';
import { exerciseFormat, exerciseVersion } from '../../course/kinds/shapes';
import { faultLine } from '../edit/faultText';
import { titleOf } from '../state/namedLock';
import { useStory } from '../state/story';
import { useWords } from '../words/i18n';
import type { ExerciseDraft } from './draft';
import { makingOf } from './kinds';
import type { Source } from './kinds/kind';

export function useWritten({ lock, faults }: Scenario): Pick<Source, 'title' | 'taskOf' | 'attackTitle'> {
  const page = useWords();
  const story = useStory();
  return useMemo(
    () => ({
      title: story?.title ?? titleOf(lock),
      taskOf,
      attackTitle: (names) =>
        names
          .flatMap((name) => {
            const fault = faults[name];
            return fault === undefined ? [] : faultLine(page, fault);
          })
          .join(' + '),
    }),
    [page, story, lock, faults],
  );
}

/** In both languages, since learners may read another one than the maker. */
export function taskOf(draft: ExerciseDraft): Text {
  const wanted = pickedGoals.filter(
    ({ id, kinds }) => draft.goals.has(id) && kinds.some((kind) => kind === draft.kind),
  );
  const taskText = (language: keyof Text): string =>
    makingOf(draft.kind).task(
      draft,
      ownWords[language],
      wanted.map(({ text }) => text[language]),
    );
  const [en, zh] = [taskText('en'), taskText('zh')];
  return { en, zh };
}

/** The form of the exercise in a file. */
export function writtenExercise(draft: ExerciseDraft, source: Source): object {
  const { kind, title, task, hint } = draft;
  return {
    $schema: source.schema,
    format: exerciseFormat,
    version: exerciseVersion,
    kind,
    title: title.trim() || source.title,
    task: task.trim() || source.taskOf(draft),
    ...makingOf(kind).written(draft, source),
    ...(hint.trim() === '' ? {} : { hints: [hint.trim()] }),
  };
}
