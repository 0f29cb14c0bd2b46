// The run on the timeline. In a comparison, the rows in which the other run differs stand below it on the same axis,
// or both runs are stacked.

import { latestEnd } from '../../picture/svg/comparedRows';
import { later } from '../parts/later';
import { useIsFull } from '../state/compare';
import { useEdition } from '../state/edition';
import { useGhost, useRun } from '../state/run';
import { Timeline, type TimelineProps } from '../timeline/Timeline';
import { useCompared } from './titles';

const Pair = later(async () => (await import('./Pair')).Pair);
const Differing = later(async () => (await import('./Differing')).Differing);

type TimelinesProps = Pick<TimelineProps, 'legend' | 'isBare' | 'below'>;

/** Only a single run has its marks explained by the legend. */
export function Timelines({ legend = false, isBare, below }: TimelinesProps) {
  const run = useRun();
  const ghost = useGhost();
  const compared = useCompared();
  const isFull = useIsFull();
  const isDragged = useEdition((state) => state.draft !== null);
  if (compared.length === 0)
    return <Timeline {...{ run, ghost, legend, isBare, below }} until={isDragged ? 0 : latestEnd([{ run }])} />;
  const Both = isFull ? Pair : Differing;
  return <Both {...{ run, ghost, compared, isBare, below }} />;
}
