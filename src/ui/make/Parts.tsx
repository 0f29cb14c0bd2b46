// What each kind of exercise needs besides its words: answers, goals, a budget, the changes that are allowed, the
// choices.
import { pickedAnswers } from '../../exercises/pickedAnswers';
import { metBy } from '../../judge/goal';
import type { Fields } from '../../model/fields';
import type { Text } from '../../model/text';
import { faultLine } from '../edit/faultText';
import { palette, textsOf } from '../edit/kinds';
import { Segmented } from '../parts/Segmented';
import { Line, Ticks } from '../share/FormParts';
import { ownWords } from '../share/ownWords';
import styles from '../share/Share.module.css';
import { useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { useAside } from '../state/run';
import { useText, useWords } from '../words/i18n';
import { settingsText } from '../words/settingsText';
import { checksToPick, locksToPick, type ToPick } from './choicesToPick';
import { attackOf, type ExerciseDraft, goalsFor, mays, together } from './draft';
import own from './Make.module.css';

interface PartProps {
  readonly draft: ExerciseDraft;
  readonly change: (part: Partial<ExerciseDraft>) => void;
}

/** The answers that are right for the run on screen are marked: the run decides, not the author of the exercise. */
export function Answers({ draft, change }: PartProps) {
  const text = useText();
  const words = text(ownWords);
  const run = useAside(useEdition((state) => state.committed));
  const options = pickedAnswers.map(({ id, text: answer, goal }) => ({
    id,
    label: (
      <>
        {text(answer)}{' '}
        {run !== null && metBy(goal, run.verdict) === 'true' && <em className={styles.right}>{words.right}</em>}
      </>
    ),
  }));
  return (
    <Ticks
      legend={words.answers}
      areLong
      options={options}
      chosen={draft.answers}
      onChange={(answers) => change({ answers })}
    />
  );
}

/** What need not be filled in. */
export function More({ draft, change }: PartProps) {
  const text = useText();
  const words = text(ownWords);
  const { kind } = draft;
  return (
    <details className={own.more}>
      <summary>{words.more}</summary>
      <Line label={words.title} value={draft.title} onChange={(title) => change({ title })} />
      <Line label={words.hint} value={draft.hint} onChange={(hint) => change({ hint })} />
      {kind === 'break' && (
        <Line
          label={words.lengthMax}
          value={draft.lengthMax}
          type="number"
          onChange={(lengthMax) => change({ lengthMax })}
        />
      )}
      {(kind === 'fix' || kind === 'choose') && (
        <Line
          label={kind === 'fix' ? words.pauses : words.pausesTried}
          value={draft.pauses}
          type="number"
          onChange={(pauses) => change({ pauses })}
        />
      )}
      {kind === 'predict' &&
        pickedAnswers
          .filter(({ id }) => draft.answers.has(id))
          .map(({ id, text: answer }) => (
            <Line
              key={id}
              label={words.why(text(answer))}
              value={draft.whys[id] ?? ''}
              onChange={(why) => change({ whys: { ...draft.whys, [id]: why } })}
            />
          ))}
    </details>
  );
}

export function Goals({ draft, change }: PartProps) {
  const text = useText();
  const words = text(ownWords);
  return (
    <Ticks
      legend={words.goals}
      options={goalsFor(draft.kind).map((goal) => ({ id: goal.id, label: text(goal.text) }))}
      chosen={draft.goals}
      onChange={(goals) => change({ goals })}
    />
  );
}

const counts = ['1', '2', '3'] as const;

export function Budget({ draft, change }: PartProps) {
  const words = useText()(ownWords);
  const page = useWords();
  return (
    <>
      <div className={own.counts}>
        <span aria-hidden className={styles.small}>
          {words.faults}
        </span>
        <Segmented
          label={words.faults}
          look="small"
          value={String(draft.faults)}
          options={counts.map((count) => ({ id: count, label: count }))}
          onChange={(count) => change({ faults: Number(count) })}
        />
      </div>
      <Ticks
        legend={words.faultKinds}
        options={palette().map(({ kind }) => ({ id: kind, label: textsOf(page, kind).name }))}
        chosen={draft.faultKinds}
        onChange={(kinds) => change({ faultKinds: kinds })}
      />
    </>
  );
}

export function Changes({ draft, change }: PartProps) {
  const words = useText()(ownWords);
  return (
    <Ticks
      legend={words.may}
      options={mays.map((id) => ({ id, label: words.mays[id] }))}
      chosen={draft.may}
      onChange={(may) => change({ may })}
    />
  );
}

export function Choices({ draft, change }: PartProps) {
  const words = useText()(ownWords);
  const page = useWords();
  const committed = useEdition((state) => state.committed);
  const named = useNamed();
  const faults = Object.entries(committed.faults);
  const attacks = [
    ...(faults.length > 1 ? [{ id: together, label: words.together }] : []),
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

type Known = ReadonlyMap<string, { readonly title: Text; readonly fields: Fields }>;

/** Each choice with its title and its settings. */
function useNamed(): (offered: readonly ToPick[], known: Known) => readonly { id: string; label: string }[] {
  const text = useText();
  return (offered, known) =>
    offered.flatMap(({ id, choice }) => {
      const part = known.get(choice.id);
      if (part === undefined) return [];
      const set = settingsText(part.fields, choice, text);
      return [{ id, label: set === '' ? text(part.title) : `${text(part.title)} (${set})` }];
    });
}
