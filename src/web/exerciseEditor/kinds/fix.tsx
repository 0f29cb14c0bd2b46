// The exercise to fix a run: what may be changed. Single changes are tried first, then pairs.

import { ownWords } from '../../../content/texts/ownExercise';
import type { FixExercise } from '../../../core/model/scenario/exercise';
import { changesOf, pairsAt } from '../../../course/kinds/fix';
import { noChangeSolves } from '../../../course/kinds/problems';
import { Ticks } from '../../share/FormParts';
import { currentParts } from '../../state/parts';
import { useText } from '../../words/i18n';
import { changeableParts } from '../draft';
import { buildChecked, Pauses, pausesOf } from './built';
import { Goals, goalsOf } from './Goals';
import type { Making, PartProps } from './kind';

export const fixMaking: Making<FixExercise> = {
  Asked: (props) => <Goals kind="fix" {...props} />,
  Besides: Changes,
  More: (props) => <Pauses label={useText()(ownWords).pauses} {...props} />,
  task: ({ may }, { task, mays: names }, wanted) =>
    task.fix(
      wanted,
      [...may].map((path) => names[path]),
    ),
  written: (draft, { scenario }) => ({
    goals: goalsOf('fix', draft, draft.pauses.trim() !== ''),
    may: changeableParts.filter((path) => draft.may.has(path)),
    ...pausesOf(draft),
    scenario,
  }),
  check(exercise, checking) {
    const fields = currentParts().locks.get(exercise.scenario.lock.id)?.fields ?? {};
    const first = changesOf(exercise, { checks: [...currentParts().resources.keys()], fields });
    return buildChecked(
      exercise,
      { first, otherwise: (fitting) => pairsAt(exercise, fitting), none: noChangeSolves },
      checking,
    );
  },
};

function Changes({ draft, change }: PartProps) {
  const words = useText()(ownWords);
  return (
    <Ticks
      legend={words.may}
      options={changeableParts.map((id) => ({ id, label: words.mays[id] }))}
      chosen={draft.may}
      onChange={(may) => change({ may })}
    />
  );
}
