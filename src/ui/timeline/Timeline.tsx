/** A run on a timeline. Used by the page and, read-only, by the embed; everything on it is derived from the run. */
import type { Picture } from '../../layout/picture';
import type { Run } from '../../model/run';
import { useLanguage } from '../i18n';
import { Canvases } from './Canvases';
import { Lanes } from './Lanes';
import { Playhead, scrub } from './Playhead';
import styles from './Timeline.module.css';
import { useInks } from './useInks';
import { narrow, usePicture } from './usePicture';
import { useSize } from './useSize';
import { timelineWords } from './words';

interface TimelineProps {
  readonly run: Run;
  /** The run from before a drag; null when nothing is dragged. */
  readonly ghost: Run | null;
  readonly readOnly?: boolean;
}

export function Timeline({ run, ghost }: TimelineProps) {
  const [ref, size] = useSize<HTMLDivElement>();
  const inks = useInks();
  const words = timelineWords(useLanguage());
  const pictures = usePicture({ run, ghost, size, inks });
  const { picture } = pictures;
  const height = Math.max(size.height, Math.ceil(picture.lanes.bottom) + 10);
  const isReady = size.width > 0;
  return (
    <section ref={ref} className={styles.timeline} aria-label="Timeline">
      {isReady && (
        <div className={styles.plot} style={{ height: picture.lanes.bottom + 8 }} data-plot>
          <Lanes picture={picture} trace={run.trace} words={words} compact={size.width < narrow} />
          <Grid picture={picture} />
          <Canvases pictures={pictures} inks={inks} width={size.width} height={height} />
          <Ruler picture={picture} />
          <Playhead picture={picture} height={picture.lanes.bottom} label="Playhead" end={run.trace.header.endedAt} />
        </div>
      )}
    </section>
  );
}

function Grid({ picture }: { readonly picture: Picture }) {
  const { lanes, axis } = picture;
  return axis.ticks.map(({ at, x }) => (
    <span
      key={at}
      className={styles.gridLine}
      style={{ left: x, top: lanes.top - 2, height: lanes.bottom - lanes.top }}
    />
  ));
}

function Ruler({ picture }: { readonly picture: Picture }) {
  const { axis } = picture;
  return (
    <div className={styles.ruler} onPointerDown={(event) => scrub(event, axis.at)}>
      {axis.ticks.map(({ at, x, label }) => (
        <span key={at} className={styles.tick} style={{ left: x }}>
          {label}
        </span>
      ))}
    </div>
  );
}
