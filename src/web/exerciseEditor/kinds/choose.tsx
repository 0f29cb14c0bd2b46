// The exercise to choose a lock and a check. All choices are tried.

import { ownWords } from '../../../content/texts/ownExercise';
import type { ChooseExercise } from '../../../core/model/scenario/exercise';
import type { Fields } from '../../../core/model/scenario/fields';
import type { Patch, Scenario } from '../../../core/model/scenario/scenario';
import type { Text } from '../../../core/model/values/text';
import { choicesOf } from '../../../course/kinds/choose';
import { noneSolves } from '../../../course/kinds/problems';
import { faultLine } from '../../edit/faultText';
import { Ticks } from '../../share/FormParts';
import { useEdition } from '../../state/edition';
import { currentParts } from '../../state/parts';
import { choiceText } from '../../words/choiceText';
import { useText, useWords } from '../../words/i18n';
import { checksToPick, locksToPick, type ToPick } from '../choicesToPick';
import { allFaults, attackOf, type ExerciseDraft } from '../draft';
import { buildChecked, Pauses, pausesOf } from './built';
import { Goals, goalsOf } from './Goals';
import type { Making, PartProps, Source } from './kind';

export const chooseMaking: Making<ChooseExercise> = {
  Asked: (props) => <Goals kind="choose" {...props} />,
  Besides: Choices,
  More: (props) => <Pauses label={useText()(ownWords).pausesTried} {...props} />,
  task: (_, { task }, wanted) => task.choose(wanted),
  written: choosePart,
  check: (exercise, checking) =>
    buildChecked(exercise, { first: choicesOf(exercise), otherwise: () => [], none: () => noneSolves }, checking),
};

function choosePart(draft: ExerciseDraft, { scenario, attackTitle }: Source): object {
  const all = Object.keys(scenario.faults);
  const targets = [
    ...(draft.attacks.has(allFaults) ? [all] : []),
    ...all.filter((name) => draft.attacks.has(attackOf(name))).map((name) => [name]),
  ];
  const attacks = targets.map((names) => ({ title: attackTitle(names), patch: patchOf(scenario, names) }));
  const picked = (offered: ReturnType<typeof locksToPick>, ids: ReadonlySet<string>) =>
    offered.filter(({ id }) => ids.has(id)).map(({ choice }) => choice);
  return {
    goals: goalsOf('choose', draft, attacks.length > 0 || draft.pauses.trim() !== ''),
    locks: picked(locksToPick(scenario), draft.locks),
    storages: picked(checksToPick(scenario), draft.checks),
    ...(attacks.length === 0 ? {} : { attacks }),
    ...pausesOf(draft),
    scenario: { ...scenario, faults: {} },
  };
}

const patchOf = ({ faults }: Scenario, names: readonly string[]): Patch => ({
  faults: Object.fromEntries(Object.entries(faults).filter(([name]) => names.includes(name))),
});

type Known = ReadonlyMap<string, { readonly title: Text; readonly fields: Fields }>;

/** Each choice is named with its settings. */
function Choices({ draft, change }: PartProps) {
  const text = useText();
  const words = text(ownWords);
  const page = useWords();
  const committed = useEdition((state) => state.committed);
  const named = (offered: readonly ToPick[], partsById: Known) =>
    offered.map(({ id, choice }) => ({ id, label: choiceText(partsById.get(choice.id), choice, text) }));
  const faults = Object.entries(committed.faults);
  const attacks = [
    ...(faults.length > 1 ? [{ id: allFaults, label: words.together }] : []),
    ...faults.map(([name, fault]) => ({ id: attackOf(name), label: faultLine(page, fault) })),
  ];
  return (
    <>
      <Ticks
        legend={words.locks}
        areLong
        options={named(locksToPick(committed), currentParts().locks)}
        chosen={draft.locks}
        onChange={(locks) => change({ locks })}
      />
      <Ticks
        legend={words.checks}
        options={named(checksToPick(committed), currentParts().resources)}
        chosen={draft.checks}
        onChange={(checks) => change({ checks })}
      />
      {attacks.length > 0 && (
        <Ticks
          legend={words.attacks}
          areLong
          options={attacks}
          chosen={draft.attacks}
          onChange={(next) => change({ attacks: next })}
        />
      )}
    </>
  );
}
