/** A thread with the code of a lock. It leads an attack, or does jobs of its search. Everything else of the process stays outside. */
import { workerData } from 'node:worker_threads';
import { attacked } from '../../sandbox/attack/session';
import { RealmEnded } from '../../sandbox/own/realm';
import { type Branch, finished } from '../../search/explore/branch';
import { done, type Job } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';
import type { Hire } from '../../search/explore/workers';
import { inTask } from '../inTask';
import * as words from './attackWords';
import { lead } from './lead';
import { lookAt } from './look';
import { exitBadInput, type LeadTells, type ThreadTold } from './told';
import { watchedThread } from './watchedThread';

const told: ThreadTold = workerData;
// What the code may replace is taken here before the code is there.
const { port } = told;
const post = port.postMessage.bind(port);
const session = attacked(told.bundle, told.memory);

if (told.kind === 'worker') {
  const { space } = told;
  port.on('message', async (job: Job) => {
    post(await inTask(() => finished(done(job, space, session.parts))));
  });
} else if (told.kind === 'look') {
  void lookAt(session, { file: told.called, before: {} }).then((looked) => post(looked));
} else {
  const stopping = new AbortController();
  port.on('message', () => stopping.abort());
  const tell = (message: LeadTells): void => post(message);
  const { bundle, program } = told;
  const hireFor =
    (space: Space): Hire =>
    (telling) =>
      watchedThread<Job, readonly Branch[]>(program, { kind: 'worker', bundle, space }, telling);
  void lead(told, session, { tell, signal: stopping.signal, hireFor })
    .catch((error) => {
      if (!(error instanceof RealmEnded)) throw error;
      tell({ kind: 'errors', text: `${words.tooMuch(error.problem)[told.order.language]}\n` });
      return exitBadInput;
    })
    .then((code) => {
      tell({ kind: 'end', code });
      port.close();
    });
}
