// “Bring your own lock”: the code on the left, its run on the right, and below it the attacks.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { InWorker } from '../../core/model/effects/calls';
import type { OwnCalls } from '../../sandbox/own/ownCalls';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { LostPart } from '../app/LostPart';
import { SiteLinks, useSiteLinksLabel } from '../app/SiteLinks';
import { ThemeSwitch } from '../app/ThemeSwitch';
import { mediaHook } from '../parts/mediaHook';
import { Segmented } from '../parts/Segmented';
import { Tips } from '../parts/Tip';
import { startPlayback } from '../playback/play';
import { AttackPart } from './AttackPart';
import { AttacksPart } from './AttacksPart';
import { CodePart } from './CodePart';
import { findLate } from './findLate';
import { GuideButton } from './GuideButton';
import styles from './Own.module.css';
import { chooseFaults, useOwnRuns } from './ownRuns';
import type { Faults } from './ownScenario';
import { useOwnWords } from './ownWords';
import { RunFile } from './RunFile';
import { RunPart } from './RunPart';
import { ShareButton } from './ShareButton';
import { useSentAddress } from './sentCode';
import { useOwnRun } from './useOwnRun';

export interface OwnWorkers {
  readonly runs: InWorker<OwnCalls>;
  /** Attacks take a while, and the run follows the code meanwhile. Each is stopped by ending its worker. */
  readonly attack: InWorker<OwnCalls>;
  readonly attacks: InWorker<OwnCalls>;
}

/** As in the style sheet. */
const useIsNarrow = mediaHook('(max-width: 900px)');

const parts = ['code', 'run', 'attacks'] as const;
type Part = (typeof parts)[number];

export function OwnPage({ workers }: { readonly workers: OwnWorkers }) {
  const words = useOwnWords();
  const isNarrow = useIsNarrow();
  const [part, setPart] = useState<Part>('code');
  const following = useOwnRun(workers.runs);
  const isReady = useOwnRuns(({ shown, problem }) => shown !== null && problem === null) && !following.isGoing;
  useSentAddress();
  useEffect(startPlayback, []);
  useEffect(() => {
    document.title = words.name;
  }, [words]);
  const run = useRef<HTMLElement>(null);
  const show = useCallback((faults: Faults): void => {
    chooseFaults(faults);
    setPart('run');
    run.current?.scrollIntoView({ block: 'start' });
  }, []);
  const isOff = (one: Part): boolean => isNarrow && part !== one;
  return (
    <div className={`stack ${styles.page}`}>
      <Bar isNarrow={isNarrow} />
      <RunFile />
      <main className={`fills grid ${styles.content}`}>
        {isNarrow && (
          <div className={styles.parts}>
            <Segmented
              label={words.partsLabel}
              value={part}
              options={parts.map((id) => ({ id, label: words.parts[id] }))}
              onChange={setPart}
            />
          </div>
        )}
        <section className={styles.left} aria-label={words.parts.code} hidden={isOff('code')}>
          <CodePart following={following} onRun={() => setPart('run')} />
        </section>
        <div className={`shortens pans ${styles.right}`}>
          <section ref={run} aria-label={words.parts.run} hidden={isOff('run')}>
            <RunPart following={following} late={findLate} />
          </section>
          <section
            className={`line-above ${styles.attacks}`}
            aria-label={words.parts.attacks}
            hidden={isOff('attacks')}
          >
            <AttackPart
              isReady={isReady}
              worker={workers.attack}
              onShow={show}
              onFound={isNarrow ? null : chooseFaults}
            />
            <AttacksPart isReady={isReady} worker={workers.attacks} onShow={show} />
          </section>
        </div>
      </main>
      {isNarrow && <Links />}
      <Tips hasKeys={false} />
      <LostPart />
    </div>
  );
}

function Bar({ isNarrow }: { readonly isNarrow: boolean }) {
  const words = useOwnWords();
  return (
    <header className={`row wrap line-below on-panel firm gap-5 rows-3 pad-y-3 pad-x-6 ${styles.bar}`}>
      <a className="bold bare" href="../">
        Redlock Playground
      </a>
      <h1 className="strong large whole">{words.title}</h1>
      {isNarrow && <ThemeSwitch />}
      <GuideButton />
      <ShareButton />
      {!isNarrow && <Links />}
      <LanguageSwitch />
      {!isNarrow && <ThemeSwitch />}
    </header>
  );
}

/** In a narrow window they are at the foot of the page, so that they take no row from the code. */
const Links = () => (
  <nav className={`row wrap gap-5 rows-2 ${styles.links}`} aria-label={useSiteLinksLabel()}>
    <SiteLinks site="../" here="own" />
  </nav>
);
