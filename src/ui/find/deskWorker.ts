// The desk of a search in a worker of its own. It starts the hands, so that the page hears of none of them.
import type { Branch } from '../../explore/branch';
import type { Hand, Hire, Telling } from '../../explore/hands';
import type { Job } from '../../explore/search';
import type { Space } from '../../explore/space';
import { parts } from '../../run/parts';
import { reasonOf } from '../state/beside';
import { nextTask } from '../state/tasks';
import { Desk, hireHere } from './desk';
import type { DeskOrder, DeskTelling } from './messages';

const tell = (telling: DeskTelling): void => postMessage(telling);

let desk: Desk | null = null;

addEventListener('message', ({ data }: MessageEvent<DeskOrder>) => {
  if (data.kind === 'stop') {
    desk?.stop();
    return;
  }
  const { scenario, question, hands } = data;
  desk = new Desk(scenario, question, { parts, tell, hire, hands, now: () => performance.now(), pause: nextTask });
  desk.work().catch((error: unknown) => {
    tell({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  });
});

const hire = (space: Space): Hire =>
  typeof Worker === 'undefined' ? hireHere(space, { parts, pause: nextTask }) : (telling) => hireWorker(space, telling);

/** Through with one seed and ready for the next. A new one has to load first, and an old one gives its memory back late. */
const idle: Worker[] = [];

function hireWorker(space: Space, { finished, died }: Telling): Hand {
  const kept = idle.pop();
  const worker = kept ?? new Worker(new URL('./handWorker.ts', import.meta.url), { type: 'module' });
  // A new one may fail to load: it counts once it has answered.
  let isFree = kept !== undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const hear = ({ data }: MessageEvent<readonly Branch[]>): void => {
    isFree = true;
    finished(data);
  };
  const mourn = (event: ErrorEvent): void => {
    isFree = false;
    died(reasonOf(event));
  };
  worker.addEventListener('message', hear, { signal });
  worker.addEventListener('error', mourn, { signal });
  worker.postMessage(space);
  return {
    send: (job: Job) => {
      isFree = false;
      worker.postMessage(job);
    },
    end: () => {
      listening.abort();
      if (isFree) idle.push(worker);
      else worker.terminate();
    },
  };
}
