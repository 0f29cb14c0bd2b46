/** A thread that does jobs of a search: it is told the space once, and answers each job with what came of it. */
import { parentPort, workerData } from 'node:worker_threads';
import { finished } from '../explore/branch';
import { done, type Job } from '../explore/search';
import type { Space } from '../explore/space';
import { parts } from '../run/parts';

const space: Space = workerData;

parentPort?.on('message', (job: Job) => parentPort?.postMessage(finished(done(job, space, parts))));
