// The file of `npm start -- --lock` on real Redis: the button, the progress of the run, and its outcome beside the
// simulated one.
import { useEffect } from 'react';
import { toneOf } from '../../core/model/trace/severity';
import type { Verdict } from '../../core/model/trace/verdict';
import { formatMs } from '../../core/model/values/format';
import type { OfferedLock } from '../../live/wire/messages';
import { turnLiveOff } from '../live/actions';
import { LastWords, RunButton, SetUpLines } from '../live/LiveBar';
import { LiveStatus } from '../live/LiveStatus';
import { ModeSwitch } from '../live/ModeSwitch';
import { ToneSign } from '../parts/ToneSign';
import { useEdition } from '../state/edition';
import { isOf, type LiveRun, useLive } from '../state/live';
import { useWords } from '../words/i18n';
import styles from './FileOnRedis.module.css';
import { useOwnRuns } from './ownRuns';
import { useOwnWords } from './ownWords';

export function FileOnRedis({ lock }: { readonly lock: OfferedLock }) {
  const words = useOwnWords();
  const page = useWords();
  const committed = useEdition((state) => state.committed);
  const code = useOwnRuns((state) => state.shown?.code);
  const isOn = useLive((state) => state.isOn);
  const isAtWork = useLive(({ phase }) => phase.kind !== 'ready' && phase.kind !== 'closed');
  const live = useLive(({ runs }) => runs.find((one) => isOf(one, committed)) ?? null);
  // A change of the code or the faults is simulated at once and shown as such.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of them turns it off.
  useEffect(turnLiveOff, [committed, code]);
  return (
    <section className={`grid gap-3 card pad-y-4 pad-x-5 ${styles.part}`} aria-label={words.onRedis.label}>
      <div className="row wrap gap-5 rows-3">
        <p className={`breaks ${styles.name}`}>
          <b>{lock.name}</b>
          {words.onRedis.here(lock.nodes, formatMs(lock.ttl))}
        </p>
        {live !== null && <ModeSwitch />}
        <RunButton live={live} label={page.live.run} />
      </div>
      {(isOn || isAtWork) && <LiveStatus live={isOn ? live : null} />}
      <SetUpLines />
      <LastWords />
      {live !== null && live.state !== 'growing' && <Outcomes live={live} />}
    </section>
  );
}

/** The two outcomes side by side. Their code may differ: the page knows only what is in its editor. */
function Outcomes({ live }: { readonly live: LiveRun }) {
  const words = useOwnWords();
  const simulated = useOwnRuns((state) => state.run);
  return (
    <ul className={`flex wrap gap-6 rows-1 ${styles.outcomes}`} aria-live="polite">
      <Came where={words.onRedis.real} verdict={live.run.verdict} />
      {simulated !== null && <Came where={words.onRedis.simulated} verdict={simulated.verdict} />}
    </ul>
  );
}

function Came({ where, verdict }: { readonly where: string; readonly verdict: Verdict }) {
  const words = useOwnWords();
  const tone = toneOf(verdict);
  return (
    <li data-tone={tone}>
      <ToneSign tone={tone} size={15} /> {words.onRedis.came(where, words.outcomes[verdict.outcome])}
    </li>
  );
}
