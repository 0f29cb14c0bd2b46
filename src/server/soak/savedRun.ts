/** The trace of a run as a file, which the page opens ("Open a saved run", or dropped on to it). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Trace } from '../../model/trace';
import { encodeTrace } from '../../wire/traceJson';

/** @returns the file's path. An older file of that name is replaced. */
export function saveTrace(folder: string, name: string, trace: Trace): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replace(/[^\w-]+/g, '-')}.json`);
  writeFileSync(file, encodeTrace(trace));
  return file;
}
