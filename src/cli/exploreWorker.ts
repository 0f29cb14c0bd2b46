/** A thread that does jobs of a search: it receives the space once, and answers each job with its result. */
import { parentPort, workerData } from 'node:worker_threads';
import { parts } from '../core/run/parts';
import { finished } from '../search/explore/branch';
import { type Job, runJob } from '../search/explore/search';
import type { Space } from '../search/explore/space';

const space: Space = workerData;

parentPort?.on('message', (job: Job) => parentPort?.postMessage(finished(runJob(job, space, parts))));
