// What is known of a run before it is seen: the lock, the check, and its faults.

import { EyeOff } from 'lucide-react';
import { signOf } from '../../core/faults';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Scenario } from '../../core/model/scenario/scenario';
import { faultText } from '../edit/faultText';
import { Sign } from '../parts/Sign';
import { titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import styles from './Covered.module.css';
import { useLearnWords } from './words';

export function Covered({ exercise }: { readonly exercise: Exercise }) {
  const { words } = useLearnWords();
  return (
    <div className={`row centred quiet grows gap-4 stack ${styles.cover}`}>
      <EyeOff size={28} strokeWidth={1.5} aria-hidden />
      <p className="ink large central">{words.hidden}</p>
      <Given scenario={exercise.scenario} />
    </div>
  );
}

/** The lock, the check and the faults of a run, without their results. */
export function Given({ scenario: { lock, storage, faults } }: { readonly scenario: Scenario }) {
  const { text, words, shared } = useLearnWords();
  const resource = currentParts().resources.get(storage.id);
  return (
    <dl>
      <dt>{words.chooseLock}</dt>
      <dd>{text(titleOf(lock))}</dd>
      <dt>{words.chooseCheck}</dt>
      <dd>{resource === undefined ? storage.id : text(resource.title)}</dd>
      <dt>{words.given}</dt>
      <dd>
        {Object.keys(faults).length === 0 && words.nothingGiven}
        <ul className="grid gap-3">
          {Object.entries(faults).map(([name, fault]) => {
            const { title, detail } = faultText(shared, fault);
            return (
              <li key={name}>
                <Sign paths={signOf(fault.kind)} size={15} /> <strong>{title}</strong> {detail}
              </li>
            );
          })}
        </ul>
      </dd>
    </dl>
  );
}
