// The state of the world at the playhead, under the timeline: a ring for each node's key, a line for each client, a
// line for the storage.

import { nameOf } from '../../core/model/scenario/processName';
import { formatAt, formatLength, formatNumber } from '../../core/model/values/format';
import { withColon, withStop } from '../../core/model/values/joinedTexts';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { useWords, type Words } from '../words/i18n';
import { processColour, processTextColour } from '../words/processNames';
import styles from './MomentPanel.module.css';
import { type ClientMoment, momentAt, type NodeMoment, type StorageMoment } from './momentAt';

export function MomentPanel() {
  const run = useDeferredRun();
  const words = useWords();
  const at = useCursor((state) => state.at);
  const { nodes, clients, storage } = momentAt(run.trace, at);
  return (
    <section className={styles.moment} aria-label={words.moment.title(formatAt(at))}>
      <ul className={`flex wrap gap-2 ${styles.nodes}`}>
        {nodes.map((node) => (
          <NodeCard key={node.id} node={node} />
        ))}
      </ul>
      <ul
        className={`narrows ${styles.lines}`}
        data-many={clients.length > 2}
        style={{ '--rows': Math.ceil((clients.length + 1) / 2) }}
      >
        {clients.map((client) => (
          <ClientLine key={client.id} client={client} />
        ))}
        <StorageLine storage={storage} />
      </ul>
    </section>
  );
}

function NodeCard({ node }: { readonly node: NodeMoment }) {
  const words = useWords();
  const { id, owner, left, of, endsWithSession, outage, sharedBy, leads } = node;
  const isFree = owner === null && sharedBy.length === 0;
  const name = words.onTimeline.processShort(id);
  const isDown = outage === 'crashed' || outage === 'power-loss';
  const share = owner === null ? 0 : left === null || of === null || of <= 0 ? 1 : left / of;
  return (
    <li className={`row stack ${styles.node}`} data-down={isDown} title={nodeSentence(words, node)}>
      <svg viewBox="0 0 40 40" className={styles.ring} role="img" aria-label={nodeSentence(words, node)}>
        <circle cx="20" cy="20" r="16" className={styles.track} />
        {owner !== null && (
          <circle
            cx="20"
            cy="20"
            r="16"
            pathLength="1"
            strokeDasharray={`${share} 1`}
            transform="rotate(-90 20 20)"
            className={styles.left}
            style={{ stroke: processColour(owner) }}
          />
        )}
        {isDown ? (
          <path d="M14 14 26 26M26 14 14 26" className={styles.cross} />
        ) : (
          <text x="20" y="20" className={`bold normal ${styles.letter}`}>
            {name}
          </text>
        )}
      </svg>
      <span
        aria-hidden
        className={`strong normal above-1 ${styles.owner}`}
        data-free={isFree || isDown}
        style={owner === null || isDown ? undefined : { color: processTextColour(owner) }}
      >
        {isDown
          ? words.moment.down
          : isFree
            ? (memberText(words, leads) ?? words.moment.free)
            : (owner === null ? sharedBy : [owner]).map(words.onTimeline.processShort).join(' ')}
      </span>
      <span aria-hidden className="quiet digits nowrap">
        {isFree || isDown
          ? null
          : owner === null
            ? words.moment.shared
            : left === null
              ? endsWithSession
                ? words.moment.withSession
                : words.moment.noExpiry
              : formatLength(Math.round(left / 1000) * 1000)}
      </span>
    </li>
  );
}

/** Null: it is not a member. */
const memberText = (words: Words, leads: boolean | null): string | null =>
  leads === null ? null : leads ? words.onTimeline.leads : '';

function nodeSentence(words: Words, { id, owner, left, endsWithSession, outage, sharedBy, leads }: NodeMoment): string {
  const node = nameOf(id, words.process);
  if (outage === 'crashed' || outage === 'power-loss') return withColon(node, words.moment.down);
  const paused = outage === 'paused' ? withStop(words.moment.paused, '') : '';
  if (leads !== null) return paused + (leads ? withColon(node, words.onTimeline.leads) : node);
  if (owner === null && sharedBy.length > 0)
    return (
      paused +
      words.moment.sharedBy({ node, who: sharedBy.map((id) => nameOf(id, words.process)).join(words.fault.comma) })
    );
  if (owner === null) return paused + words.moment.nobody(node);
  const who = nameOf(owner, words.process);
  return (
    paused +
    (left === null
      ? (endsWithSession ? words.moment.ownerWithSession : words.moment.ownerForever)({ who, node })
      : words.moment.owner({ who, node, left: formatLength(left) }))
  );
}

function ClientLine({ client }: { readonly client: ClientMoment }) {
  const words = useWords();
  const { id, step, outage, token } = client;
  const isOutlived = client.phase === 'inside' && client.left !== null && client.left < 0;
  return (
    <li className={styles.line}>
      <span className={styles.who} style={{ color: processTextColour(id) }}>
        {nameOf(id, words.process)}
      </span>
      <span className={`firm on-soft pad-x-3 ${styles.step}`}>
        {outage !== null
          ? outage === 'paused'
            ? words.moment.paused
            : words.moment.crashed
          : step === null
            ? words.moment.notStarted
            : words.moment.step(step)}
      </span>
      <span className={styles.what} data-outlived={isOutlived}>
        {beliefText(words, client)}
        {token !== null && ` · ${words.moment.token(token)}`}
      </span>
    </li>
  );
}

function beliefText(words: Words, { phase, left }: ClientMoment): string {
  switch (phase) {
    case 'outside':
      return words.moment.idle;
    case 'wants':
      return words.moment.wants;
    case 'releasing':
      return words.moment.releasing;
    case 'inside':
      if (left === null) return words.moment.believesForever;
      return left < 0 ? words.moment.outlived(formatLength(-left)) : words.moment.believes(formatLength(left));
    default:
      return phase satisfies never;
  }
}

function StorageLine({ storage }: { readonly storage: StorageMoment }) {
  const words = useWords();
  const numberOrDash = (value: number | null): string => (value === null ? '–' : formatNumber(value));
  return (
    <li className={styles.line}>
      <span className={styles.who}>{words.process.storage}</span>
      <span className={styles.what}>
        {storage.value !== null && storage.version === null
          ? words.moment.done(storage.value)
          : `${words.moment.value} ${numberOrDash(storage.value)} · ${words.moment.version} ${numberOrDash(storage.version)}`}
        {storage.tokenMax !== null && ` · ${words.moment.highest} ${formatNumber(storage.tokenMax)}`}
      </span>
    </li>
  );
}
