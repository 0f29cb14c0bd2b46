// A recorded run as a scene: play, step, every lane, and the account of what happened. Nothing of it can be changed.
import { type ReactNode, useEffect, useState } from 'react';
import { recordedWords } from '../../content/texts/recorded';
import { startPlayback } from '../playback/play';
import { useKeys } from '../playback/useKeys';
import { Scene } from '../scene/Scene';
import { useRun } from '../state/run';
import { Chain, EventLink } from '../verdict/Chain';
import { useReading } from '../verdict/useReading';
import { useText } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './Recorded.module.css';

interface RecordedProps {
  /** The first window, which the scene fills. */
  readonly className: string;
  /** Stands above the scene. */
  readonly bar: ReactNode;
}

export function Recorded({ className, bar }: RecordedProps) {
  const words = useText()(recordedWords);
  const [lanes, setLanes] = useState<'few' | 'all'>('few');
  const isWhole = lanes === 'all';
  useKeys();
  useEffect(startPlayback, []);
  return (
    <>
      <div className={className}>
        {bar}
        <Scene
          recorded={lanes}
          below={() => (
            <p className={`row wrap between gap-5 rows-3 quiet ${styles.note}`}>
              {words.note}
              <button type="button" className="link" onClick={() => setLanes(isWhole ? 'few' : 'all')}>
                {isWhole ? words.fewLanes : words.allLanes}
              </button>
            </p>
          )}
        />
      </div>
      <Account label={words.account} />
    </>
  );
}

export function Account({ label }: { readonly label: string }) {
  const run = useRun();
  const { chain, facts, sentence, tone } = useReading(run);
  return (
    <section className={`stack gap-4 ${styles.account}`} data-tone={tone} aria-label={label}>
      <h2 className="large strong">{label}</h2>
      <p className="pretty loose">{unbroken(sentence)}</p>
      <Chain chain={chain} run={run} label={label} />
      {facts.map((fact) => (
        <p key={`${fact.kind} ${fact.text}`}>
          <EventLink explained={fact} run={run} />
        </p>
      ))}
    </section>
  );
}
