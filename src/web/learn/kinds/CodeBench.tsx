// In the middle of an exercise in which the reader writes a lock: its code, or the run that an attack broke.

import { useEffect, useId, useMemo, useState } from 'react';
import { codeWords } from '../../../content/texts/codeExercise';
import type { CodeExercise } from '../../../core/model/scenario/exercise';
import { withGap } from '../../../core/model/values/joinedTexts';
import { withOwn } from '../../../sandbox/own/knownParts';
import code from '../../own/Code.module.css';
import { CodeEditor } from '../../own/CodeEditor';
import { GuideButton } from '../../own/GuideButton';
import { useOwnWords } from '../../own/ownWords';
import { isWarning, useProblemText } from '../../own/problemText';
import { Segmented } from '../../parts/Segmented';
import { currentParts, provideParts } from '../../state/parts';
import { Timeline } from '../../timeline/Timeline';
import { useText } from '../../words/i18n';
import { noFault } from '../budgetRules';
import styles from './Code.module.css';
import { beginCode, useCodeAttack } from './codeAttack';
import { codeIn, useCodeTries, writeCode } from './codeTries';

// Its runs name a reader's lock, which the page itself never runs.
provideParts(withOwn(currentParts()));

export function CodeBench({ exercise }: { readonly exercise: CodeExercise }) {
  const words = useText()(codeWords);
  const attackRun = useCodeAttack((state) => (state.id === exercise.id ? state.visibleRun : null));
  const [isRun, setRun] = useState(false);
  useEffect(() => beginCode(exercise), [exercise]);
  useEffect(() => setRun(attackRun !== null), [attackRun]);
  const parts = [
    { id: 'code' as const, label: words.code },
    ...(attackRun === null ? [] : [{ id: 'run' as const, label: words.run }]),
  ];
  return (
    <div className="stack fills">
      <div className={`row wrap line-below gap-5 rows-4 pad-y-4 pad-x-5 ${code.tabs}`}>
        <Segmented
          label={words.parts}
          value={isRun && attackRun !== null ? 'run' : 'code'}
          options={parts}
          onChange={(part) => setRun(part === 'run')}
        />
        <GuideButton />
      </div>
      {isRun && attackRun !== null ? <Broken {...attackRun} /> : <Editor exercise={exercise} />}
    </div>
  );
}

function Editor({ exercise }: { readonly exercise: CodeExercise }) {
  const words = useText()(codeWords);
  const own = useOwnWords();
  const keys = useId();
  const text = useCodeTries((state) => codeIn(exercise, state));
  const lockProblem = useCodeAttack(({ id, problem, lock }) => (id === exercise.id && lock === text ? problem : null));
  const textOf = useProblemText();
  const problems = useMemo(
    () =>
      lockProblem?.place?.file !== 'lock'
        ? []
        : [{ place: lockProblem.place, message: textOf(lockProblem).message, isWarning: isWarning(lockProblem) }],
    [lockProblem, textOf],
  );
  return (
    <>
      <CodeEditor
        key={exercise.id}
        file="lock"
        text={text}
        isFixed={false}
        onChange={(written) => {
          if (written !== codeIn(exercise, useCodeTries.getState())) writeCode(exercise, written);
        }}
        problems={problems}
        lit={null}
        spoken={{ label: own.files.lock, describedBy: keys, phrases: own.phrases }}
      />
      <p id={keys} className="line-above normal quiet airy pad-y-4 pad-x-5">
        {withGap(own.keys)}
        {words.kept}
      </p>
    </>
  );
}

type Shown = NonNullable<ReturnType<typeof useCodeAttack.getState>['visibleRun']>;

function Broken({ attack, run }: Shown) {
  const words = useText()(codeWords);
  const { names } = useOwnWords().attacks;
  return (
    <>
      <p className="line-below quiet airy pad-y-4 pad-x-5">{words.shows(names[attack])}</p>
      <div className={`anchor grows ${styles.run}`}>
        <Timeline run={run} ghost={null} readOnly legend rules={noFault} />
      </div>
    </>
  );
}
