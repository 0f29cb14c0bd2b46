/**
 * A thread with the code of a lock. It leads an attack, or does jobs of its search. It cannot reach the rest of the
 * process.
 */
import { workerData } from 'node:worker_threads';
import { openAttackSession } from '../../sandbox/attack/attackSession';
import { RealmEnded } from '../../sandbox/own/realm';
import { type Branch, finished } from '../../search/explore/branch';
import { type Job, runJob } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';
import type { Hire } from '../../search/explore/workers';
import { inTask } from '../inTask';
import { type AttackReport, exitBadInput, type ThreadJob } from './attackMessages';
import * as words from './attackWords';
import { inspectLock } from './inspectLock';
import { runAttack } from './runAttack';
import { watchedThread } from './watchedThread';

const job: ThreadJob = workerData;
// Taken before the code is loaded, because the code may replace it.
const { port } = job;
const post = port.postMessage.bind(port);
const session = openAttackSession(job.bundle, job.memory);

if (job.kind === 'worker') {
  const { space } = job;
  port.on('message', async (job: Job) => {
    post(await inTask(() => finished(runJob(job, space, session.parts))));
  });
} else if (job.kind === 'look') {
  void inspectLock(session, { file: job.called, before: {} }).then((inspection) => post(inspection));
} else {
  const stopping = new AbortController();
  port.on('message', () => stopping.abort());
  const report = (message: AttackReport): void => post(message);
  const { bundle, program } = job;
  const hireFor =
    (space: Space): Hire =>
    (events) =>
      watchedThread<Job, readonly Branch[]>(program, { kind: 'worker', bundle, space }, events);
  void runAttack(job, session, { report, signal: stopping.signal, hireFor })
    .catch((error) => {
      if (!(error instanceof RealmEnded)) throw error;
      report({ kind: 'errors', text: `${words.tooMuch(error.problem)[job.command.language]}\n` });
      return exitBadInput;
    })
    .then((code) => {
      report({ kind: 'end', code });
      port.close();
    });
}
