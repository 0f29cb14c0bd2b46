// The question: kinds of faults, how many at once, the harm, the seeds.

import { findWords } from '../../content/texts/find';
import { injectableKinds } from '../../core/faults';
import type { FaultKind } from '../../core/model/scenario/fault';
import { type Harm, harms } from '../../core/model/trace/severity';
import { harmInWords } from '../../search/explore/words';
import { Button } from '../parts/Button';
import { Choose } from '../parts/Choose';
import { Segmented } from '../parts/Segmented';
import { useEdition } from '../state/edition';
import { useWords } from '../words/i18n';
import { useNamedText } from '../words/storyNames';
import styles from './Find.module.css';
import { inOrder } from './findLink';
import { searchSession, useSearchSession } from './pageSearch';

const counts = ['1', '2', '3'] as const;
const seedCounts = ['1', '10'] as const;

export function FindForm({ isOff }: { readonly isOff: boolean }) {
  const text = useNamedText();
  const words = text(findWords);
  const { kinds, faultsMax, harm, seeds } = useSearchSession((state) => state.question);
  const phase = useSearchSession(({ sought }) => sought?.phase);
  const hasAnswer = useSearchSession(({ sought }) => sought !== null);
  const seed = useEdition(({ committed }) => committed.seed);
  const isUnderWay = phase === 'searching' || phase === 'stopping';
  return (
    <div className="stack gap-4">
      <Kinds kinds={kinds} label={words.kinds} />
      {kinds.length === 0 && <p className={styles.note}>{words.noKind}</p>}
      <div className={styles.row}>
        <span aria-hidden>{words.atOnce}</span>
        <Segmented
          look="small"
          label={words.atOnce}
          value={counts[faultsMax - 1] ?? '1'}
          options={counts.map((id) => ({ id, label: id }))}
          onChange={(id) => searchSession.ask({ faultsMax: Number(id) })}
        />
      </div>
      <div className={styles.row}>
        <span aria-hidden>{words.harm}</span>
        <Choose<Harm>
          label={words.harm}
          value={harm}
          options={harms.map((id) => ({ id, label: text(harmInWords(id)) }))}
          onChange={(id) => searchSession.ask({ harm: id })}
        />
      </div>
      <div className={styles.row}>
        <span aria-hidden>{words.seeds}</span>
        <Segmented
          look="small"
          label={words.seeds}
          value={seedCounts.find((id) => id === String(seeds)) ?? '10'}
          options={seedCounts.map((id) => ({
            id,
            label: words.seedRange(seed, seed + (id === '1' || seeds === 1 ? Number(id) : seeds) - 1),
          }))}
          onChange={(id) => searchSession.ask({ seeds: Number(id) })}
        />
      </div>
      {isUnderWay ? (
        <Button onClick={() => searchSession.stop()} disabled={phase === 'stopping'}>
          {phase === 'stopping' ? words.stopping : words.stop}
        </Button>
      ) : (
        <Button look="ink" disabled={isOff || kinds.length === 0} onClick={() => searchSession.start()}>
          {hasAnswer ? words.again : words.start}
        </Button>
      )}
    </div>
  );
}

function Kinds({ kinds, label }: { readonly kinds: readonly FaultKind[]; readonly label: string }) {
  const { onTimeline } = useWords();
  const toggle = (kind: FaultKind): void =>
    searchSession.ask({
      kinds: inOrder(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]),
    });
  return (
    <fieldset className="flex wrap narrows gap-2">
      <legend className="hidden">{label}</legend>
      {injectableKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={`framed normal pad-x-5 edges inks ${styles.chip}`}
          aria-pressed={kinds.includes(kind)}
          onClick={() => toggle(kind)}
        >
          {onTimeline.fault(kind)}
        </button>
      ))}
    </fieldset>
  );
}
