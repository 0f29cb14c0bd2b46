/**
 * The legend under the timeline: the sorts of marks in this run, each once. Pointing at a name lights all marks of
 * its sort in the picture, and pointing at a mark lights its name. Loaded after the first picture.
 */
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { type LegendWords, legendWords } from '../../content/texts/legend';
import type { Run } from '../../core/model/trace/run';
import type { Inks } from '../../picture/inks/inks';
import type { Hit } from '../../picture/layout/hitTest';
import { type LegendSort, marksOfSort, sampleOf, sampleSize, sortOfHit, sortsOf } from '../../picture/layout/legend';
import type { Mark } from '../../picture/layout/marks';
import type { Picture } from '../../picture/layout/picture';
import { paint } from '../../picture/svg/paint';
import { useText } from '../words/i18n';
import styles from './Legend.module.css';

export interface LegendProps {
  readonly run: Run;
  readonly picture: Picture;
  readonly inks: Inks;
  readonly width: number;
  /** What the pointer rests on in the picture; null: nothing. */
  readonly hit: Hit | null;
  /** On a phone it is folded until it is opened. */
  readonly isFolded: boolean;
}

export function Legend({ run, picture, inks, width, hit, isFolded }: LegendProps) {
  const words = useText()(legendWords);
  const [lit, setLit] = useState<LegendSort | null>(null);
  const newSorts = sortsOf(picture);
  // A move of a drag makes a new picture, mostly with the same sorts. Then the legend is not drawn again.
  const last = useRef(newSorts);
  if (newSorts.join() !== last.current.join()) last.current = newSorts;
  const sorts = last.current;
  // A sort that a change has removed from the picture lights nothing.
  const litSort = lit !== null && sorts.includes(lit) ? lit : null;
  const pointed = hit === null ? null : sortOfHit(run, hit);
  const list = <Names sorts={sorts} pointed={litSort ?? pointed} inks={inks} words={words} onPoint={setLit} />;
  return (
    <>
      {litSort !== null && <Lit picture={picture} sort={litSort} inks={inks} width={width} />}
      {isFolded ? (
        <details className={styles.legend}>
          <summary className={`row ${styles.title}`}>{words.title}</summary>
          {list}
        </details>
      ) : (
        <div className={styles.legend}>{list}</div>
      )}
    </>
  );
}

interface NamesProps {
  readonly sorts: readonly LegendSort[];
  readonly pointed: LegendSort | null;
  readonly inks: Inks;
  readonly words: LegendWords;
  readonly onPoint: (sort: LegendSort | null) => void;
}

const Names = memo(function Names({ sorts, pointed, inks, words, onPoint }: NamesProps) {
  const reached = pointed !== null && sorts.includes(pointed) ? pointed : sorts[0];
  const leave = (): void => onPoint(null);
  return (
    <ul className={styles.list} aria-label={words.title} aria-description={words.help} onKeyDown={walk}>
      {sorts.map((sort) => (
        <li key={sort}>
          <button
            type="button"
            className={`row gap-2 nowrap pad-x-3 ${styles.item}`}
            data-sort={sort}
            data-pointed={sort === pointed}
            tabIndex={sort === reached ? 0 : -1}
            onPointerEnter={() => onPoint(sort)}
            onPointerLeave={leave}
            onFocus={() => onPoint(sort)}
            onBlur={leave}
          >
            <Sample sort={sort} inks={inks} />
            {words[sort]}
          </button>
        </li>
      ))}
    </ul>
  );
});

function Sample({ sort, inks }: { readonly sort: LegendSort; readonly inks: Inks }) {
  const marks = useMemo(() => sampleOf(sort), [sort]);
  return <Painted marks={marks} inks={inks} {...sampleSize} />;
}

/** Arrow keys go from name to name, and nothing else handles them meanwhile. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const items = [...event.currentTarget.querySelectorAll('button')];
  const index = items.findIndex((item) => item.matches(':focus'));
  if (by === 0 || index < 0) return;
  event.preventDefault();
  event.stopPropagation();
  items[(index + by + items.length) % items.length]?.focus();
}

interface LitProps {
  readonly picture: Picture;
  readonly sort: LegendSort;
  readonly inks: Inks;
  readonly width: number;
}

/** The marks of one sort, over a layer that dims all others. */
function Lit({ picture, sort, inks, width }: LitProps) {
  const marks = useMemo(() => marksOfSort(picture, sort), [picture, sort]);
  const { axis, lanes } = picture;
  const left = axis.left - 7;
  return (
    <div
      className={`over at-top through ${styles.lit}`}
      data-lit={sort}
      style={{ left, width: width - left, height: Math.ceil(lanes.bottom) + 8 }}
      aria-hidden
    >
      <Painted marks={marks} inks={inks} left={left} width={width - left} height={Math.ceil(lanes.bottom) + 8} />
    </div>
  );
}

interface PaintedProps {
  readonly marks: readonly Mark[];
  readonly inks: Inks;
  readonly left?: number;
  readonly width: number;
  readonly height: number;
}

function Painted({ marks, inks, left = 0, width, height }: PaintedProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (ref.current === null || !context) return;
    const ratio = window.devicePixelRatio || 1;
    ref.current.width = Math.round(width * ratio);
    ref.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, -left * ratio, 0);
    paint(context, marks, inks);
  }, [marks, inks, left, width, height]);
  return <canvas ref={ref} style={{ width, height }} aria-hidden />;
}
