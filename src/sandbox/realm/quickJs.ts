/**
 * An engine for code from outside: QuickJS in WebAssembly. It contains nothing of the page or of Node, it is
 * synchronous, and an endless loop or a full memory or stack is reported as data. One realm serves many runs; the
 * reader's file is evaluated anew for each life. Code that has used up its time or memory spoils its engine and also
 * the module. A multiplication of huge whole numbers never asks whether to go on, so there the page ends the worker.
 */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { type Begun, guestRequestKinds, type Host, type Judged, reportKinds, type Thrown } from '../own/host';
import { type BegunAs, type Engine, type Realm, RealmEnded, type RealmProblem } from '../own/realm';
import { begunAs, kindOf } from './begunAs';
import type { Signatures } from './guest/signatureNames';
import { entryOf } from './guestProgram';
import { returnedName, thrownName } from './watchAsync';

const mib = 2 ** 20;
const memoryMost = 8 * mib;
/** The memory of a new module (`smallModule.ts`). Few locks need more. */
const memoryAtFirst = 16 * mib;
const stackMost = 256 * 1024;
/** How often QuickJS may ask in one entry whether to go on. It asks about every ten thousand of its own steps. */
const asksMost = 300;
/** In one entry. A promise that is resolved again and again never comes to rest. */
const jobsMost = 20_000;

/** The reader's files as JavaScript, as `compile` returns them. */
export interface RealmCode {
  readonly lock: string;
  readonly check: string | null;
  /** The types of the lock's functions. */
  readonly signatures: Signatures;
}

/** @param guest the files of `realm/guest`, as TypeScript, by name */
export function quickJs(quick: QuickJSWASMModule, guest: Readonly<Record<string, string>>, code: RealmCode): Engine {
  return new QuickJs(quick, entryOf(guest), code);
}

interface Calls {
  readonly begin: QuickJSHandle;
  readonly begunAs: QuickJSHandle;
  readonly enter: QuickJSHandle;
  readonly answer: QuickJSHandle;
  readonly push: QuickJSHandle;
  readonly decide: QuickJSHandle;
  readonly forget: QuickJSHandle;
  readonly atRest: QuickJSHandle;
}

class QuickJs implements Engine {
  private readonly runtime: QuickJSRuntime;
  private readonly context: QuickJSContext;
  private readonly calls: Calls | RealmProblem;
  private host: Host | null = null;
  private lives = 0;
  private asks = 0;
  private ended: RealmProblem | null = null;
  /** There may be a rejected promise without a handler. */
  private mayFloat = false;

  constructor(
    private readonly quick: QuickJSWASMModule,
    guest: string,
    code: RealmCode,
  ) {
    this.runtime = quick.newRuntime();
    this.runtime.setMemoryLimit(memoryMost);
    this.runtime.setMaxStackSize(stackMost);
    this.runtime.setInterruptHandler(() => this.ended !== null || ++this.asks > asksMost);
    this.context = this.runtime.newContext();
    this.calls = this.furnish(guest, code);
  }

  /** Whether the code used up its time or memory: nothing here can be trusted any more. */
  get isSpent(): boolean {
    return this.ended !== null;
  }

  beginRun(): () => void {
    this.endIfSpent();
    this.lives = 0;
    this.host = null;
    if (isCalls(this.calls)) this.call(this.calls.forget, []);
    return () => this.rest();
  }

  live(begun: Begun, host: Host): { as: BegunAs; realm: Realm } {
    const { calls } = this;
    if (!isCalls(calls)) {
      const as = { ok: false, problem: calls } as const;
      return { as, realm: { ...nowhere, begunAs: () => as } };
    }
    const life = ++this.lives;
    this.host = host;
    const answer = this.call(calls.begin, [life, JSON.stringify(begun)]);
    const on = (call: QuickJSHandle, values: readonly Crossing[]): void => {
      this.host = host;
      this.call(call, [life, ...values]);
    };
    return {
      as: this.begunAs(answer),
      realm: {
        begunAs: () => this.begunAs(this.call(calls.begunAs, [life])),
        enter: (number, name, held) => on(calls.enter, [number, name, held]),
        answer: (id, ok, value) => on(calls.answer, [id, ok, JSON.stringify(value ?? null)]),
        push: (id, value) => on(calls.push, [id, JSON.stringify(value ?? null)]),
      },
    };
  }

  private begunAs(text: string | undefined): BegunAs {
    return begunAs(text === undefined ? this.ended : JSON.parse(text));
  }

  decide(judged: Judged): { isGood: boolean } | { problem: RealmProblem } {
    const { calls } = this;
    if (!isCalls(calls)) return { problem: calls };
    const answer = JSON.parse(this.call(calls.decide, [JSON.stringify(judged)]) ?? '{}') as DecidedAs;
    if (answer.thrown === undefined) return { isGood: answer.isGood === true };
    return { problem: { ...answer.thrown, kind: kindOf(answer.thrown.name, answer.thrown.message) } };
  }

  dispose(): boolean {
    try {
      if (isCalls(this.calls)) for (const call of Object.values(this.calls)) (call as QuickJSHandle).dispose();
      this.context.dispose();
      this.runtime.dispose();
      return true;
    } catch {
      // Something that the code left behind may keep it from being freed. QuickJS then ends the whole module.
      return false;
    }
  }

  /** Evaluates our side of the border and the reader's file. Nothing of the file runs yet. */
  private furnish(guest: string, code: RealmCode): Calls | RealmProblem {
    const { context } = this;
    this.offer();
    const entry = this.evaluate(guest, 'guest.js');
    if (entry === null) throw new Error(`The guest does not run: ${this.ended?.message}`);
    const factory = this.factoryOf(code.lock, 'lock.ts');
    const check = code.check === null ? context.null : this.factoryOf(code.check, 'check.ts');
    if (factory === null || check === null) {
      const problem = this.ended ?? { kind: 'syntax', message: '', line: 0, column: 0 };
      this.ended = null;
      for (const handle of [entry, factory, check]) handle?.dispose();
      return { ...problem, kind: 'syntax' };
    }
    const signatures = context.newString(JSON.stringify(code.signatures));
    const result = context.callFunction(entry, context.undefined, factory, check, signatures);
    const guestObject = context.unwrapResult(result);
    const get = (name: string): QuickJSHandle => context.getProp(guestObject, name);
    const [begin, begunAs, enter, answer, push] = [
      get('begin'),
      get('begunAs'),
      get('enter'),
      get('answer'),
      get('push'),
    ];
    const [decide, forget, atRest] = [get('decide'), get('forget'), get('atRest')];
    const calls = { begin, begunAs, enter, answer, push, decide, forget, atRest };
    for (const handle of [entry, factory, check, signatures, guestObject]) handle.dispose();
    return calls;
  }

  /** Returns a file as a function that evaluates it. Null: it cannot be read. */
  private factoryOf(code: string, file: string): QuickJSHandle | null {
    const parameters = `exports, require, module, ${thrownName}, ${returnedName}, globalThis, global = globalThis`;
    // The inner function is needed because a file may declare such a name itself.
    return this.evaluate(`(function (${parameters}) {return (function () {${code}\n})()})`, file);
  }

  /** Offers the functions of the world outside as global names, which our side removes again. */
  private offer(): void {
    const { context } = this;
    const number =
      (read: () => number): ((...handles: QuickJSHandle[]) => QuickJSHandle) =>
      () =>
        context.newNumber(read());
    const num = (handle: QuickJSHandle | undefined): number => (handle === undefined ? 0 : context.getNumber(handle));
    const text = (handle: QuickJSHandle | undefined): string => (handle === undefined ? '' : context.getString(handle));
    const offered: Record<string, (...handles: QuickJSHandle[]) => QuickJSHandle | undefined> = {
      now: number(() => this.world.now()),
      mono: number(() => this.world.mono()),
      random: (below) => context.newNumber(this.world.random(num(below))),
      bytes: (count) => context.newString(this.world.bytes(num(count))),
      lives: (pid) => (this.world.lives(num(pid)) ? context.true : context.false),
      ask: (id, kind, what, line) => {
        this.world.ask(num(id), guestRequestKinds[num(kind)] ?? 'log', text(what), num(line));
        return undefined;
      },
      drop: (id) => {
        this.world.drop(num(id));
        return undefined;
      },
      floats: () => {
        this.mayFloat = true;
        return undefined;
      },
      settled: (id, ok, what) => {
        const isOk = num(ok) === 1;
        if (!isOk) this.lookFor(text(what));
        this.world.settled(num(id), isOk, text(what));
        return undefined;
      },
      report: (kind, what, line) => {
        const reported = reportKinds[num(kind)] ?? 'log';
        if (reported === 'exit') this.lookFor(text(what));
        this.world.report(reported, text(what), num(line));
        return undefined;
      },
    };
    const host = context.newObject();
    for (const [name, run] of Object.entries(offered)) {
      const handle = context.newFunction(name, (...handles) => this.guarded(() => run(...handles)));
      context.setProp(host, name, handle);
      handle.dispose();
    }
    context.setProp(context.global, '__host', host);
    host.dispose();
  }

  /** An async function passes on an error of the engine like an error of the reader's own. */
  private lookFor(thrown: string): void {
    const { name, message, line, column } = JSON.parse(thrown) as Thrown;
    // When no memory is left for an error, QuickJS throws null.
    const isFull =
      name === 'NoError' && message.startsWith('null,') && this.quick.getWasmMemory().buffer.byteLength > memoryAtFirst;
    if (isFull) this.ended ??= { kind: 'too-much-memory', message: 'out of memory', line, column };
    if (name === 'InternalError') this.ended ??= problemAt(kindOf(name, message), message, line, column);
  }

  /** Ends the run if the code has used up its time or memory. */
  private endIfSpent(): void {
    if (this.ended !== null) throw new RealmEnded(this.ended);
  }

  private end(problem: RealmProblem): never {
    this.ended = problem;
    throw new RealmEnded(problem);
  }

  /** An error from the world outside ends the run: the code must not catch it. */
  private guarded<R>(run: () => R): R | undefined {
    try {
      return run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.ended ??= error instanceof RealmEnded ? error.problem : { kind: 'threw', message, line: 0, column: 0 };
      return undefined;
    }
  }

  private get world(): Host {
    if (this.host === null) throw new Error('The code of a lock runs, and no client has entered it.');
    return this.host;
  }

  /** Null: it failed, and `ended` says why. */
  private evaluate(code: string, file: string): QuickJSHandle | null {
    this.asks = 0;
    const result = this.context.evalCode(code, file, { type: 'global' });
    if (result.error === undefined) return result.value;
    this.ended = this.problemOf(result.error);
    return null;
  }

  /** Calls one of our own functions in the realm and returns its text. */
  private call(run: QuickJSHandle, values: readonly Crossing[]): string | undefined {
    const { context } = this;
    this.asks = 0;
    const handles = values.map((value) =>
      typeof value === 'number'
        ? context.newNumber(value)
        : typeof value === 'string'
          ? context.newString(value)
          : value
            ? context.true
            : context.false,
    );
    const result = context.callFunction(run, context.undefined, ...handles);
    values.forEach((value, index) => {
      if (typeof value !== 'boolean') handles[index]?.dispose();
    });
    if (result.error !== undefined) this.end(this.problemOf(result.error));
    this.endIfSpent();
    const text = context.typeof(result.value) === 'string' ? context.getString(result.value) : undefined;
    result.value.dispose();
    return text;
  }

  private rest(): void {
    this.asks = 0;
    const result = this.runtime.executePendingJobs(jobsMost);
    if (result.error !== undefined) return this.end(this.problemOf(result.error));
    result.dispose();
    this.endIfSpent();
    if (this.runtime.hasPendingJob())
      this.end({
        kind: 'too-long',
        message: 'The code does not come to rest: it goes on without waiting for anything.',
        line: 0,
        column: 0,
      });
    if (!this.mayFloat || !isCalls(this.calls)) return;
    this.mayFloat = false;
    this.call(this.calls.atRest, []);
  }

  private problemOf(handle: QuickJSHandle): RealmProblem {
    const dumped = (this.context.dump(handle) ?? 'out of memory') as
      | { name?: string; message?: string; stack?: string }
      | string;
    handle.dispose();
    const { name = 'Error', message = String(dumped), stack = '' } = typeof dumped === 'string' ? {} : dumped;
    const [, line = '0', column = '0'] = /\b(?:lock|check)\.ts:(\d+)(?::(\d+))?/.exec(stack) ?? [];
    return problemAt(kindOf(name, message), message, Number(line), Number(column));
  }
}

/** An endless loop is reported as a whole line, because only the column of the call before it is known. */
const problemAt = (kind: RealmProblem['kind'], message: string, line: number, column: number): RealmProblem => ({
  kind,
  message,
  line,
  column: kind === 'too-long' ? 0 : column,
});

interface DecidedAs {
  readonly isGood?: boolean;
  readonly thrown?: Thrown;
}

type Crossing = number | string | boolean;

const isCalls = (calls: Calls | RealmProblem): calls is Calls => 'begin' in calls;

const nowhere: Omit<Realm, 'begunAs'> = { enter: () => {}, answer: () => {}, push: () => {} };
