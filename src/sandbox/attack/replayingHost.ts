/**
 * Stops code in the middle. A process that is stopped between two calls of files leaves JavaScript on the stack, which
 * cannot wait there: that life is given up, and nothing it still does counts. When the process resumes, another life
 * repeats all that the first one did, with the answers that it got, up to the same place, and goes on from there.
 */
import type { GuestRequestKind, Host, ReportKind } from '../own/host';
import { StoppedMidTurn } from '../own/runFiles';

type Answer = number | string | boolean;

/** One entry into the code, and the answers that it got from the world meanwhile. */
interface Entry {
  readonly enter: (life: number) => void;
  readonly answers: Answer[];
  /** The code came to rest after it. Otherwise the next entry followed at once. */
  hasRested: boolean;
}

/** Whether the code does something for the first time, repeats an entry that had ended, or was given up. */
type Mode = 'first' | 'again' | 'given up';

export class ReplayingHost implements Host {
  private readonly entries: Entry[] = [];
  private mode: Mode = 'first';
  /** The answers that the entry got before, and has not got again yet. */
  private left: Answer[] = [];

  constructor(
    private readonly host: Host,
    /** The number of the life. */
    private life: number,
  ) {}

  /** @param another returns the number of a new life @param rest lets the code run until all of it waits */
  enter(enter: Entry['enter'], { another, rest }: { readonly another: () => number; readonly rest: () => void }): void {
    if (this.mode !== 'given up') {
      this.entries.push({ enter, answers: [], hasRested: false });
      return enter(this.life);
    }
    const stopped = this.entries.pop();
    this.life = another();
    this.mode = 'again';
    for (const entry of this.entries) {
      this.left = [...entry.answers];
      entry.enter(this.life);
      if (entry.hasRested) rest();
    }
    this.mode = 'first';
    this.left = [...(stopped?.answers ?? [])];
    this.entries.push({ enter, answers: [], hasRested: false });
    enter(this.life);
  }

  get number(): number {
    return this.life;
  }

  rested(): void {
    const last = this.entries.at(-1);
    if (last !== undefined && this.mode === 'first') last.hasRested = true;
  }

  private answer(make: () => Answer): Answer {
    if (this.mode === 'given up') throw new StoppedMidTurn();
    const last = this.entries.at(-1);
    const value = this.left.shift() ?? (this.mode === 'again' ? 0 : make());
    if (this.mode === 'first') last?.answers.push(value);
    return value;
  }

  private readonly isFirst = (): boolean => this.mode === 'first';

  now = (): number => Number(this.answer(() => this.host.now()));
  mono = (): number => Number(this.answer(() => this.host.mono()));
  random = (below: number): number => Number(this.answer(() => this.host.random(below)));
  bytes = (count: number): string => String(this.answer(() => this.host.bytes(count)));

  lives = (pid: number): boolean => Boolean(this.answer(() => this.host.lives(pid) ?? false));

  file = (text: string): string => {
    try {
      return String(this.answer(() => this.host.file?.(text) ?? '["EIO",null]'));
    } catch (error) {
      if (error instanceof StoppedMidTurn) this.mode = 'given up';
      throw error;
    }
  };

  ask = (id: number, kind: GuestRequestKind, text: string, line: number): void => {
    if (this.isFirst()) this.host.ask(id, kind, text, line);
  };

  drop = (id: number): void => {
    if (this.isFirst()) this.host.drop(id);
  };

  settled = (id: number, ok: boolean, text: string): void => {
    if (this.isFirst()) this.host.settled(id, ok, text);
  };

  report = (kind: ReportKind, text: string, line: number): void => {
    if (this.isFirst()) this.host.report(kind, text, line);
  };
}
