// The lock that the clients use.
import { registry } from '../../run/onDemand';
import { Picker } from '../parts/Picker';
import { carriedOver } from '../state/carriedOver';
import { beforeOf } from '../state/lockBefore';
import { useParts } from '../state/parts';
import { propose } from '../state/proposal';
import { shownScenario, useScenario } from '../state/scenario';
import { useText, useWords } from '../words/i18n';
import styles from './TopBar.module.css';

export function LockPicker() {
  const words = useWords();
  const text = useText();
  const choice = useScenario((state) => shownScenario(state).lock);
  const settings = useScenario((state) => shownScenario(state).settings);
  useParts();
  const committed = useScenario((state) => state.committed);
  const lock = registry.locks.get(choice.id);
  const nodeCount = lock?.services(settings, {}).length ?? 0;
  const options = [...registry.locks.values()].map(({ id, title }) => ({ id, label: text(title) }));
  return (
    <Picker
      label={words.bar.lock}
      className={styles.lock}
      value={choice.id}
      shown={
        lock === undefined
          ? choice.id
          : nodeCount > 1
            ? `${text(lock.title)} · ${words.bar.nodes(nodeCount)}`
            : text(lock.title)
      }
      groups={[{ options }]}
      onChange={(id) => propose({ ...committed, lock: carriedOver(committed.lock, id, beforeOf(committed)) })}
    />
  );
}
