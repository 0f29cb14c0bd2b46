/** A thread with the code of a lock. It leads an attack, or does jobs of its search. Everything else of the process stays outside. */
import { parentPort, workerData } from 'node:worker_threads';
import { attacked } from '../../attack/session';
import { finished } from '../../explore/branch';
import { done, type Job } from '../../explore/search';
import { inTask } from '../inTask';
import { lead } from './lead';
import type { LeadTells, ThreadTold } from './told';

const told: ThreadTold = workerData;
const session = attacked(told.bundle, told.memory);

if (told.kind === 'hand') {
  const { space } = told;
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await inTask(() => finished(done(job, space, session.parts))));
  });
} else {
  const stopping = new AbortController();
  parentPort?.on('message', () => stopping.abort());
  const tell = (message: LeadTells): void => parentPort?.postMessage(message);
  void lead(told, session, { tell, signal: stopping.signal }).then((code) => {
    tell({ kind: 'end', code });
    parentPort?.close();
  });
}
