/** Saves the trace of a run as a file that the page opens ("Open a saved run", or by dropping the file on the page). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '../../../core/model/trace';
import { encodeTrace } from '../../wire/traceJson';

/** @returns the file's path. It replaces an older file of that name. */
export function saveTrace(folder: string, name: string, trace: Trace): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replace(/[^\w-]+/g, '-')}.json`);
  writeFileSync(file, encodeTrace(trace));
  return file;
}
