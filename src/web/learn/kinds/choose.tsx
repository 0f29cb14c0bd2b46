// The locks and checks to choose from, each with its settings.
import { useId } from 'react';
import type { ChooseExercise } from '../../../core/model/scenario/exercise';
import type { Fields } from '../../../core/model/scenario/fields';
import { applyPatch, sameJson } from '../../../core/model/scenario/patch';
import type { Choice, Scenario } from '../../../core/model/scenario/scenario';
import type { Text } from '../../../core/model/values/text';
import { useEdition } from '../../state/edition';
import { lacksService, lacksToken } from '../../state/missingToken';
import { currentParts } from '../../state/parts';
import { checkText, lockText } from '../../words/choiceText';
import { useText } from '../../words/i18n';
import { settingsText } from '../../words/settingsText';
import { isGivenSolved } from '../Goals';
import styles from '../Tools.module.css';
import { useLearnWords } from '../words';
import { BuildGoals } from './BuildGoals';
import { type ExerciseView, goalsOf } from './view';

export const chooseView: ExerciseView<ChooseExercise> = {
  Goals: BuildGoals,
  Tools: ChooseTools,
  hasSolution: isGivenSolved,
  paper: {
    height: 190,
    lists(exercise, learnWords) {
      const { words, text } = learnWords;
      return [
        goalsOf(exercise, learnWords),
        { title: words.chooseLock, items: exercise.locks.map((lock) => lockText(lock, text)) },
        { title: words.chooseCheck, items: exercise.storages.map((storage) => checkText(storage, text)) },
      ];
    },
    solution({ scenario, solution }, { text }) {
      const { lock, storage } = applyPatch(scenario, solution);
      return [lockText(lock, text), checkText(storage, text)];
    },
  },
};

function ChooseTools({ exercise }: { readonly exercise: ChooseExercise }) {
  const { words } = useLearnWords();
  const committed = useEdition((state) => state.committed);
  return (
    <section className={styles.tools} aria-label={words.tools}>
      <Options
        title={words.chooseLock}
        options={exercise.locks}
        chosen={committed.lock}
        kinds={currentParts().locks}
        scenarioWith={(lock) => ({ ...committed, lock })}
        off={{ token: words.givesNoToken, service: words.livesElsewhere }}
      />
      <Options
        title={words.chooseCheck}
        options={exercise.storages}
        chosen={committed.storage}
        kinds={currentParts().resources}
        scenarioWith={(storage) => ({ ...committed, storage })}
        off={{ token: words.needsToken, service: words.needsService }}
      />
    </section>
  );
}

interface OptionsProps {
  readonly title: string;
  readonly options: readonly Choice[];
  readonly chosen: Choice;
  readonly kinds: ReadonlyMap<string, { readonly title: Text; readonly about: Text; readonly fields: Fields }>;
  readonly scenarioWith: (choice: Choice) => Scenario;
  /** Why an option cannot be picked: the lock has no token for the check, or the check asks another service. */
  readonly off: Readonly<Record<'token' | 'service', string>>;
}

/** An option that does not go with the other choice can be read but not picked. */
function Options({ title, options, chosen, kinds, scenarioWith, off }: OptionsProps) {
  const text = useText();
  const group = useId();
  const commit = useEdition((state) => state.commit);
  return (
    <fieldset className={styles.options}>
      <legend>{title}</legend>
      {options.map((option) => {
        const part = kinds.get(option.id);
        if (part === undefined) return null;
        const scenario = scenarioWith(option);
        const why = lacksService(scenario) ? off.service : lacksToken(scenario) ? off.token : null;
        const isOff = why !== null;
        const isChosen = sameJson(option, chosen);
        const set = settingsText(part.fields, option, text);
        return (
          <label key={JSON.stringify(option)} className={styles.option} data-chosen={isChosen} data-off={isOff}>
            <input type="radio" name={group} checked={isChosen} disabled={isOff} onChange={() => commit(scenario)} />
            <span>
              <strong>{text(part.title)}</strong> {set !== '' && <span className="block quiet">{set}</span>}
              {isOff && <em className="block quiet">{why}</em>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
