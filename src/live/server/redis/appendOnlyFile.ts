/**
 * The log of a real server as files: which file grows (Redis 7 keeps a base and increments in a folder, older versions
 * a single file), how much of it is on the disk, and how a power loss cuts it.
 */
import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How often the file is checked: often enough to know its length at the beginning of a second. */
const sampleMs = 20;

/** Returns the file to which the server appends; null before it has made one. */
export function growingFile(folder: string): string | null {
  const parts = join(folder, 'appendonlydir');
  if (existsSync(parts)) {
    const increments = readdirSync(parts).filter((name) => /\.\d+\.incr\.aof$/.test(name));
    const last = increments.sort((a, b) => numberOf(a) - numberOf(b)).at(-1);
    return last === undefined ? null : join(parts, last);
  }
  const single = join(folder, 'appendonly.aof');
  return existsSync(single) ? single : null;
}

/** Cuts the log, and returns how many bytes are lost and kept. A server that reads it drops a command cut in two. */
export function cutLog(file: string, keptBytes: number): { readonly lostBytes: number; readonly keptBytes: number } {
  const { size } = statSync(file);
  const remainingBytes = Math.min(size, keptBytes);
  truncateSync(file, remainingBytes);
  return { lostBytes: size - remainingBytes, keptBytes: remainingBytes };
}

/** Whether a command of the log, or the snapshot at its beginning, names the key. Neither is compressed. */
export function namesIn(file: string): (key: string) => boolean {
  const folder = dirname(file);
  const files = readdirSync(folder).filter((name) => name.endsWith('.aof') || name.endsWith('.rdb'));
  const contents = files.map((name) => readFileSync(join(folder, name)));
  return (key) => contents.some((content) => content.includes(key));
}

/**
 * The synced length under everysec without a shim to record it. Redis flushes once a second, as the second
 * turns, so everything written by the last turn is on the disk. Checks the file until it is stopped.
 */
export class SecondBoundary {
  private boundaryLength = 0;
  private length = 0;
  private second = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly folder: string) {
    this.timer = setInterval(() => this.look(), sampleMs);
    this.look();
  }

  /** The length that is certainly on the disk by now. */
  get syncedLength(): number {
    return this.boundaryLength;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const second = Math.floor(Date.now() / 1000);
    // The length seen at the last look was written before the second turned.
    if (second !== this.second) this.boundaryLength = this.length;
    this.second = second;
    const file = growingFile(this.folder);
    // The file may be renamed between the two calls.
    this.length = file === null ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  }
}

const numberOf = (name: string): number => Number(/\.(\d+)\.incr\.aof$/.exec(name)?.[1] ?? 0);
