// Below the timeline, on its axis: a strip for each process and kind of fault, with a box wherever one fault was
// tried.

import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type FindWords, findWords } from '../../content/texts/find';
import { severityWords, signWords } from '../../content/texts/severities';
import { signs as allSigns, signOf, toneOfSign } from '../../core/model/trace/severity';
import { formatAt, formatNumber } from '../../core/model/values/format';
import { withColon } from '../../core/model/values/joinedTexts';
import { boxHeight, injectionMap, type MapBox, type MapStrip, nearestBox } from '../../picture/layout/injectionMap';
import type { Stretch, TimeAxis } from '../../picture/layout/timeAxis';
import { withFaults } from '../../search/explore/branch';
import type { InjectionFate, InjectionStrip } from '../../search/explore/injectionFates';
import { faultText } from '../edit/faultText';
import { useCursor } from '../state/cursor';
import { positionHead } from '../timeline/Playhead';
import { useText, useWords, type Words } from '../words/i18n';
import { useNamedText } from '../words/storyNames';
import type { Surveyed } from '../workers/messages';
import styles from './FindMap.module.css';
import { openFound, useSearchSession } from './pageSearch';
import { SeveritySign } from './SeveritySign';

export interface FindMapProps {
  readonly axis: TimeAxis;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
}

/** While nothing is known there is no map. */
export const FindMap = memo(function FindMap(props: FindMapProps) {
  const surveyed = useSearchSession(({ sought }) => sought?.surveyed ?? null);
  return surveyed === null ? null : <InjectionMap surveyed={surveyed} {...props} />;
});

interface Spot {
  readonly strip: number;
  readonly box: MapBox<InjectionFate>;
}

function InjectionMap({ surveyed, axis, fit }: FindMapProps & { readonly surveyed: Surveyed }) {
  const words = useText()(findWords);
  const page = useWords();
  const spotWords = { words: words.map, outcomes: useNamedText()(severityWords) };
  // Drawn when there is time.
  const pointFates = useDeferredValue(useSearchSession(({ sought }) => sought?.fates ?? none));
  const isStale = useSearchSession((state) => state.isStale);
  const seeds = useSearchSession(({ sought }) => sought?.question.seeds ?? 1);
  const [spot, setSpot] = useState<Spot | null>(null);
  const { strips, faultless } = surveyed;
  const map = useMemo(() => injectionMap(strips.length, pointFates, axis), [strips, pointFates, axis]);
  const isNarrow = axis.left < narrow;
  const rows = rowsOf(strips, isNarrow);
  const open = ({ box }: Spot): void => void openFound(withFaults(faultless, [box.worst.fault]));
  const at = ({ clientX, clientY, currentTarget }: PointerEvent): Spot | null => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return spotAt(map, rows, { x: clientX - left, y: clientY - top + currentTarget.scrollTop });
  };
  const inView = map.reduce((sum, { boxes }) => boxes.reduce((all, { points }) => all + points.length, sum), 0);
  return (
    <section className={styles.map} aria-label={words.map.title} data-stale={isStale}>
      <header className="flex baseline wrap firm gap-5 rows-1 pad-y-3 pad-x-6">
        <h2 className="normal">{words.map.title}</h2>
        {seeds > 1 && <p className="quiet normal">{words.map.firstSeed(faultless.seed)}</p>}
        <Counted {...{ pointFates, surveyed, inView, fit }} />
        <Legend pointFates={pointFates} />
      </header>
      <div
        className={`scroll slim anchor ${styles.strips}`}
        onPointerMove={(event) => setSpot(at(event))}
        onPointerLeave={() => setSpot(null)}
        onPointerUp={(event) => {
          const pressed = event.button === 0 ? at(event) : null;
          if (pressed !== null) open(pressed);
        }}
      >
        <div className="anchor" style={{ height: rows.height }}>
          {strips.map((strip, index) => (
            <Strip
              key={`${strip.process} ${strip.kind}`}
              name={nameOf(strip, strips[index - 1], { page, isNarrow })}
              top={rows.tops[index] ?? 0}
              left={axis.left}
              map={map[index]}
            />
          ))}
          <Head axis={axis} />
          <Cursor
            spot={spot}
            move={setSpot}
            open={open}
            tops={rows.tops}
            map={map}
            describe={(one) => spotText(one, page, spotWords)}
          />
        </div>
      </div>
      <p className={`firm normal tight ${styles.shownText}`} role="status" aria-live="polite">
        {spot === null ? ' ' : spotText(spot, page, spotWords)}
      </p>
    </section>
  );
}

const none: readonly InjectionFate[] = [];

interface CountedProps {
  readonly pointFates: readonly InjectionFate[];
  readonly surveyed: Surveyed;
  readonly inView: number;
  readonly fit: Stretch;
}

function Counted({ pointFates, surveyed, inView, fit }: CountedProps) {
  const words = useText()(findWords);
  /**
   * Brings every place into view. The places reach as far as the run without faults; the run on screen may be
   * shorter.
   */
  const showAll = (): void => {
    const isWithin = pointFates.every(({ at }) => at >= fit.from && at <= fit.to);
    useCursor.getState().setView(null);
    if (!isWithin) void openFound(withFaults(surveyed.faultless, []));
  };
  const outside = pointFates.length - inView;
  return (
    <p>
      {surveyed.strips.length === 0 ? words.map.empty : countText(words, pointFates, surveyed)}
      {outside > 0 && ` ${words.map.outside(formatNumber(outside))} `}
      {outside > 0 && (
        <button type="button" className="link" onClick={showAll}>
          {words.map.showAll}
        </button>
      )}
    </p>
  );
}

/** A narrower gutter has no room for names, so they stand above their strips. */
const narrow = 100;

interface Rows {
  /** The top of each strip's boxes. */
  readonly tops: readonly number[];
  readonly height: number;
}

function rowsOf(strips: readonly InjectionStrip[], isNarrow: boolean): Rows {
  const step = boxHeight + (isNarrow ? 16 : 3);
  let top = isNarrow ? 14 : 2;
  const tops = strips.map(({ process }, index) => {
    if (index > 0) top += step + (strips[index - 1]?.process === process ? 0 : 5);
    return top;
  });
  return { tops, height: top + boxHeight + 4 };
}

function spotAt(
  map: readonly MapStrip<InjectionFate>[],
  { tops }: Rows,
  { x, y }: { readonly x: number; readonly y: number },
): Spot | null {
  const strip = tops.findIndex((top) => y >= top - 1 && y < top + boxHeight + 2);
  const box = map[strip]?.boxes.find((one) => x >= one.x - 1 && x <= one.x + one.width + 1);
  return box === undefined ? null : { strip, box };
}

interface StripProps {
  readonly name: { readonly process: string; readonly kind: string };
  readonly top: number;
  readonly left: number;
  readonly map: MapStrip<InjectionFate> | undefined;
}

function Strip({ name: { process, kind }, top, left, map }: StripProps) {
  return (
    <>
      <span
        className={`row between gap-3 normal nowrap over at-left ${styles.name}`}
        data-above={left < narrow}
        style={left < narrow ? { top } : { top, width: left - 8 }}
        aria-hidden
      >
        <b>{process}</b>
        <span className="clipped quiet dots">{kind}</span>
      </span>
      <svg className={`wide over at-left through ${styles.strip}`} style={{ top }} aria-hidden>
        {map?.shapes.map(({ sign, boxes, signs }) => (
          <g key={sign} data-tone={toneOfSign[sign]}>
            <path className={styles.shape} data-fate={sign} d={boxes} />
            <path className={styles.lines} data-fate={sign} d={signs} />
          </g>
        ))}
      </svg>
    </>
  );
}

/** The line of the playhead continues through the map. */
function Head({ axis }: { readonly axis: TimeAxis }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    positionHead(ref.current, axis, useCursor.getState().at);
    return useCursor.subscribe(({ at }, before) => {
      if (at !== before.at) positionHead(ref.current, axis, at);
    });
  }, [axis]);
  return <div ref={ref} className={`over through ${styles.playhead}`} />;
}

const nameOf = (
  { process, kind }: InjectionStrip,
  before: InjectionStrip | undefined,
  { page: { onTimeline }, isNarrow }: { readonly page: Words; readonly isNarrow: boolean },
) => ({
  process: before?.process === process && !isNarrow ? '' : onTimeline.process(process),
  kind: onTimeline.fault(kind),
});

interface CursorProps {
  readonly spot: Spot | null;
  readonly move: (spot: Spot) => void;
  readonly open: (spot: Spot) => void;
  readonly describe: (spot: Spot) => string;
  readonly tops: readonly number[];
  readonly map: readonly MapStrip<InjectionFate>[];
}

/** The one box that the keyboard is on. Arrow keys move it along its strip and to the next one. */
function Cursor({ spot, move, open, describe, tops, map }: CursorProps) {
  const words = useText()(findWords);
  const current = spotNow(spot, map);
  if (current === null) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextSpot(event.key, current, map);
    if (next === null) return;
    // The page's own arrow keys step through the run.
    event.preventDefault();
    event.stopPropagation();
    move(next);
    event.currentTarget.scrollIntoView({ block: 'nearest' });
  };
  return (
    <button
      type="button"
      className={`over ${styles.cursor}`}
      data-shown={spot !== null}
      style={{ left: current.box.x - 1.5, top: (tops[current.strip] ?? 0) - 1.5 }}
      aria-label={`${describe(current)}. ${words.map.openHint}`}
      onFocus={() => move(current)}
      onKeyDown={onKeyDown}
      onPointerUp={(event) => event.stopPropagation()}
      onClick={() => open(current)}
    />
  );
}

/** The map may have been drawn again since the spot was pointed at. */
function spotNow(spot: Spot | null, map: readonly MapStrip<InjectionFate>[]): Spot | null {
  const strip = spot?.strip ?? map.findIndex(({ boxes }) => boxes.length > 0);
  const of = map[strip];
  if (of === undefined) return null;
  const box = nearestBox(of, spot === null ? Number.NEGATIVE_INFINITY : spot.box.x + spot.box.width / 2);
  return box === null ? null : { strip, box };
}

function nextSpot(key: string, { strip, box }: Spot, map: readonly MapStrip<InjectionFate>[]): Spot | null {
  const boxes = map[strip]?.boxes ?? [];
  const at = boxes.indexOf(box);
  const along = (index: number): Spot | null => {
    const next = boxes[Math.max(0, Math.min(boxes.length - 1, index))];
    return next === undefined ? null : { strip, box: next };
  };
  const across = (step: 1 | -1): Spot => {
    for (let other = strip + step; map[other] !== undefined; other += step) {
      const next = nearestBox(map[other] ?? { boxes: [], shapes: [] }, box.x + box.width / 2);
      if (next !== null) return { strip: other, box: next };
    }
    return { strip, box };
  };
  switch (key) {
    case 'ArrowRight':
      return along(at + 1);
    case 'ArrowLeft':
      return along(at - 1);
    case 'Home':
      return along(0);
    case 'End':
      return along(boxes.length - 1);
    case 'ArrowDown':
      return across(1);
    case 'ArrowUp':
      return across(-1);
    default:
      return null;
  }
}

interface Said {
  readonly words: FindWords['map'];
  readonly outcomes: (typeof severityWords)['en'];
}

/** The time, the fault, its effect, and how many places share the box. */
function spotText({ box: { worst, points } }: Spot, page: Words, { words, outcomes }: Said): string {
  const { title, detail } = faultText(page, worst.fault);
  const text = words.injectionPoint(formatAt(worst.at), `${title} ${detail}`);
  const others = words.injectionPoints(points.length);
  return [withColon(text, words.did(outcomes[worst.severity], worst.worst, worst.count)), others]
    .filter(Boolean)
    .join(' · ');
}

function countText({ map: words }: FindWords, pointFates: readonly InjectionFate[], surveyed: Surveyed): string {
  const tried = pointFates.reduce((sum, { count }) => sum + count, 0);
  const all = formatNumber(surveyed.places);
  return tried < surveyed.places ? words.count(formatNumber(tried), all) : words.all(all);
}

function Legend({ pointFates }: { readonly pointFates: readonly InjectionFate[] }) {
  const words = useText()(signWords);
  const there = new Set(pointFates.map(({ severity }) => signOf[severity]));
  return (
    <ul className="flex wrap quiet normal gap-5 rows-1">
      {allSigns
        .filter((sign) => there.has(sign))
        .map((sign) => (
          <li key={sign}>
            <SeveritySign sign={sign} /> {words[sign]}
          </li>
        ))}
    </ul>
  );
}
