/**
 * Writes the reports of a live process to its file descriptor 3, a line of JSON at a time. A line is out before the
 * call returns, because the process may stop or end itself right after. Knows nothing of the content.
 */
import { writeSync } from 'node:fs';
import type { Report } from '../liveEvent';
import type { Note } from './contract';

const reportDescriptor = 3;

/** How long to wait for a slow reader before trying again. */
const fullPipeMs = 1;

/** The stream that a process reports to. */
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
