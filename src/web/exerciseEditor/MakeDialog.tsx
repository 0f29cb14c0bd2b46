// Makes an exercise from the run on screen. The run's suggestions are filled in already, so one field is left, and it
// may stay empty.
import { useState } from 'react';
import { ownWords } from '../../content/texts/ownExercise';
import type { Run } from '../../core/model/trace/run';
import { Segmented } from '../parts/Segmented';
import { Sheet } from '../parts/Sheet';
import { Line } from '../share/FormParts';
import styles from '../share/Share.module.css';
import { useEdition } from '../state/edition';
import { useBackgroundRun } from '../state/run';
import { useText } from '../words/i18n';
import { type ExerciseDraft, presetOf } from './draft';
import { kinds, makingOf } from './kinds';
import { Made } from './Made';
import own from './Make.module.css';
import { taskOf } from './useWritten';

export function MakeDialog() {
  const run = useBackgroundRun(useEdition((state) => state.committed));
  return run && <Draft run={run} />;
}

function Draft({ run }: { readonly run: Run }) {
  const text = useText();
  const words = text(ownWords);
  const [draft, setDraft] = useState(() => presetOf(run));
  const change = (part: Partial<ExerciseDraft>): void => setDraft({ ...draft, ...part });
  const { kind } = draft;
  const part = { draft, change };
  const { Asked, Besides, More } = makingOf(kind);
  return (
    <Sheet title={words.make} width={980}>
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
          <p className="quiet normal">{words.kindHelp[kind]}</p>
          <Line
            label={words.tasks[kind]}
            value={draft.task}
            rows={3}
            placeholder={text(taskOf(draft))}
            onChange={(task) => change({ task })}
          />
          <Asked {...part} />
        </div>
        <div className={styles.options}>
          {Besides && <Besides {...part} />}
          <details className={`grid gap-5 ${own.more}`}>
            <summary>{words.more}</summary>
            <Line label={words.title} value={draft.title} onChange={(title) => change({ title })} />
            <Line label={words.hint} value={draft.hint} onChange={(hint) => change({ hint })} />
            <More {...part} />
          </details>
        </div>
      </div>
      <section className={`stack gap-5 line-above starts ${own.made}`} aria-label={words.check}>
        <Made draft={draft} />
      </section>
    </Sheet>
  );
}
