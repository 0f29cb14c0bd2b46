// The faults of this run. Each can be selected, and the selected one opens its fields. A fault without a target is
// greyed, with the reason.

import { Trash2 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { signOf } from '../../core/faults';
import type { Fault } from '../../core/model/scenario/fault';
import { faultProblem } from '../../core/model/scenario/parse/faultProblem';
import type { Run } from '../../core/model/trace/run';
import type { Text } from '../../core/model/values/text';
import { deleteFault } from '../edit/addFault';
import { comparedWith, whyNoEffect } from '../edit/effectivePlace';
import { faultText } from '../edit/faultText';
import { Section } from '../parts/Section';
import { Sign } from '../parts/Sign';
import signed from '../parts/SignBox.module.css';
import { IconButton } from '../parts/Tip';
import { useDeferredRun, useDeferredScenario } from '../state/deferredRun';
import { useEdition } from '../state/edition';
import { useUnable } from '../state/live';
import { currentParts } from '../state/parts';
import { useBackgroundRun } from '../state/run';
import { useText, useWords } from '../words/i18n';
import { FaultEditor } from './FaultEditor';
import styles from './FaultList.module.css';

interface FaultListProps {
  /** Shown if the run has no fault; the page's own words mention its palette. */
  readonly none?: string;
}

export function FaultList({ none }: FaultListProps) {
  const run = useDeferredRun();
  const words = useWords();
  const { faults } = useDeferredScenario();
  const names = Object.keys(faults);
  return (
    <Section title={words.faults.title}>
      {names.length === 0 && <p className="quiet airy">{none ?? words.faults.none}</p>}
      {names.length > 0 && (
        <ul className="stack gap-3">
          {names.map((name) => {
            const fault = faults[name];
            return fault === undefined ? null : <FaultCard key={name} name={name} fault={fault} run={run} />;
          })}
        </ul>
      )}
    </Section>
  );
}

interface FaultCardProps {
  readonly name: string;
  readonly fault: Fault;
  readonly run: Run;
}

const FaultCard = memo(function FaultCard({ name, fault, run }: FaultCardProps) {
  const words = useWords();
  const text = useText();
  const isSelected = useEdition(({ selection }) => selection?.kind === 'fault' && selection.name === name);
  const select = useEdition((state) => state.select);
  const { title, detail } = faultText(words, fault);
  // During a drag the run in the panels decides: the target is looked up a few times a second and not at every move.
  // A new fault may have added what it needs, which that run does not know yet.
  const judged = run.scenario.faults[name];
  const noTarget = useMemo(
    () => (judged === undefined ? null : faultProblem(judged, run.scenario, currentParts())),
    [judged, run.scenario],
  );
  const missed = noTarget !== null ? text(noTarget) : missedIn(run, name, text);
  const unable = useUnable(fault, run.scenario);
  const card = useRef<HTMLLIElement>(null);
  // It may have been selected on the timeline while the list is scrolled away.
  useEffect(() => {
    if (isSelected && card.current !== null) scrollTo(card.current);
  }, [isSelected]);
  const isOff = missed !== undefined || unable !== null;
  const before = useBackgroundRun(isOff || judged === undefined ? null : comparedWith(run, name));
  const noEffect = useMemo(() => before && whyNoEffect(run, name, before), [run, name, before]);
  return (
    <li ref={card} className={`card ${styles.card}`} data-selected={isSelected} data-missed={isOff}>
      <div className={`flex starts ${styles.head}`}>
        <button
          type="button"
          className={`flex narrows gap-4 rounded leading tight stretches ${styles.face}`}
          aria-expanded={isSelected}
          onClick={() => select(isSelected ? null : { kind: 'fault', name })}
        >
          <span className={signed.sign}>
            <Sign paths={signOf(fault.kind)} size={15} />
          </span>
          <span className="stack narrows breaks">
            <span className={`strong ${styles.title}`}>{title}</span>
            <span className="quiet">{detail}</span>
          </span>
        </button>
        <IconButton
          look="plain"
          label={words.faults.delete}
          className={styles.delete}
          onClick={() => deleteFault(name)}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {unable !== null && <p className={styles.missed}>{words.live.unable(text(unable))}</p>}
      {missed !== undefined && unable === null && <p className={styles.missed}>{words.faults.missed(missed)}</p>}
      {noEffect !== null && <p className={styles.missed}>{words.faults.noEffect[noEffect]}</p>}
      {isSelected && <FaultEditor name={name} fault={fault} run={run} />}
    </li>
  );
});

/** Scrolls only its panel: the timeline must not move under a dragging pointer. */
function scrollTo(card: Element): void {
  const panel = card.closest('aside');
  if (panel === null) return;
  const [box, room] = [card.getBoundingClientRect(), panel.getBoundingClientRect()];
  const above = box.top - room.top;
  panel.scrollTop += Math.min(above, Math.max(0, box.bottom - room.bottom));
}

/** Why it had no effect in the run. */
function missedIn(run: Run, name: string, text: (both: Text) => string): string | undefined {
  const reason = run.trace.header.missed[name];
  return reason && text(reason);
}
