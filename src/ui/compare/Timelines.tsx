// The run on the timeline. While comparing, two runs stand one above the other on one axis, with the story as told, or
// the scenario put aside, first.
import { later } from '../parts/later';
import { endOf } from '../pictures/rows';
import { useEdition } from '../state/edition';
import { useGhost, useRun } from '../state/run';
import { Timeline, type TimelineProps } from '../timeline/Timeline';
import { type ComparedNow, useCompared, useKept } from './titles';

const Pair = later(async () => (await import('./Pair')).Pair);

interface TimelinesProps extends Pick<TimelineProps, 'legend' | 'timeline' | 'isBare' | 'below'> {
  /** Is told what is compared. Absent: nobody asks. */
  readonly comparedNow?: ComparedNow;
}

/** A run that is alone has its marks explained if there is to be a legend. */
export function Timelines({ comparedNow, legend = false, timeline, isBare, below }: TimelinesProps) {
  const run = useRun();
  const ghost = useGhost();
  const compared = useCompared();
  const isDragged = useEdition((state) => state.draft !== null);
  useKept(comparedNow, compared);
  if (compared.length === 0)
    return <Timeline {...{ run, ghost, legend, timeline, isBare, below }} until={isDragged ? 0 : endOf([{ run }])} />;
  return <Pair {...{ run, ghost, compared, timeline, isBare, below }} />;
}
