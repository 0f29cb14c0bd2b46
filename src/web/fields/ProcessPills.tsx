// Some of the processes of the run, each on or off. The last one stays on, because a link has two sides.

import type { ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import { useWords } from '../words/i18n';
import styles from './Choices.module.css';

interface ProcessPillsProps {
  readonly label: string;
  readonly ids: readonly ProcessId[];
  readonly chosen: readonly ProcessId[];
  readonly onChange: (chosen: readonly ProcessId[]) => void;
}

export function ProcessPills({ label, ids, chosen, onChange }: ProcessPillsProps) {
  const words = useWords();
  const visibleIds = [...ids, ...chosen.filter((id) => !ids.includes(id))];
  return (
    <fieldset className={`narrows ${styles.field}`}>
      <legend className="hidden">{label}</legend>
      <span aria-hidden>{label}</span>
      <div className={`flex wrap gap-2 pad-y-1 ${styles.pills}`}>
        {visibleIds.map((id) => {
          const isOn = chosen.includes(id);
          return (
            <button
              key={id}
              type="button"
              className={`framed quiet normal pad-x-3 blunt inks ${styles.pill}`}
              aria-label={nameOf(id, words.process)}
              aria-pressed={isOn}
              disabled={isOn && chosen.length === 1}
              onClick={() =>
                onChange(
                  isOn
                    ? chosen.filter((other) => other !== id)
                    : visibleIds.filter((other) => other === id || chosen.includes(other)),
                )
              }
            >
              {words.onTimeline.processShort(id)}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
