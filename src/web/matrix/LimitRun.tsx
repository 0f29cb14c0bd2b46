// The check of a recommendation at work, or what the recommended lock still allows: the run, as a small still picture, with its outcome.

import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { recommendWords } from '../../content/texts/recommend';
import type { Run } from '../../core/model/trace/run';
import { withColon } from '../../core/model/values/joinedTexts';
import { readingOf } from '../../core/narrate/reading';
import { stillScene } from '../../picture/layout/sceneLook';
import { sceneOf } from '../../picture/scene/sceneOf';
import { svgPicture } from '../../picture/svg/svgPicture';
import type { Shown } from '../../search/matrix/recommend';
import { scenarioAt } from '../../search/matrix/scenario';
import type { Table } from '../../search/matrix/table';
import { measureWith, useInks } from '../appearance/useInks';
import { addressOfScenario } from '../files/address';
import { FactPair } from '../parts/RunHead';
import { simulateNow } from '../state/longRun';
import { currentParts } from '../state/parts';
import { useLoaded } from '../state/useJob';
import { useSize } from '../timeline/useSize';
import { useLanguage, useSharedWords } from '../words/i18n';
import styles from './LimitRun.module.css';

export interface LimitRunProps {
  readonly shows: Shown;
  /** The table of its cell. */
  readonly table: Table;
  /** What it shows. */
  readonly text: string;
}

/** In CSS pixels. A picture that is not much narrower than the wide one is the wide one, scaled down. */
const narrow = { width: 0, height: 260 };
const wide = { width: 560, height: 320 };
const wideFrom = 400;
const sizeIn = (width: number) =>
  width < wideFrom ? { ...narrow, width } : { ...wide, width: Math.max(wide.width, width) };
/** After the point where the run is stopped, some of what follows is shown. */
const beyond = 1.08;

export function LimitRun({ shows, table, text }: LimitRunProps) {
  const words = recommendWords[useLanguage()];
  const { speech } = useSharedWords();
  const [box, { width }] = useSize<HTMLDivElement>();
  const run = useMemo(() => runOf(shows, table), [shows, table]);
  // The run may not belong to a cell, so it opens in the playground.
  const address = useLoaded(run && [run], async () =>
    run === null ? null : await addressOfScenario(run.scenario, '../'),
  );
  return (
    <figure className={`framed clipped ${styles.run}`}>
      <div ref={box} className={`on-page ${styles.picture}`}>
        {run !== null && width > 0 && <Still run={run} {...sizeIn(width)} />}
      </div>
      <figcaption className="row wrap between line-above gap-6 rows-4 pad-y-4 pad-x-5">
        {run !== null && <FactPair pair={readingOf(run.verdict, speech).pair} />}
        {/* Its place is there before its address, so that nothing below it moves. */}
        {run !== null && (
          <a className={styles.watch} href={address ?? undefined} aria-label={withColon(words.watch, text)}>
            <Play size={14} aria-hidden />
            {words.watch}
          </a>
        )}
      </figcaption>
    </figure>
  );
}

/** The check at work may be another one than the table's. */
function runOf({ cell: { row, kind }, check }: Shown, table: Table): Run | null {
  const scenario = scenarioAt({ ...table, check }, row, kind);
  return scenario && simulateNow(scenario);
}

interface StillProps {
  readonly run: Run;
  readonly width: number;
  readonly height: number;
}

/** The text beside it describes what it shows. */
function Still({ run, width, height }: StillProps) {
  const language = useLanguage();
  const { speech, onTimeline: words } = useSharedWords();
  const inks = useInks();
  const svg = useMemo(() => {
    const { lanes, spacing, stopsAt } = sceneOf({
      run,
      story: null,
      variantId: null,
      original: null,
      speech,
      language,
    });
    return svgPicture({
      run,
      faults: currentParts().faults,
      scene: stillScene(lanes),
      width,
      height,
      view: { from: 0, to: Math.min(run.trace.header.endedAt, stopsAt * beyond) },
      evenSpacing: spacing === 'even',
      words,
      inks,
      measure: measureWith(inks),
    });
  }, [run, width, height, language, speech, words, inks]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the picture is made here, and its texts are escaped.
  return <div dangerouslySetInnerHTML={{ __html: svg }} />;
}
