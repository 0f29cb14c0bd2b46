/** What the code of one run may ask for, and what its servers keep for it. More would fill the memory of a page. */
import type { Value } from '../../core/model/effects/request';
import type { Commands } from '../../core/sim/parts';
import type { Command } from '../../core/sim/redis/command';
import type { Entry, StringEntry } from '../../core/sim/redis/entry';
import { RealmEnded, type RealmProblem } from '../own/realm';

/** In one run, including what scripts write. More is an endless loop. */
const asksMost = 50_000;
/**
 * Characters of everything that the code asks and that its servers have kept, in one run. A trace holds all of them.
 */
const textMost = 32 * 2 ** 20;
const tooMuch = 'In one run the code may send, and its servers may keep, 32 million characters. This is more.';

export class Bounds {
  private asks = 0;
  private text = 0;
  private ended: RealmProblem | null = null;

  begin(): void {
    this.asks = 0;
    this.text = 0;
    this.ended = null;
  }

  /** Throws `RealmEnded`. The code may catch that, so `check` throws it again. */
  readonly ask = (size: number, line = 0): void => {
    this.asks++;
    this.text += size;
    if (this.asks > asksMost)
      this.end(
        'too-long',
        'The code asks for more than one run can hold: 50,000 calls, timers and writes of scripts.',
        line,
      );
    if (this.text > textMost) this.end('too-much-memory', tooMuch, line);
    this.check();
  };

  /** Throws `RealmEnded` if the run has exceeded a bound. */
  check(): void {
    if (this.ended !== null) throw new RealmEnded(this.ended);
  }

  /** Returns the same commands, with what they write counted. */
  counted(commands: Commands): Commands {
    return new Map([...commands].map(([name, command]) => [name, this.counting(command)]));
  }

  private counting(command: Command): Command {
    return {
      ...command,
      execute: (store, args) => {
        this.check();
        let index = store.changes.length;
        const answer = command.execute(store, args);
        if (answer.kind === 'ok') this.answered(answer.value);
        for (; index < store.changes.length; index++) this.ask(sizeOf(store.changes[index]?.entry ?? null));
        return answer;
      },
    };
  }

  /** Counts what a server answers, since it is sent too. */
  answered(value: Value): void {
    this.text += sizeOfValue(value);
  }

  private end(kind: RealmProblem['kind'], message: string, line: number): void {
    this.ended ??= { kind, message, line, column: 0 };
  }
}

const sizeOfValue = (value: Value): number =>
  typeof value === 'string'
    ? value.length
    : Array.isArray(value)
      ? value.reduce<number>((size, each) => size + sizeOfValue(each), 0)
      : 0;

/** The size of an item, field or member besides its text. */
const itemSize = 8;

function sizeOf(entry: Entry | null): number {
  if (entry === null) return 0;
  if (entry.type === 'string') return entry.value.length;
  let size = 0;
  for (const text of textsOf(entry)) size += text.length + itemSize;
  return size;
}

function* textsOf(entry: Exclude<Entry, StringEntry>): Iterable<string> {
  if (entry.type === 'list') yield* entry.items;
  else if (entry.type === 'set') yield* entry.members;
  else if (entry.type === 'zset') yield* entry.scores.keys();
  else if (entry.type === 'stream') yield entry.last;
  else for (const [name, value] of entry.fields) yield name + value;
}
