// A button for each kind of fault that may be added here. The fault is added at the playhead.

import { signOf } from '../../core/faults';
import type { FaultKind } from '../../core/model/scenario/fault';
import { type ProcessId, roleOf } from '../../core/model/scenario/processId';
import { addFault, injectionTime } from '../edit/addFault';
import { useFaultRules } from '../edit/context';
import type { FaultRules } from '../edit/faultRules';
import { kindCalled, textsOf } from '../edit/kinds';
import { Button } from '../parts/Button';
import { Sign } from '../parts/Sign';
import { useEdition } from '../state/edition';
import { currentRun } from '../state/run';
import { freeTarget } from './freeTarget';
import styles from './Tools.module.css';
import { useLearnWords } from './words';

interface AddFaultsProps {
  readonly kinds: readonly FaultKind[];
  /** The processes that may be hit. Absent: any. */
  readonly processes?: readonly ProcessId[] | undefined;
}

export function AddFaults({ kinds, processes }: AddFaultsProps) {
  const { words, shared } = useLearnWords();
  const rules = useFaultRules();
  return (
    <fieldset className={`flex wrap narrows gap-3 ${styles.kinds}`}>
      <legend>{words.add}</legend>
      {kinds.map((kind) => {
        const { name, help } = textsOf(shared, kind);
        return (
          <Button key={kind} title={help} onClick={() => add(kind, processes, rules)}>
            <Sign paths={signOf(kind)} size={15} /> {name}
          </Button>
        );
      })}
    </fieldset>
  );
}

/**
 * Adds the fault at the playhead, on the selected process or else on the first process that may be hit and has no
 * fault at that time.
 */
function add(kind: FaultKind, processes: readonly ProcessId[] | undefined, rules: FaultRules): void {
  const { selection } = useEdition.getState();
  const selected = selection?.kind === 'process' ? selection.id : null;
  const isAllowed = selected !== null && processes?.includes(selected) !== false;
  const at = injectionTime();
  const first = processes?.[0] ?? kindCalled(kind).usually;
  const process = isAllowed ? selected : freeTarget(faultsNow(), { first, among: processes ?? likeIt(first), at });
  addFault(kind, { process, when: { kind: 'time', at } }, rules);
}

const faultsNow = () => Object.values(useEdition.getState().committed.faults);

/** The processes of the run with the same role. */
const likeIt = (first: ProcessId): readonly ProcessId[] =>
  currentRun()
    .trace.header.processes.map(({ id }) => id)
    .filter((id) => roleOf(id) === roleOf(first));
