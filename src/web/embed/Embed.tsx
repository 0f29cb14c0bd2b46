// One run in an iframe: its story and the story's fix, the timeline, the verdict in a line, playback.

import { useEffect, useRef, useState } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import { linkWords } from '../../content/texts/link';
import { stopEventAt } from '../../core/judge/stopEvent';
import { embedHeight } from '../../core/model/links/embedHeight';
import type { Run as RunToShow } from '../../core/model/trace/run';
import { withGap } from '../../core/model/values/joinedTexts';
import type { Text as TextInBoth } from '../../core/model/values/text';
import { fromMs } from '../../core/model/values/time';
import { explainOutcome } from '../../core/narrate/explain';
import { LostPart } from '../app/LostPart';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { useLinkState, useOtherRun } from '../files/address';
import type { OtherRun } from '../files/otherRun';
import { later } from '../parts/later';
import { RunHead } from '../parts/RunHead';
import { startPlayback } from '../playback/play';
import { useIsAsPublished } from '../state/asPublished';
import { useCursor } from '../state/cursor';
import { type ScenarioSource, shownScenario, useEdition } from '../state/edition';
import { keptRun } from '../state/keptRun';
import { isTruncatedHere } from '../state/longRun';
import { titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { useGhost, useRun } from '../state/run';
import { openStory, useStory } from '../state/story';
import { Timeline } from '../timeline/Timeline';
import { useReading } from '../verdict/useReading';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Embed.module.css';
import { EmbedPlayback } from './EmbedPlayback';
import { EmbedScene } from './EmbedScene';
import { Back, fixesOf, type OpenedProps, OpenLink, useHasFixes } from './embedLinks';
import { useHost } from './useHost';
import { useReservedHeight } from './useReservedHeight';

interface EmbedProps {
  readonly parameters: EmbedParameters;
  /** The parts of the address that could not be followed. */
  readonly problems: readonly TextInBoth[];
}

export function Embed({ parameters, problems }: EmbedProps) {
  useEffect(startPlayback, []);
  const content = useRef<HTMLDivElement>(null);
  const { rows, spare, held } = useReservedHeight(parameters.room, content, runCounts[parameters.view]);
  const language = useHost(parameters, content, useTitle());
  const [opened] = useState(openedNow);
  const currentParameters = { ...parameters, language };
  const text = useText();
  return (
    <div
      ref={content}
      className={styles.embed}
      data-hosted={parameters.frame !== null && parameters.height === null}
      data-view={parameters.view}
      style={{
        '--room': `${parameters.room ?? embedHeight('scene', rows, innerWidth)}px`,
        '--rows': `${rows}px`,
        '--spare': `${spare}px`,
        ...(held !== null && { minHeight: held }),
      }}
    >
      {parameters.view !== 'scene' && <Head parameters={currentParameters} opened={opened} />}
      {problems.map((problem) => (
        <p key={problem.en} role="alert" className="firm breaks warned pad-y-3 pad-x-5">
          {text(problem)}
        </p>
      ))}
      <ProblemBoundary>
        {parameters.view === 'scene' ? (
          <SceneRun {...{ opened }} parameters={currentParameters} />
        ) : (
          <Run {...{ opened }} parameters={currentParameters} />
        )}
      </ProblemBoundary>
      <LostPart collectWork={keptRun} />
    </div>
  );
}

/** How many runs each view draws. */
const runCounts = { scene: 0, timeline: 1, compare: 2, verdict: 0 } as const;

function openedNow(): ScenarioSource {
  const { committed, storyId, variantId } = useEdition.getState();
  return { scenario: committed, storyId, variantId };
}

function useTitle(): string {
  const words = useSharedWords();
  const text = useText();
  const story = useStory();
  return story === null ? words.name : `${text(story.title)} · ${words.name}`;
}

function Head({ parameters: { controls, language }, opened }: OpenedProps) {
  const hasFixes = useHasFixes(controls, opened);
  const words = useSharedWords();
  const text = useText();
  const story = useStory();
  const scenario = useEdition(shownScenario);
  const lock = currentParts().locks.get(scenario.lock.id);
  const nodeCount = lock?.services(scenario.settings, {}).length ?? 0;
  const lockName = text(titleOf(scenario.lock));
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{story === null ? words.name : text(story.title)}</h1>
      <span className={styles.lock}>{nodeCount > 1 ? `${lockName} · ${words.bar.nodes(nodeCount)}` : lockName}</span>
      <span className={styles.space} />
      {hasFixes && <Fixes />}
      {controls.has('open') && <OpenLink language={language} />}
    </header>
  );
}

/**
 * As published or fixed: the one choice that a reader of an article has. A variant with its own fix is offered with
 * that fix.
 */
function Fixes() {
  const words = useSharedWords();
  const text = useText();
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isAsPublished = useIsAsPublished();
  const fixes = story === null ? null : fixesOf(story, variantId);
  if (story === null || fixes === null) return null;
  const { broken, fix } = fixes;
  const options = [
    { id: broken?.id ?? null, label: broken === null ? words.bar.original : text(broken.title) },
    { id: fix.id, label: text(fix.title) },
  ];
  return (
    <fieldset className={`framed rounded clipped inline ${styles.fixes}`}>
      <legend className="hidden">{words.bar.variants}</legend>
      {options.map(({ id, label }) => (
        <button
          key={label}
          type="button"
          className={`pad-y-2 pad-x-4 inks ${styles.choice}`}
          aria-pressed={isAsPublished && variantId === id}
          onClick={() => void openStory(story.id, id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

const Compared = later(async () => (await import('./Compared')).Compared);

function SceneRun(props: OpenedProps) {
  const otherRun = useOtherRun();
  return (
    <>
      <Alerts language={props.parameters.language} />
      {otherRun !== null && <EndedAs otherRun={otherRun} />}
      <EmbedScene {...props} />
    </>
  );
}

/** Whether the end may be shown. A timeline that rests at its start hides it until it has been played or changed. */
function useShowsEnd(run: RunToShow, { view, at, to, controls }: EmbedParameters): boolean {
  const [isShown, setShown] = useState(view !== 'timeline' || at !== 'start' || !controls.has('play'));
  const isChanged = useEdition(({ draft }) => draft !== null);
  const end = Math.min(stopEventAt(run), to === null ? Number.POSITIVE_INFINITY : fromMs(to));
  const isReached = useCursor((cursor) => cursor.at >= end);
  if (!isShown && (isReached || isChanged)) setShown(true);
  return isShown;
}

function Run({ parameters, opened }: OpenedProps) {
  const { view, controls } = parameters;
  const run = useRun();
  const showsEnd = useShowsEnd(run, parameters);
  const ghost = useGhost();
  const otherRun = useOtherRun();
  return (
    <>
      {view === 'timeline' && (
        <main className={`anchor grows ${styles.timeline}`} data-covered={!showsEnd}>
          <Timeline run={run} ghost={ghost} isBare />
        </main>
      )}
      {view === 'compare' && (
        <main className={`whole ${styles.pair}`}>
          <Compared />
        </main>
      )}
      {otherRun !== null && <EndedAs otherRun={otherRun} />}
      {view === 'verdict' ? (
        <main>
          <VerdictLine {...{ parameters, opened, showsEnd }} />
        </main>
      ) : (
        <VerdictLine {...{ parameters, opened, showsEnd }} />
      )}
      {view !== 'verdict' && controls.has('play') && <EmbedPlayback {...{ run, controls, showsEnd }} />}
    </>
  );
}

/** What could not be read, and a run that is too long for a frame. */
function Alerts({ language }: Pick<EmbedParameters, 'language'>) {
  const words = useSharedWords();
  const text = useText();
  const run = useRun();
  const problem = useLinkState((state) => state.problem);
  const { doubt } = useReading(run);
  return (
    <>
      {problem !== null && (
        <p role="alert" className="firm breaks warned pad-y-3 pad-x-5">
          {words.link.broken(text(problem.message))}
        </p>
      )}
      {doubt !== 'unfinished' && isTruncatedHere(run) && (
        <p className="firm breaks warned pad-y-3 pad-x-5">
          {withGap(words.embed.tooLong(Math.floor(run.trace.count / 1000) * 1000))}
          <OpenLink language={language} label={words.embed.openLabel} />
        </p>
      )}
    </>
  );
}

function VerdictLine({ parameters, opened, showsEnd }: OpenedProps & { readonly showsEnd: boolean }) {
  const { language: embedLanguage, controls } = parameters;
  const words = useSharedWords();
  const isDragged = useEdition((state) => state.draft !== null);
  const isPlaying = useCursor(({ playing }) => playing);
  const reading = useReading(useRun());
  return (
    <>
      <Alerts language={embedLanguage} />
      <footer className={`firm line-above airy ${styles.verdict}`} data-tone={showsEnd ? reading.tone : 'grey'}>
        {!showsEnd && !isPlaying && <p className="bold over">{words.scene.playOnly}</p>}
        <RunHead
          reading={reading}
          isWhole
          className={showsEnd ? undefined : styles.unseen}
          role="status"
          aria-label={words.verdict.label}
          aria-busy={isDragged || undefined}
        />
        {controls.has('open') && <OpenLink finds language={embedLanguage} label={words.embed.find} />}{' '}
        <Back parameters={parameters} opened={opened} />
      </footer>
    </>
  );
}

/** How the run ended for the writer of the post, if it ends otherwise today. */
function EndedAs({ otherRun: { endedAs, data } }: { readonly otherRun: OtherRun }) {
  const { speech } = useSharedWords();
  const words = useText()(linkWords);
  // A link from real Redis does not say how the run ended, and a changed digest is of no use to a reader.
  if (endedAs === null) return null;
  return (
    <p role="note" className="firm breaks warned pad-y-3 pad-x-5">
      {words.endedAs(explainOutcome(endedAs, speech, data))}
    </p>
  );
}
