// Makes an exercise of the run on screen: what is to be done, with what, and how one knows that it is done.
import { type ReactNode, useId, useMemo, useState } from 'react';
import { pickedGoals } from '../../exercises/pickedGoals';
import { registry } from '../../explore/onDemand';
import { faultKinds } from '../../model/fault';
import { encodeExercise } from '../../model/link/exerciseLink';
import { parseExercise } from '../../model/parse/parseExercise';
import { useText, useWords } from '../i18n';
import { downloadText } from '../link/download';
import { Button } from '../parts/Button';
import { Segmented } from '../parts/Segmented';
import { useScenario } from '../state/scenario';
import { CopyBox } from './CopyBox';
import { type ExerciseDraft, mays, presetOf, writtenExercise } from './exerciseDraft';
import { useOwnWords } from './ownWords';
import styles from './Share.module.css';
import { useRunTitle } from './useRunTitle';

interface PartProps {
  readonly draft: ExerciseDraft;
  readonly change: (part: Partial<ExerciseDraft>) => void;
}

export function ExerciseTab() {
  const words = useOwnWords();
  const committed = useScenario((state) => state.committed);
  const title = useRunTitle();
  const [draft, setDraft] = useState(() => presetOf(committed, title));
  const change = (part: Partial<ExerciseDraft>): void => setDraft({ ...draft, ...part });
  return (
    <div className={`${styles.embed} ${styles.pair}`}>
      <div className={styles.options}>
        <p>{words.lead}</p>
        <Segmented
          label={words.kind}
          look="small"
          value={draft.kind}
          options={(['break', 'fix'] as const).map((id) => ({ id, label: words.kinds[id] }))}
          onChange={(kind) => change({ kind })}
        />
        <p className={styles.small}>{words.kindHelp[draft.kind]}</p>
        <Line label={words.title} value={draft.title} onChange={(next) => change({ title: next })} />
        <Line label={words.task} value={draft.task} rows={3} onChange={(task) => change({ task })} />
        <Goals draft={draft} change={change} />
      </div>
      <div className={styles.options}>
        {draft.kind === 'break' ? <Budget draft={draft} change={change} /> : <Changes draft={draft} change={change} />}
        <Line label={words.hint} value={draft.hint} onChange={(hint) => change({ hint })} />
        <Made draft={draft} />
      </div>
    </div>
  );
}

function Goals({ draft, change }: PartProps) {
  const words = useOwnWords();
  const text = useText();
  return (
    <Ticks
      legend={words.goals}
      options={pickedGoals
        .filter(({ kind }) => kind === draft.kind)
        .map((goal) => ({ id: goal.id, label: text(goal.text) }))}
      chosen={draft.goals}
      onChange={(goals) => change({ goals })}
    />
  );
}

function Budget({ draft, change }: PartProps) {
  const words = useOwnWords();
  const page = useWords();
  return (
    <>
      <Line
        label={words.faults}
        value={String(draft.faults)}
        type="number"
        onChange={(faults) => change({ faults: Number(faults) })}
      />
      <Line
        label={words.lengthMax}
        value={draft.lengthMax}
        type="number"
        onChange={(lengthMax) => change({ lengthMax })}
      />
      <Ticks
        legend={words.faultKinds}
        options={faultKinds.map((id) => ({ id, label: page(`kind.${id}`) }))}
        chosen={draft.faultKinds}
        onChange={(kinds) => change({ faultKinds: kinds })}
      />
    </>
  );
}

function Changes({ draft, change }: PartProps) {
  const words = useOwnWords();
  return (
    <>
      <Ticks
        legend={words.may}
        options={mays.map((id) => ({ id, label: words.mays[id] }))}
        chosen={draft.may}
        onChange={(may) => change({ may })}
      />
      <Line label={words.pauses} value={draft.pauses} type="number" onChange={(pauses) => change({ pauses })} />
    </>
  );
}

/** The exercise, once it is one; before that what is missing. */
function Made({ draft }: { readonly draft: ExerciseDraft }) {
  const words = useOwnWords();
  const text = useText();
  const committed = useScenario((state) => state.committed);
  const site = new URL('./', location.href).href;
  const schema = new URL('exercise.schema.json', site).href;
  const made = useMemo(() => {
    const written = writtenExercise(draft, committed, schema);
    const parsed = parseExercise(written, registry);
    const { $schema: _, ...short } = written as { readonly $schema: string };
    return { written, parsed, link: parsed.ok ? `${site}learn/#${encodeExercise(short)}` : '' };
  }, [draft, committed, site, schema]);
  if (!made.parsed.ok)
    return (
      <div role="status">
        <p>{words.wrong}</p>
        <ul>
          {made.parsed.problems.map(({ path, message }) => (
            <li key={`${path} ${message.en}`}>{text(message)}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <>
      <strong>{words.link}</strong>
      <CopyBox label={words.link} text={made.link} rows={2} />
      <div className={styles.made}>
        <Button onClick={() => downloadText('exercise.json', `${JSON.stringify(made.written, null, 2)}\n`)}>
          {words.save}
        </Button>
        <a href={made.link} target="_blank" rel="noopener">
          {words.open}
        </a>
      </div>
      <p className={styles.small}>
        {words.schema} <a href="exercise.schema.json">exercise.schema.json</a>
      </p>
    </>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  readonly type?: 'text' | 'number';
  readonly onChange: (value: string) => void;
}

function Line({ label, value, rows, type = 'text', onChange }: LineProps) {
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input id={id} type={type} value={value} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea id={id} rows={rows} value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </div>
  );
}

interface TicksProps<Id extends string> {
  readonly legend: ReactNode;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: ReadonlySet<Id>;
  readonly onChange: (chosen: ReadonlySet<Id>) => void;
}

function Ticks<Id extends string>({ legend, options, chosen, onChange }: TicksProps<Id>) {
  const toggle = (id: Id): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className={styles.ticks}>
      <legend>{legend}</legend>
      {options.map(({ id, label }) => (
        <label key={id} className={styles.tick}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
