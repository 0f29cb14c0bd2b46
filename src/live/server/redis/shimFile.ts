/**
 * The state that a server shares with its preload shim, as a file with the layout of `State` in `clockShim.c`. The
 * server maps the file, and this process may read and write it at any time, whether the server runs or not.
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import type { ClockLine } from '../wallClock';

const wordBytes = 8;
const loadedAt = 0;
const currentAt = wordBytes;
const clocksAt = 2 * wordBytes;
const clockBytes = 3 * wordBytes;
const syncedAt = clocksAt + 2 * clockBytes;
const syncedBytes = 3 * wordBytes;
const syncedCount = 64;
const stateBytes = syncedAt + syncedCount * syncedBytes;

const isLittle = endianness() === 'LE';

export class ShimFile {
  /** @param path the file is made anew, with a true clock and nothing on the disk. */
  constructor(readonly path: string) {
    writeFileSync(path, Buffer.alloc(stateBytes));
  }

  /** Whether a process has loaded the shim: a statically linked program ignores it. */
  get loaded(): boolean {
    return this.read(loadedAt) === 1;
  }

  setClock(line: ClockLine): void {
    // The number grows with each change, so that a reader notices even two changes while it reads.
    const next = this.read(currentAt) + 1;
    this.write(clocksAt + (next % 2) * clockBytes, [line.sinceNanos, line.offsetNanos, line.ppm]);
    this.write(currentAt, [next]);
  }

  /** The length of this file at its last fsync; 0 before the first. */
  syncedLength(inode: number): number {
    for (let row = syncedAt; row < stateBytes; row += syncedBytes) {
      if (this.read(row) === inode) return this.read(row + wordBytes);
    }
    return 0;
  }

  private read(at: number): number {
    const fd = openSync(this.path, 'r');
    try {
      const word = Buffer.alloc(wordBytes);
      readSync(fd, word, 0, wordBytes, at);
      return Number(isLittle ? word.readBigInt64LE() : word.readBigInt64BE());
    } finally {
      closeSync(fd);
    }
  }

  private write(at: number, values: readonly number[]): void {
    const words = Buffer.alloc(values.length * wordBytes);
    values.forEach((value, i) => {
      const word = BigInt(Math.round(value));
      if (isLittle) words.writeBigInt64LE(word, i * wordBytes);
      else words.writeBigInt64BE(word, i * wordBytes);
    });
    const fd = openSync(this.path, 'r+');
    try {
      if (fstatSync(fd).size !== stateBytes) throw new Error(`${this.path} is not what the shim has mapped.`);
      writeSync(fd, words, 0, words.length, at);
    } finally {
      closeSync(fd);
    }
  }
}
