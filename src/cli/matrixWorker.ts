/** A thread that computes rows of tables: it receives a row, and answers with its cells. */
import { parentPort } from 'node:worker_threads';
import { parts } from '../core/run/parts';
import { cellsOf } from '../search/matrix/cell';
import type { RowJob } from './matrixCommand';

parentPort?.on('message', ({ row, check, leases }: RowJob) =>
  parentPort?.postMessage(cellsOf(row, check, leases, parts)),
);
