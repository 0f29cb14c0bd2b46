/**
 * An engine for code from outside: the V8 of this thread itself, so libraries of npm run unchanged and fast. Their
 * clocks, timers, randomness and sockets are the simulated client's (`patches/`). Nothing keeps the code from the rest
 * of Node. Node-redis makes a class for each new set of options, which takes 50 ms: clients made by `duplicate({ url
 * })` share one.
 */
import type { Begun, Host } from '../own/host';
import type { BegunAs, Engine, Realm, RealmProblem } from '../own/realm';
import { begunAs } from '../realm/begunAs';
import { setCurrentProcess } from '../realm/guest/guestIncarnation';
import { type Guest, makeGuest } from '../realm/guest/main';
import type { Signatures } from '../realm/guest/signatureNames';
import type { Factory } from './evaluate';
import { ReplayingHost } from './replayingHost';
import type { Watched } from './watch';

/**
 * Runs the ticks and microtasks of this thread until the queue is empty. Call it from a task of its own, not from a
 * microtask.
 */
const drain = (process as unknown as { readonly _tickCallback: () => void })._tickCallback;

/** @param watched is notified when code begins and when it comes to rest */
export const v8 = (factory: Factory, watched: Watched, signatures: Signatures): Engine =>
  new V8(factory, watched, signatures);

/** The answer when there is no file system. */
const nowhere = '["EIO",null]';

function drainApart(): void {
  drain();
  setCurrentProcess(null);
}

class V8 implements Engine {
  readonly isSpent = false;
  private readonly guest: Guest;
  private host: Host | null = null;
  private lives = 0;
  /** The life that was entered last, if it is recorded. */
  private entered: ReplayingHost | null = null;

  constructor(
    factory: Factory,
    private readonly watched: Watched,
    signatures: Signatures,
  ) {
    const host: Host = {
      now: () => this.world.now(),
      mono: () => this.world.mono(),
      random: (below) => this.world.random(below),
      bytes: (count) => this.world.bytes(count),
      file: (text) => this.world.file?.(text) ?? nowhere,
      lives: (pid) => this.world.lives(pid),
      ask: (id, kind, text, line) => this.world.ask(id, kind, text, line),
      drop: (id) => this.world.drop(id),
      settled: (id, ok, text) => this.world.settled(id, ok, text),
      report: (kind, text, line) => this.world.report(kind, text, line),
    };
    this.guest = makeGuest(host, factory, null, signatures);
  }

  beginRun(): () => void {
    this.lives = 0;
    this.host = null;
    this.entered = null;
    this.guest.forget();
    return () => this.rest();
  }

  live(begun: Begun, host: Host): { as: BegunAs; realm: Realm } {
    const { guest } = this;
    const another = (): number => ++this.lives;
    const recorded = begun.sharesFiles === true ? new ReplayingHost(host, another()) : null;
    const only = recorded === null ? another() : 0;
    const number = (): number => recorded?.number ?? only;
    const on = (enter: (life: number) => void): void => {
      this.host = recorded ?? host;
      this.entered = recorded;
      this.watched.begins();
      if (recorded === null) enter(only);
      else recorded.enter(enter, { another, rest: drainApart });
    };
    let begunText = '';
    on((life) => {
      begunText = guest.begin(life, JSON.stringify(begun));
      // A process has opened its first connections by the time that its lock is asked for.
      drain();
    });
    return {
      as: begunAs(JSON.parse(begunText)),
      realm: {
        begunAs: () => begunAs(JSON.parse(guest.begunAs(number()))),
        enter: (call, name, held) => on((life) => guest.enter(life, call, name, held)),
        answer: (id, ok, value) => on((life) => guest.answer(life, id, ok, JSON.stringify(value ?? null))),
        push: (id, value) => on((life) => guest.push(life, id, JSON.stringify(value ?? null))),
      },
    };
  }

  /** The resource uses a check of the playground: a file of this kind has none. */
  decide(): { problem: RealmProblem } {
    return { problem: { kind: 'form', message: 'A file that is attacked brings no check.', line: 0, column: 0 } };
  }

  dispose(): boolean {
    this.guest.forget();
    return true;
  }

  private rest(): void {
    drainApart();
    this.entered?.rested();
    this.watched.rests();
  }

  private get world(): Host {
    if (this.host === null) throw new Error('The code of a lock runs, and no client has entered it.');
    return this.host;
  }
}
