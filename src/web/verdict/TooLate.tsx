// Since when it was too late, and what would have been enough: a sentence for each, and each change as a button and, if
// it is a number, a slider at the least of it.
import { Play } from 'lucide-react';
import { useState } from 'react';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { formatMs, formatNumber } from '../../core/model/values/format';
import { type NumberRange, parametersOf } from '../../search/late/parameters';
import type { ShownChange } from '../../search/late/shown';
import { ValueSlider } from '../fields/NumberField';
import { unitText } from '../parts/unitText';
import { useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { useAnswers, useAsked, useFindAnswers } from '../state/tooLate';
import { useLanguage, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './TooLate.module.css';

export interface TooLateProps {
  readonly run: Run;
}

export function TooLate({ run }: TooLateProps) {
  const words = useWords().verdict;
  const isDragged = useEdition(({ draft }) => draft !== null);
  const subject = useAsked();
  const isFailed = useFindAnswers({ run, language: useLanguage(), isWanted: !isDragged });
  const answers = useAnswers();
  return (
    <div className="stack gap-3 below pretty loose" aria-live="polite">
      {isFailed && <p>{words.notFound}</p>}
      {answers?.lines.map((line) => (
        <p key={line}>{unbroken(line)}</p>
      ))}
      {!isFailed && answers?.changes == null && <p className="quiet">{words.trying}</p>}
      {answers?.changes != null && answers.changes.length > 0 && (
        <ul className="stack gap-3" aria-label={words.levers}>
          {answers.changes.map((change) => (
            <li key={`${change.parameter.of} ${change.parameter.name} ${change.value}`}>
              <Change change={change} baseScenario={subject} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChangeProps {
  readonly change: ShownChange;
  /** The scenario that it changes. */
  readonly baseScenario: Scenario;
}

function Change({ change, baseScenario }: ChangeProps) {
  const { title, note, numbers, scenario } = change;
  const isOpen = useEdition(({ committed }) => sameJson(committed, scenario));
  return (
    <>
      <button
        type="button"
        className={`row gap-3 leading link ${styles.change}`}
        aria-pressed={isOpen}
        onClick={() => commit(isOpen ? baseScenario : scenario, baseScenario)}
      >
        <Play size={10} fill="currentColor" aria-hidden />
        <span>
          {title} {note !== null && <span className="quiet">{note}</span>}
        </span>
      </button>
      {numbers !== null && <Slider change={change} baseScenario={baseScenario} range={numbers} />}
    </>
  );
}

function Slider({ change, baseScenario, range }: ChangeProps & { readonly range: NumberRange }) {
  const [value, setValue] = useState(Number(change.value));
  const show = (to: number | null): void => {
    if (to !== null) setValue(to);
    useEdition.getState().setDraft(to === null ? null : changed(baseScenario, change, to));
  };
  const amount = change.unit === 'ms' ? formatMs(value) : `${formatNumber(value)} ${unitText(change.unit)}`;
  return (
    <span className="row gap-4">
      <ValueSlider
        field={range}
        value={value}
        label={change.title}
        valueText={amount}
        onDraft={show}
        onCommit={(to) => commit(changed(baseScenario, change, to), baseScenario)}
      />
      <output className="digits nowrap">{amount}</output>
    </span>
  );
}

function changed(subject: Scenario, { parameter: { of, name } }: ShownChange, to: Setting): Scenario {
  const parameter = parametersOf(subject, currentParts()).find((one) => one.of === of && one.name === name);
  return parameter === undefined ? subject : parameter.with(subject, to);
}

/** The answers stay those of the run before, which is drawn behind. */
function commit(scenario: Scenario, subject: Scenario): void {
  useEdition.getState().commit(scenario);
  useEdition.setState({ ghostScenario: scenario === subject ? null : subject });
}
