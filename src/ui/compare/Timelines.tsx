// The run on the timeline. While comparing, two runs stand one above the other on one axis, with the story as told, or
// the scenario put aside, first.
import { Suspense } from 'react';
import { whenWanted } from '../parts/whenWanted';
import { endOf } from '../pictures/rows';
import { useGhost, useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { type OnAxis, Timeline } from '../timeline/Timeline';
import { type ComparedNow, useCompared, useKept } from './titles';

const Pair = whenWanted(async () => (await import('./Pair')).Pair);

interface TimelinesProps {
  /** Is told what is compared. Absent: nobody asks. */
  readonly comparedNow?: ComparedNow;
  /** Whether a run that is alone has its marks explained. */
  readonly legend?: boolean;
  /** What stands on the axis of the run on screen. */
  readonly below?: OnAxis | undefined;
}

export function Timelines({ comparedNow, legend = false, below }: TimelinesProps) {
  const run = useRun();
  const ghost = useGhost();
  const compared = useCompared();
  const isDragged = useScenario((state) => state.draft !== null);
  useKept(comparedNow, compared);
  if (compared.length === 0)
    return <Timeline {...{ run, ghost, legend, below }} until={isDragged ? 0 : endOf([{ run, title: '' }])} />;
  return (
    <Suspense>
      <Pair {...{ run, ghost, compared, below }} />
    </Suspense>
  );
}
