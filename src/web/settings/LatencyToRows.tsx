// The links of one process with a latency of their own, in the direction away from it. A last row adds another.
import { X } from 'lucide-react';
import type { ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import type { Latency } from '../../core/model/scenario/scenario';
import { latencyToField } from '../../core/model/scenario/settingsFields';
import { ChooseRow } from '../fields/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import { IconButton } from '../parts/Tip';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { latencyOf, withLatencyTo } from './ownSettings';
import styles from './SettingsPanel.module.css';

interface LatencyToRowsProps {
  readonly from: ProcessId;
  readonly ids: readonly ProcessId[];
}

export function LatencyToRows({ from, ids }: LatencyToRowsProps) {
  const words = useWords();
  const panel = usePanelWords();
  const committed = useEdition((state) => state.committed);
  const settings = useEdition((state) => shownScenario(state).settings);
  const setDraft = useEdition((state) => state.setDraft);
  const own = settings.own?.[from]?.latencyTo ?? {};
  const chosen = Object.keys(own) as ProcessId[];
  const free = ids.filter((id) => id !== from && !chosen.includes(id));
  const commit = (to: ProcessId, latency: Latency | undefined): void =>
    propose(withLatencyTo(committed, from, to, latency));
  return (
    <>
      {chosen.map((to) => {
        const name = nameOf(to, words.process);
        return (
          <div key={to} className={`anchor ${styles.removable}`}>
            <FieldRow
              label={panel.own.latencyTo(name)}
              field={latencyToField}
              value={latencyOf(settings, from, to)}
              onDraft={(value) =>
                setDraft(value === null ? null : withLatencyTo(committed, from, to, value as Latency))
              }
              onCommit={(value) => commit(to, value as Latency)}
            />
            <IconButton
              look="plain"
              label={panel.own.latencyToRemove(name)}
              className={styles.remove}
              onClick={() => commit(to, undefined)}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        );
      })}
      {free.length > 0 && (
        <ChooseRow
          label={panel.own.latencyToNew}
          value="none"
          options={[
            { id: 'none', label: panel.own.latencyToNone },
            ...free.map((id) => ({ id, label: nameOf(id, words.process) })),
          ]}
          onChange={(id) => {
            const to = free.find((other) => other === id);
            // The value that was in effect: the run changes only with the number.
            if (to !== undefined) commit(to, latencyOf(settings, from, to));
          }}
        />
      )}
    </>
  );
}
