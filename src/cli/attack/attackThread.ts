/**
 * A thread with the code of a lock. It leads an attack, does jobs of its search, or reports what the file is. It cannot
 * reach the rest of the process.
 */
import { workerData } from 'node:worker_threads';
import { inWorker } from '../../core/model/effects/calls';
import { openAttackSession } from '../../sandbox/attack/attackSession';
import { inSpace, type SearchWorkerFunctions, searchWorkerFunctions } from '../../search/explore/searchWorker';
import { inTask } from '../inTask';
import { servedBy } from '../served';
import type { AttackJob, ThreadData } from './attackMessages';
import { type Inspection, inspectLock } from './inspectLock';
import { leading } from './leading';
import { runAttack } from './runAttack';
import { watchedThread } from './watchedThread';

export interface Lead extends AttackJob {
  /** The program of this thread, for the threads that it starts. */
  readonly program: string;
}

export type AttackFunctions = typeof functions;

const { bundle, memory, port }: ThreadData = workerData;
// Before the code is loaded.
const serve = servedBy(port);
const session = openAttackSession(bundle, memory);

const functions = {
  ...searchWorkerFunctions(session.parts, inTask),
  ...leading<Lead>((job, around) =>
    runAttack(job, session, {
      ...around,
      spawnFor: (space) => () => inSpace(inWorker<SearchWorkerFunctions>(watchedThread(job.program, bundle)), space),
    }),
  ),
  /** @param called the name of the file in messages */
  look: (called: string): Promise<Inspection> => inspectLock(session, { file: called, before: {} }),
};

serve(functions);
