/** A thread with the code of a lock. It leads an attack, or does jobs of its search. Everything else of the process stays outside. */
import { parentPort, workerData } from 'node:worker_threads';
import { attacked } from '../../attack/session';
import { type Branch, finished } from '../../explore/branch';
import { done, type Job } from '../../explore/search';
import type { Space } from '../../explore/space';
import type { Hire } from '../../explore/workers';
import { inTask } from '../inTask';
import { lead } from './lead';
import { lookAt } from './look';
import type { LeadTells, ThreadTold } from './told';
import { watchedThread } from './watchedThread';

const told: ThreadTold = workerData;
const session = attacked(told.bundle, told.memory);

if (told.kind === 'worker') {
  const { space } = told;
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await inTask(() => finished(done(job, space, session.parts))));
  });
} else if (told.kind === 'look') {
  void lookAt(session, { file: told.called, before: {} }).then((looked) => parentPort?.postMessage(looked));
} else {
  const stopping = new AbortController();
  parentPort?.on('message', () => stopping.abort());
  const tell = (message: LeadTells): void => parentPort?.postMessage(message);
  const { bundle, program } = told;
  const hireFor =
    (space: Space): Hire =>
    (telling) =>
      watchedThread<Job, readonly Branch[]>(program, { kind: 'worker', bundle, space }, telling);
  void lead(told, session, { tell, signal: stopping.signal, hireFor }).then((code) => {
    tell({ kind: 'end', code });
    parentPort?.close();
  });
}
