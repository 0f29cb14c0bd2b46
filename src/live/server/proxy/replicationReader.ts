/**
 * Reads the stream of a master to its replica: first lines, then all its data, then every command that changed
 * something. The bytes go on unchanged; commands are reported one by one. Knows no key.
 */
import { Framing } from './framing';
import { wordsOf } from './requestReader';

/** `words` of a command; null for all other bytes. */
export interface Portion {
  readonly bytes: Buffer;
  readonly words: readonly string[] | null;
}

type Stage =
  | { readonly kind: 'lines' }
  | { readonly kind: 'length'; readonly left: number }
  /** Data of unknown length, which end with a mark that was announced before them. */
  | { readonly kind: 'mark'; readonly mark: Buffer }
  | { readonly kind: 'commands' };

const markLength = 40;
const newline = 10;

export class ReplicationReader {
  private stage: Stage = { kind: 'lines' };
  /** An incomplete line, or the last bytes, in which a mark may have begun. */
  private tail: Buffer = Buffer.alloc(0);
  private readonly commands: Framing;

  constructor(
    private readonly take: (portion: Portion) => void,
    onBroken: (problem: string) => void,
  ) {
    this.commands = new Framing({ onFrame: (value, bytes) => take({ bytes, words: wordsOf(value) }), onBroken });
  }

  push(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.stage.kind === 'commands') return this.commands.push(rest);
      const length = this.read(rest, this.stage);
      this.take({ bytes: rest.subarray(0, length), words: null });
      rest = rest.subarray(length);
    }
  }

  /** Returns how many of the bytes belong to the stage. If it ends there, sets the next stage. */
  private read(bytes: Buffer, stage: Exclude<Stage, { readonly kind: 'commands' }>): number {
    switch (stage.kind) {
      case 'lines':
        return this.readLine(bytes);
      case 'length': {
        const length = Math.min(stage.left, bytes.length);
        this.begin(length === stage.left ? { kind: 'commands' } : { kind: 'length', left: stage.left - length });
        return length;
      }
      case 'mark':
        return this.readToMark(bytes, stage.mark);
      default:
        return stage satisfies never;
    }
  }

  private readLine(bytes: Buffer): number {
    const end = bytes.indexOf(newline);
    if (end < 0) {
      this.tail = Buffer.concat([this.tail, bytes]);
      return bytes.length;
    }
    const line = Buffer.concat([this.tail, bytes.subarray(0, end)])
      .toString('latin1')
      .trim();
    if (line.startsWith('$EOF:')) this.begin({ kind: 'mark', mark: Buffer.from(line.slice(5), 'latin1') });
    else if (line.startsWith('$')) this.begin({ kind: 'length', left: Number(line.slice(1)) });
    else if (line.startsWith('+CONTINUE')) this.begin({ kind: 'commands' });
    else this.begin({ kind: 'lines' });
    return end + 1;
  }

  private readToMark(bytes: Buffer, mark: Buffer): number {
    const buffer = Buffer.concat([this.tail, bytes]);
    const markIndex = buffer.indexOf(mark);
    if (markIndex < 0) {
      this.tail = buffer.subarray(Math.max(0, buffer.length - markLength + 1));
      return bytes.length;
    }
    const length = markIndex + mark.length - this.tail.length;
    this.begin({ kind: 'commands' });
    return length;
  }

  private begin(stage: Stage): void {
    this.stage = stage;
    this.tail = Buffer.alloc(0);
  }
}
