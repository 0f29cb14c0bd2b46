// One run in an iframe: its story and the story's fix, the timeline, the verdict in a line, playback.

import { type CSSProperties, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { fixOf, mendedBy } from '../../model/story';
import type { Language, Text as TextInBoth } from '../../model/text';
import { toneOf } from '../../model/tone';
import type { Role } from '../../model/trace';
import { explain } from '../../narrate/explain';
import { registry } from '../../run/onDemand';
import { currentLink, useAddress, useOtherRun } from '../files/address';
import type { EmbedParameters } from '../files/embedParameters';
import { ProblemBoundary } from '../frame/ProblemBoundary';
import { FactPair } from '../parts/FactPair';
import { Sign } from '../parts/Sign';
import { ToneSign } from '../parts/ToneSign';
import { startPlayback } from '../playback/play';
import { useIsAsTold } from '../state/asTold';
import { isCutShort } from '../state/longRun';
import { titleOf } from '../state/namedLock';
import { useGhost, useRun } from '../state/run';
import { shownScenario, useScenario } from '../state/scenario';
import { openStory, useStory } from '../state/story';
import { Timeline } from '../timeline/Timeline';
import { useUnfinishedRun } from '../verdict/unfinishedRun';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Embed.module.css';
import { EmbedPlayback } from './EmbedPlayback';
import { signs } from './signs';
import { useHost } from './useHost';

interface EmbedProps {
  readonly parameters: EmbedParameters;
  /** The parts of the address that could not be followed. */
  readonly problems: readonly TextInBoth[];
}

export function Embed({ parameters, problems }: EmbedProps) {
  useEffect(startPlayback, []);
  const content = useRef<HTMLDivElement>(null);
  useHost(parameters, content);
  const text = useText();
  return (
    <div
      ref={content}
      className={styles.embed}
      data-hosted={parameters.frame !== null}
      data-view={parameters.view}
      style={{ '--rows': useRowHeight() } as CSSProperties}
    >
      <Head parameters={parameters} />
      {problems.map((problem) => (
        <p key={problem.en} role="alert" className={styles.problem}>
          {text(problem)}
        </p>
      ))}
      <ProblemBoundary>
        <Run parameters={parameters} />
      </ProblemBoundary>
    </div>
  );
}

/** The height that the lanes need, in CSS pixels. The timeline gets it if the surrounding page makes room. */
function useRowHeight(): string {
  const { header } = useRun().trace;
  const height = header.processes.reduce((sum, { role }) => sum + rowHeights[role], header.quorum > 1 ? 84 : 40);
  return `${Math.max(260, Math.min(620, height))}px`;
}

const rowHeights: Readonly<Record<Role, number>> = {
  client: 66,
  node: 38,
  replica: 30,
  service: 52,
  member: 30,
  storage: 86,
  sentinel: 28,
};

function Head({ parameters: { controls, language } }: { readonly parameters: EmbedParameters }) {
  const words = useSharedWords();
  const text = useText();
  const story = useStory();
  const scenario = useScenario(shownScenario);
  const lock = registry.locks.get(scenario.lock.id);
  const nodeCount = lock?.services(scenario.settings, {}).length ?? 0;
  const lockName = text(titleOf(scenario.lock));
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{story === null ? words.name : text(story.title)}</h1>
      <span className={styles.lock}>{nodeCount > 1 ? `${lockName} · ${words.bar.nodes(nodeCount)}` : lockName}</span>
      <span className={styles.space} />
      {controls.has('variants') && <Fixes />}
      {controls.has('open') && <OpenLink language={language} />}
    </header>
  );
}

/**
 * As told or fixed: the one choice that a reader of an article has. A variant with a fix of its own is offered with
 * that fix.
 */
function Fixes() {
  const words = useSharedWords();
  const text = useText();
  const story = useStory();
  const variantId = useScenario((state) => state.variantId);
  const isAsTold = useIsAsTold();
  if (story === null) return null;
  const shown = story.variants.find(({ id }) => id === variantId) ?? null;
  const mended = shown?.fix ? mendedBy(story, shown) : shown;
  const own = fixOf(story, mended);
  const fix = own ?? fixOf(story, null);
  if (fix === undefined) return null;
  const broken = own === undefined ? null : mended;
  const options = [
    { id: broken?.id ?? null, label: broken === null ? words.bar.asTold : text(broken.title) },
    { id: fix.id, label: text(fix.title) },
  ];
  return (
    <fieldset className={styles.fixes}>
      <legend className={styles.hidden}>{words.bar.variants}</legend>
      {options.map(({ id, label }) => (
        <button
          key={label}
          type="button"
          className={styles.choice}
          aria-pressed={isAsTold && variantId === id}
          onClick={() => void openStory(story.id, id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

interface OpenLinkProps {
  readonly language: Language | null;
  readonly label?: string;
  /** Whether the page looks for breaks at once. */
  readonly finds?: boolean;
}

/**
 * Leads to the page with the story as told or, once something was changed, with exactly this scenario, in the language
 * that the post asked for.
 */
function OpenLink({ language, label, finds = false }: OpenLinkProps) {
  const words = useSharedWords();
  const committed = useScenario((state) => state.committed);
  const storyId = useScenario((state) => state.storyId);
  const variantId = useScenario((state) => state.variantId);
  const isAsTold = useIsAsTold();
  const [link, setLink] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is that of the committed scenario, read from its store.
  useEffect(() => {
    let isWanted = true;
    setLink(null);
    if (!isAsTold || storyId === null) void currentLink().then((next) => isWanted && setLink(next));
    return () => {
      isWanted = false;
    };
  }, [committed, storyId, isAsTold]);
  const query = new URLSearchParams();
  if (link === null) query.set('story', storyId ?? '');
  if (link === null && variantId !== null) query.set('variant', variantId);
  if (language !== null) query.set('lang', language);
  if (finds) query.set('find', '');
  return (
    <a
      className={styles.open}
      href={`${siteRoot()}?${query}${link === null ? '' : `#${link}`}`}
      target="_blank"
      rel="noopener"
      aria-label={finds ? words.embed.findLabel : words.embed.openLabel}
    >
      {label ?? words.embed.open}
      <Sign paths={signs.leaving} size={14} />
    </a>
  );
}

const EndedAs = lazy(() => import('./EndedAs').then(({ EndedAs }) => ({ default: EndedAs })));

const Compared = lazy(() => import('./Compared').then(({ Compared }) => ({ default: Compared })));

/** Where the playground is, relative to this page. Embeds lie at different depths. */
export const siteRoot = (): string => document.querySelector<HTMLMetaElement>('meta[name=site-root]')?.content ?? '../';

function Run({ parameters: { view, controls, language } }: { readonly parameters: EmbedParameters }) {
  const run = useRun();
  const ghost = useGhost();
  const otherRun = useOtherRun();
  return (
    <>
      {view === 'timeline' && (
        <main className={styles.timeline}>
          <Timeline run={run} ghost={ghost} />
        </main>
      )}
      {view === 'compare' && (
        <main className={styles.pair}>
          <Suspense>
            <Compared />
          </Suspense>
        </main>
      )}
      <Suspense>{otherRun !== null && <EndedAs otherRun={otherRun} />}</Suspense>
      {view === 'verdict' ? (
        <main>
          <VerdictLine language={language} controls={controls} />
        </main>
      ) : (
        <VerdictLine language={language} controls={controls} />
      )}
      {view !== 'verdict' && controls.has('play') && <EmbedPlayback run={run} controls={controls} />}
    </>
  );
}

function VerdictLine({ language: asked, controls }: Pick<EmbedParameters, 'language' | 'controls'>) {
  const words = useSharedWords();
  const text = useText();
  const run = useRun();
  const { verdict } = run;
  const isDragged = useScenario((state) => state.draft !== null);
  const problem = useAddress((state) => state.problem);
  const open = useUnfinishedRun(run);
  const told = explain(verdict, words.speech);
  const { headline, sentence } = open ?? told;
  const tone = open === null ? toneOf(verdict) : 'grey';
  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {words.link.broken(text(problem.message))}
        </p>
      )}
      {open === null && isCutShort(run) && (
        <p className={styles.problem}>
          {words.embed.tooLong(Math.floor(run.trace.count / 1000) * 1000)}{' '}
          <OpenLink language={asked} label={words.embed.openLabel} />
        </p>
      )}
      <footer className={styles.verdict} data-tone={tone}>
        <div
          role="status"
          aria-label={words.verdict.label}
          aria-busy={isDragged || undefined}
          data-outcome={verdict.outcome}
          data-lock={verdict.lock}
          data-data={verdict.data}
        >
          <strong>
            {open === null && <ToneSign tone={tone} />}
            {headline}
          </strong>{' '}
          {open === null && <FactPair verdict={verdict} pair={told.pair} />}{' '}
          <span className={styles.sentence}>{sentence}</span>
        </div>
        {controls.has('open') && <OpenLink finds language={asked} label={words.embed.find} />}
      </footer>
    </>
  );
}
