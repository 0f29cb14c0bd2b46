/**
 * Where a process of a live run writes what it has seen: its file descriptor 3, a line of JSON at a time. A line is out
 * before the call returns, since the process may stop or end itself right after. Knows nothing of what it writes.
 */
import { writeSync } from 'node:fs';
import type { Report } from '../liveEvent';
import type { Note } from './contract';

const reportDescriptor = 3;

/** How long to wait for a reader that is behind, before trying again. */
const fullPipeMs = 1;

/** Where a process reports. */
export interface Output {
  readonly event: Report;
  readonly note: (note: Note) => void;
}

export const reportPipe: Output = { event: (event) => writeLine(event), note: (note) => writeLine(note) };

const idle = new Int32Array(new SharedArrayBuffer(4));

function writeLine(line: object): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(reportDescriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(idle, 0, 0, fullPipeMs);
    }
  }
}
