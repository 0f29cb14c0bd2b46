/** What the page writes into an exercise where its maker writes nothing: its title, its task, the names of its attacks. */
import { useMemo } from 'react';
import { pickedGoals } from '../../exercises/pickedGoals';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { faultLine } from '../edit/faultText';
import { ownWords } from '../share/ownWords';
import { titleOf } from '../state/namedLock';
import { useStory } from '../state/story';
import { useWords } from '../words/i18n';
import type { ExerciseDraft, Source } from './draft';

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
export function taskOf({ kind, goals, faults, may }: ExerciseDraft): Text {
  const texts = kind === 'predict' ? [] : pickedGoals.filter((goal) => goal.kinds.includes(kind) && goals.has(goal.id));
  const said = (language: 'en' | 'zh'): string => {
    const { task, mays } = ownWords[language];
    const wanted = texts.map(({ text }) => text[language]);
    if (kind === 'predict') return task.predict;
    if (kind === 'break') return task.break(wanted, faults);
    if (kind === 'fix')
      return task.fix(
        wanted,
        [...may].map((path) => mays[path]),
      );
    return task.choose(wanted);
  };
  const [en, zh] = [said('en'), said('zh')];
  return { en, zh };
}
