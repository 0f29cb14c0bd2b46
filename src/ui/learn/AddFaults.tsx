// A button for each kind of fault that may be added here. It is added at the playhead.
import { signOf } from '../../faults/signs';
import type { FaultKind } from '../../model/fault';
import type { ProcessId } from '../../model/scenario';
import { addFault, timeToStrike } from '../edit/addFault';
import { kindCalled, textsOf } from '../edit/kinds';
import { Button } from '../parts/Button';
import { Sign } from '../parts/Sign';
import { useCursor } from '../state/cursor';
import { useText, useWords } from '../words/i18n';
import styles from './Learn.module.css';
import { learnWords } from './words';

interface AddFaultsProps {
  readonly kinds: readonly FaultKind[];
  /** Those that may be hit. Absent: any. */
  readonly processes?: readonly ProcessId[] | undefined;
}

export function AddFaults({ kinds, processes }: AddFaultsProps) {
  const words = useText()(learnWords);
  const pageWords = useWords();
  return (
    <fieldset className={styles.kinds}>
      <legend>{words.add}</legend>
      {kinds.map((kind) => {
        const { name, help } = textsOf(pageWords, kind);
        return (
          <Button key={kind} title={help} onClick={() => add(kind, processes)}>
            <Sign paths={signOf(kind)} size={15} /> {name}
          </Button>
        );
      })}
    </fieldset>
  );
}

/** At the playhead, on the selected process or on the first one that may be hit. */
function add(kind: FaultKind, processes: readonly ProcessId[] | undefined): void {
  const { selection } = useCursor.getState();
  const selected = selection?.kind === 'process' ? selection.id : null;
  const isAllowed = selected !== null && processes?.includes(selected) !== false;
  const process = isAllowed ? selected : (processes?.[0] ?? kindCalled(kind).usually);
  addFault(kind, process, { kind: 'time', at: timeToStrike() });
}
