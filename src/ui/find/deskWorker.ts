// The desk of a search in a worker of its own. It starts the hands, so that the page hears of none of them.
import type { Branch } from '../../explore/branch';
import type { Hand, Hire, Telling } from '../../explore/hands';
import type { Job } from '../../explore/search';
import type { Space } from '../../explore/space';
import { registry } from '../../run/registry';
import { Desk, hireHere } from './desk';
import type { DeskOrder, DeskTelling } from './messages';

const tell = (telling: DeskTelling): void => postMessage(telling);
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let desk: Desk | null = null;

addEventListener('message', ({ data }: MessageEvent<DeskOrder>) => {
  if (data.kind === 'stop') {
    desk?.stop();
    return;
  }
  const { scenario, question, hands } = data;
  desk = new Desk(scenario, question, { registry, tell, hire, hands, now: () => performance.now(), pause });
  desk.work().catch((error: unknown) => {
    tell({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  });
});

const hire = (space: Space): Hire =>
  typeof Worker === 'undefined' ? hireHere(space, { registry, pause }) : (telling) => hireWorker(space, telling);

function hireWorker(space: Space, { finished, died }: Telling): Hand {
  const worker = new Worker(new URL('./handWorker.ts', import.meta.url), { type: 'module' });
  worker.postMessage(space);
  worker.addEventListener('message', ({ data }: MessageEvent<readonly Branch[]>) => finished(data));
  worker.addEventListener('error', ({ message }) => died(message));
  return {
    send: (job: Job) => worker.postMessage(job),
    end: () => worker.terminate(),
  };
}
