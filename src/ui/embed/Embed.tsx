// One run in an iframe: its story and the story's fix, the timeline, the verdict in a line, playback.
import { ArrowUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { registry } from '../../explore/onDemand';
import { explain } from '../../narrate/explain';
import { useLanguage, useText, useWords } from '../i18n';
import { currentLink, useAddress } from '../link/address';
import { ProblemBoundary } from '../ProblemBoundary';
import { startPlayback } from '../playback/play';
import { useGhost, useRun } from '../state/run';
import { shownScenario, useScenario } from '../state/scenario';
import { openStory, useStory } from '../state/story';
import { useIsAsTold } from '../story/asTold';
import { Timeline } from '../timeline/Timeline';
import { toneOf } from '../verdict/tone';
import styles from './Embed.module.css';
import { EmbedPlayback } from './EmbedPlayback';

export function Embed() {
  useEffect(startPlayback, []);
  return (
    <div className={styles.embed}>
      <Head />
      <ProblemBoundary>
        <Run />
      </ProblemBoundary>
    </div>
  );
}

function Head() {
  const words = useWords();
  const text = useText();
  const story = useStory();
  const scenario = useScenario(shownScenario);
  const lock = registry.locks.get(scenario.lock.id);
  const nodeCount = lock?.services(scenario.settings, {}).length ?? 0;
  const lockName = lock === undefined ? scenario.lock.id : text(lock.title);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{story === null ? words('name') : text(story.title)}</h1>
      <span className={styles.lock}>
        {nodeCount > 1 ? `${lockName} · ${words('bar.nodes', { n: nodeCount })}` : lockName}
      </span>
      <span className={styles.space} />
      <Fixes />
      <OpenLink />
    </header>
  );
}

/** As told, or mended: the one choice that a reader of an article has. */
function Fixes() {
  const words = useWords();
  const text = useText();
  const story = useStory();
  const variantId = useScenario((state) => state.variantId);
  const fix = story?.variants.find((variant) => variant.fix === true);
  if (story === null || fix === undefined) return null;
  const options = [
    { id: null, label: words('bar.asTold') },
    { id: fix.id, label: text(fix.title) },
  ];
  return (
    <fieldset className={styles.fixes}>
      <legend className={styles.hidden}>{words('bar.variants')}</legend>
      {options.map(({ id, label }) => (
        <button
          key={label}
          type="button"
          className={styles.choice}
          aria-pressed={variantId === id}
          onClick={() => void openStory(story.id, id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Leads to the page with the story as it is told, or, once something was changed, with just this scenario. */
function OpenLink() {
  const words = useWords();
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
  const told = `?story=${storyId ?? ''}${variantId === null ? '' : `&variant=${variantId}`}`;
  return (
    <a
      className={styles.open}
      href={`../${link === null ? told : `#${link}`}`}
      target="_blank"
      rel="noopener"
      aria-label={words('embed.openLabel')}
    >
      {words('embed.open')}
      <ArrowUpRight size={14} aria-hidden />
    </a>
  );
}

function Run() {
  const run = useRun();
  const ghost = useGhost();
  return (
    <>
      <main className={styles.timeline}>
        <Timeline run={run} ghost={ghost} />
      </main>
      <VerdictLine />
      <EmbedPlayback run={run} />
    </>
  );
}

function VerdictLine() {
  const words = useWords();
  const text = useText();
  const language = useLanguage();
  const { verdict } = useRun();
  const isDragged = useScenario((state) => state.draft !== null);
  const problem = useAddress((state) => state.problem);
  const { headline, sentence } = explain(verdict, language);
  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {words('link.broken', { problem: text(problem.message) })}
        </p>
      )}
      <div
        role="status"
        aria-label={words('verdict.label')}
        aria-busy={isDragged}
        data-outcome={verdict.outcome}
        data-tone={toneOf(verdict.outcome)}
        className={styles.verdict}
      >
        <strong>{headline}</strong> <span>{sentence}</span>
      </div>
    </>
  );
}
