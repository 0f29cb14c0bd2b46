// After a change of the lock: what was carried over from the one before, with the lock's own defaults on offer, and
// how a longer lease changed the run.
import { useMemo } from 'react';
import { formatLength } from '../../core/model/format';
import { namedLock, nameOf } from '../../core/model/namedLock';
import {
  type CarriedSetting,
  carriedIn,
  type LengthenedLease,
  lengthened,
  withOwnDefaults,
} from '../../core/model/otherLock';
import type { PastLocks } from '../../core/model/pastLocks';
import type { Scenario } from '../../core/model/scenario';
import { fromMs, type Ms } from '../../core/model/time';
import type { Verdict } from '../../core/model/verdict';
import { readingOf } from '../../core/narrate/reading';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { useAside } from '../state/run';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import styles from './CarriedOver.module.css';

export function CarriedOver() {
  const words = usePanelWords().carried;
  const { comma } = useWords().fault;
  const committed = useEdition((state) => state.committed);
  const before = useEdition((state) => state.lockMemory);
  const ends = useEnds(committed, before);
  const named = namedLock(nameOf(committed.lock), currentParts());
  if (named === undefined) return null;
  const { lock, inward, outward } = named;
  const choice = inward(committed.lock);
  const carried = carriedIn(before, lock, choice).filter(isLength);
  const others = carried.filter(({ value, own }) => own !== value);
  if (carried.length === 0 && ends === null) return null;
  const length = (ms: Ms): string => (ms === 0 ? words.none : formatLength(fromMs(ms)));
  const takeOwn = (): void => {
    const of = others.map(({ meaning }) => meaning);
    const [own, known] = withOwnDefaults(before, lock, { choice, of });
    propose({ ...committed, lock: outward(own) }, known);
  };
  return (
    <div className={`quiet normal airy below-4 ${styles.carried}`}>
      {ends !== null && <Lengthening ends={ends} />}
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
        <Button onClick={takeOwn}>{words.own(others.map(({ own }) => length(own)).join(comma))}</Button>
      )}
    </div>
  );
}

interface Ends extends Omit<LengthenedLease, 'choice'> {
  readonly now: Verdict;
  /** With the lease from before. */
  readonly shorter: Verdict;
}

/** How a longer lease changed the run. Null if the lease is not longer, and until both runs are ready. */
function useEnds(scenario: Scenario, before: PastLocks): Ends | null {
  const longer = useMemo(() => longerLease(scenario, before), [scenario, before]);
  const now = useAside(longer && scenario);
  const shorter = useAside(longer?.other ?? null);
  return longer && now && shorter && { ...longer, now: now.verdict, shorter: shorter.verdict };
}

function longerLease(scenario: Scenario, before: PastLocks) {
  const named = namedLock(nameOf(scenario.lock), currentParts());
  const longer = named && lengthened(before, named.lock, named.inward(scenario.lock));
  if (named === undefined || !longer) return null;
  return { ...longer, other: { ...scenario, lock: named.outward(longer.choice) } };
}

/** Nothing if the run ends the same with the lease from before. */
function Lengthening({ ends: { lease, carried, ...ends } }: { readonly ends: Ends }) {
  const words = usePanelWords().carried;
  const { speech } = useWords();
  const { headline: now } = readingOf(ends.now, speech);
  const { headline: before } = readingOf(ends.shorter, speech);
  if (now === before) return null;
  const length = (ms: Ms): string => formatLength(fromMs(ms));
  return <p data-lengthened>{words.became({ lease: length(lease), now, carried: length(carried), before })}</p>;
}

interface CarriedLength extends CarriedSetting {
  readonly meaning: 'lease' | 'timeout' | 'wait';
}

const isLength = (carried: CarriedSetting): carried is CarriedLength =>
  carried.meaning === 'lease' || carried.meaning === 'timeout' || carried.meaning === 'wait';
