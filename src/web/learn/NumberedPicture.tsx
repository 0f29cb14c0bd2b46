// The picture of a run whose marks are to be named: it has no words, and a number at each of the marks. A press on a
// number goes to its name in the task.
import { useDeferredValue, useMemo } from 'react';
import type { NameExercise } from '../../core/model/scenario/exercise';
import type { Run } from '../../core/model/trace/run';
import { formatAt } from '../../core/model/values/format';
import type { PlacedNumber } from '../../picture/layout/numbered';
import type { Picture } from '../../picture/layout/picture';
import { useInks } from '../appearance/useInks';
import { useRun } from '../state/run';
import { useSize } from '../timeline/useSize';
import { useSharedWords } from '../words/i18n';
import { useExercises } from './exerciseState';
import styles from './Naming.module.css';
import { nameField } from './names';
import { numberedSvg, pictureToName } from './numberedSvg';
import { useLearnWords } from './words';

export function NumberedPicture({ exercise }: { readonly exercise: NameExercise }) {
  const { words } = useLearnWords();
  const [ref, now] = useSize<HTMLElement>();
  // It takes a while on a slow machine, and the rest of the page does not wait for it.
  const size = useDeferredValue(now);
  return (
    <section ref={ref} className="fills scroll" aria-label={words.numbered}>
      {size.width > 0 && <Drawn exercise={exercise} width={size.width} height={Math.max(420, size.height - 10)} />}
    </section>
  );
}

interface DrawnProps {
  readonly exercise: NameExercise;
  readonly width: number;
  readonly height: number;
}

/** The picture and its drawing are two pieces of work, each of which takes a while on a slow machine. */
function Drawn({ exercise, width, height }: DrawnProps) {
  const run = useRun();
  const inks = useInks();
  const { onTimeline: words } = useSharedWords();
  const picture = useMemo(() => pictureToName({ run, width, height, words, inks }), [run, width, height, words, inks]);
  return <Numbered exercise={exercise} width={width} height={height} run={run} picture={picture} />;
}

interface NumberedProps extends DrawnProps {
  readonly run: Run;
  readonly picture: Picture;
}

function Numbered({ exercise: { marks }, width, height, run, picture }: NumberedProps) {
  const inks = useInks();
  const { onTimeline } = useSharedWords();
  const { words } = useLearnWords();
  const at = useExercises((state) => state.numberAt);
  const checked = useExercises((state) => state.checked);
  const { svg, placed } = useMemo(
    () => numberedSvg(picture, { run, marks, width, height, words: onTimeline, inks, hasNumbers: false }),
    [picture, run, marks, width, height, onTimeline, inks],
  );
  return (
    <div className={`anchor ${styles.drawn}`} data-drawn>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the picture is made here, and its texts are escaped. */}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
      {placed.map((one) => (
        <button
          key={one.number}
          type="button"
          className={`over grid ink ${styles.number}`}
          style={{ left: one.badge.x, top: one.badge.y }}
          data-on={at === one.number}
          data-right={checked[one.number] === marks[one.number - 1]?.sort}
          aria-label={words.numberAt(one.number, ...whereOf(picture, one, onTimeline.process))}
          onPointerEnter={() => useExercises.setState({ numberAt: one.number })}
          onPointerLeave={() => useExercises.setState({ numberAt: null })}
          onClick={() => document.getElementById(nameField(one.number))?.focus()}
        >
          <span className="grid disc normal strong on-page">{one.number}</span>
        </button>
      ))}
    </div>
  );
}

/** The time of a mark, and the name of the nearest line. */
function whereOf(
  { axis, lanes }: Picture,
  { mark }: PlacedNumber,
  process: (id: Picture['lanes']['all'][number]['id']) => string,
): [string, string] {
  const near = [...lanes.all].sort((one, other) => Math.abs(one.y - mark.y) - Math.abs(other.y - mark.y))[0];
  return [formatAt(axis.at(mark.x)), near === undefined ? '' : process(near.id)];
}
