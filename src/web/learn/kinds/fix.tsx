// The exercise to change settings until the given faults do no harm.
import type { FixExercise } from '../../../core/model/scenario/exercise';
import { applyPatch, sameJson } from '../../../core/model/scenario/patch';
import { settingAt, settingPaths, settingsFields } from '../../../core/model/scenario/settingsFields';
import { isAmong } from '../../../course/kinds/changes';
import { currentParts } from '../../state/parts';
import { checkText } from '../../words/choiceText';
import { settingText } from '../../words/settingsText';
import { AllowedRows } from '../AllowedRows';
import { isGivenSolved } from '../Goals';
import styles from '../Tools.module.css';
import { type LearnWords, useLearnWords } from '../words';
import { BuildGoals } from './BuildGoals';
import { type ExerciseView, goalsOf } from './view';

export const fixView: ExerciseView<FixExercise> = {
  Goals: BuildGoals,
  Tools: FixTools,
  hasSolution: isGivenSolved,
  paper: {
    height: 310,
    lists: (exercise, learnWords) => [
      { title: learnWords.words.tools, items: allowedIn(exercise, learnWords) },
      goalsOf(exercise, learnWords),
    ],
    solution({ scenario, solution }, { text }) {
      const solved = applyPatch(scenario, solution);
      const fields = currentParts().locks.get(solved.lock.id)?.fields ?? {};
      const ofLock = Object.entries(solved.lock.settings ?? {}).flatMap(([name, value]) => {
        const field = fields[name];
        return field === undefined || value === scenario.lock.settings?.[name] ? [] : settingText(field, value, text);
      });
      const ofWorld = settingPaths
        .filter((path) => !sameJson(settingAt(solved.settings, path), settingAt(scenario.settings, path)))
        .flatMap((path) => settingText(settingsFields[path], settingAt(solved.settings, path), text));
      return [
        ...ofLock,
        ...ofWorld,
        ...(sameJson(solved.storage, scenario.storage) ? [] : [checkText(solved.storage, text)]),
      ];
    },
  },
};

function FixTools({ exercise }: { readonly exercise: FixExercise }) {
  const { words } = useLearnWords();
  return (
    <section className={styles.tools} aria-label={words.tools}>
      <h3>{words.tools}</h3>
      <AllowedRows may={exercise.may} />
    </section>
  );
}

/** The names of the settings that may be changed. */
function allowedIn({ may, scenario }: FixExercise, { words, text }: LearnWords): readonly string[] {
  const ofLock = Object.entries(currentParts().locks.get(scenario.lock.id)?.fields ?? {})
    .filter(([name]) => isAmong(may, `lock.settings.${name}`))
    .map(([, { label }]) => text(label));
  const ofWorld = settingPaths
    .filter((path) => isAmong(may, `settings.${path}`))
    .map((path) => text(settingsFields[path].label));
  return [...(isAmong(may, 'storage') ? [words.check] : []), ...ofLock, ...ofWorld];
}
