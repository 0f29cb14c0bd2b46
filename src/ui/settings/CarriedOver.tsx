// After a change of the lock: what was carried over from the one before, with the lock's own defaults on offer.
import { formatLength } from '../../model/format';
import { namedLock, nameOf } from '../../model/namedLock';
import { type Carried, carriedIn, withOwnDefaults } from '../../model/otherLock';
import { fromMs, type Ms } from '../../model/time';
import { Button } from '../parts/Button';
import { beforeOf, setBefore } from '../state/lockBefore';
import { knownLocks } from '../state/namedLock';
import { propose } from '../state/proposal';
import { useScenario } from '../state/scenario';
import { usePanelWords } from '../words/panelWords';
import styles from './CarriedOver.module.css';

export function CarriedOver() {
  const words = usePanelWords().carried;
  const committed = useScenario((state) => state.committed);
  const named = namedLock(nameOf(committed.lock), knownLocks);
  if (named === undefined) return null;
  const { lock, inward, outward } = named;
  const before = beforeOf(committed);
  const choice = inward(committed.lock);
  const carried = carriedIn(before, lock, choice).filter(isLength);
  const others = carried.filter(({ value, own }) => own !== value);
  if (carried.length === 0) return null;
  const length = (ms: Ms): string => (ms === 0 ? words.none : formatLength(fromMs(ms)));
  const takeOwn = (): void => {
    const of = others.map(({ meaning }) => meaning);
    const [own, known] = withOwnDefaults(before, lock, { choice, of });
    const next = { ...committed, lock: outward(own) };
    setBefore(next, known);
    propose(next);
  };
  return (
    <div className={styles.carried}>
      <p>
        {carried.map(({ meaning, value, asked }) => (
          <span key={meaning}>
            {value === asked
              ? words.same({ name: words.names[meaning], length: length(value) })
              : words.nearest({ name: words.names[meaning], length: length(value), asked: length(asked) })}{' '}
          </span>
        ))}
      </p>
      {others.length > 0 && (
        <Button onClick={takeOwn}>{words.own(others.map(({ own }) => length(own)).join(', '))}</Button>
      )}
    </div>
  );
}

interface CarriedLength extends Carried {
  readonly meaning: 'lease' | 'timeout' | 'wait';
}

const isLength = (carried: Carried): carried is CarriedLength =>
  carried.meaning === 'lease' || carried.meaning === 'timeout' || carried.meaning === 'wait';
