// Makes an exercise from the run on screen: the task, the tools, and the goals.
import { useState } from 'react';
import { Segmented } from '../parts/Segmented';
import { useParts } from '../state/parts';
import { besides } from '../state/run';
import { useScenario } from '../state/scenario';
import { useText } from '../words/i18n';
import { ExerciseMade } from './ExerciseMade';
import { Answers, Budget, Changes, Choices, Goals } from './ExerciseParts';
import { type ExerciseDraft, kinds, presetOf } from './exerciseDraft';
import { Line } from './FormParts';
import { ownWords } from './ownWords';
import styles from './Share.module.css';
import { useRunTitle } from './useRunTitle';

export function ExerciseTab() {
  const words = useText()(ownWords);
  const committed = useScenario((state) => state.committed);
  const title = useRunTitle();
  // There is more to choose from when the other locks and checks have been loaded.
  useParts();
  const [draft, setDraft] = useState(() => presetOf(besides(committed), title));
  const change = (part: Partial<ExerciseDraft>): void => setDraft({ ...draft, ...part });
  const { kind } = draft;
  return (
    <div className={`${styles.embed} ${styles.pair}`}>
      <div className={styles.options}>
        <p>{words.lead}</p>
        <Segmented
          label={words.kind}
          look="small"
          value={kind}
          options={kinds.map((id) => ({ id, label: words.kinds[id] }))}
          onChange={(next) => change({ kind: next })}
        />
        <p className={styles.small}>{words.kindHelp[kind]}</p>
        <Line label={words.title} value={draft.title} onChange={(next) => change({ title: next })} />
        <Line label={words.tasks[kind]} value={draft.task} rows={3} onChange={(task) => change({ task })} />
        <Line label={words.hint} value={draft.hint} onChange={(hint) => change({ hint })} />
        {kind !== 'predict' && <Goals draft={draft} change={change} />}
      </div>
      <div className={styles.options}>
        {kind === 'predict' && <Answers draft={draft} change={change} />}
        {kind === 'break' && <Budget draft={draft} change={change} />}
        {kind === 'fix' && <Changes draft={draft} change={change} />}
        {kind === 'choose' && <Choices draft={draft} change={change} />}
        <ExerciseMade draft={draft} />
      </div>
    </div>
  );
}
