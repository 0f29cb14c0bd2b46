// The run on the timeline. While comparing, the rows in which the other run differs stand below it on the same axis, or both
// runs stand one above the other.

import { endOf } from '../../picture/svg/rows';
import { later } from '../parts/later';
import { useIsFull } from '../state/compare';
import { useEdition } from '../state/edition';
import { useGhost, useRun } from '../state/run';
import { Timeline, type TimelineProps } from '../timeline/Timeline';
import { type ComparedNow, useCompared, useKeepCompared } from './titles';

const Pair = later(async () => (await import('./Pair')).Pair);
const Differing = later(async () => (await import('./Differing')).Differing);

interface TimelinesProps extends Pick<TimelineProps, 'legend' | 'timeline' | 'isBare' | 'below'> {
  /** Is told what is compared. Absent: nobody asks. */
  readonly comparedNow?: ComparedNow;
}

/** A run that is alone has its marks explained if there is to be a legend. */
export function Timelines({ comparedNow, legend = false, timeline, isBare, below }: TimelinesProps) {
  const run = useRun();
  const ghost = useGhost();
  const compared = useCompared();
  const isFull = useIsFull();
  const isDragged = useEdition((state) => state.draft !== null);
  useKeepCompared(comparedNow, compared);
  if (compared.length === 0)
    return <Timeline {...{ run, ghost, legend, timeline, isBare, below }} until={isDragged ? 0 : endOf([{ run }])} />;
  const Both = isFull ? Pair : Differing;
  return <Both {...{ run, ghost, compared, timeline, isBare, below }} />;
}
