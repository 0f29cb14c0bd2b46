/**
 * Spans and a counter for OpenTelemetry. Its API is not imported, because the library has no dependency: every 1.x of
 * it registers what the program has set up at one global symbol, which is read anew each time. Without it nothing
 * happens. All of it is other people's code, which may be anything and may throw; a lock works the same.
 *
 * OpenTelemetry has no conventions for locks, so all names begin with `lock.`: a namespace of the field, as `db.` and
 * `messaging.` are, not of one library.
 */
import { majority } from '../core/locks/votes';
import { toMs } from '../core/model/time';
import { type Hold, leftNow } from './lock';
import type { Operation, Within } from './operation';
import { type Context, type HeldLock, validityOf } from './programs';

type SpanName = 'lock.acquire' | 'lock.extend' | 'lock.release';

interface About {
  readonly operation: Operation;
  readonly resources: readonly string[];
  readonly context: Pick<Context, 'ttl' | 'driftFactor' | 'nodes'>;
}

interface Traced<T> extends About {
  /** The lock after the operation. The argument is undefined if that has failed. */
  readonly heldAfter?: (answer?: T) => HeldLock | undefined;
  /** The lock before the operation. */
  readonly heldBefore?: HeldLock;
  /** Whether an error is an answer that the caller asked for. */
  readonly isExpected?: ((error: unknown) => boolean) | undefined;
}

/** The name under which spans and counters are reported. */
const scope = 'quorum-lock';

/** Runs an operation in a span, if the program has a tracer. */
export function traced<T>(name: SpanName, about: Traced<T>, run: () => Promise<T>): Promise<T> {
  const tracer = tracerNow();
  if (tracer === undefined) return run();
  const { operation, heldAfter, heldBefore, isExpected } = about;
  return throughOthers(
    (begin) => ask(tracer, 'startActiveSpan', name, { attributes: attributesAsked(name, about, heldBefore) }, begin),
    (span) => {
      // The first commands go out at once, in the active context. Later ones follow answers, which arrive in the
      // context of their connection.
      const running = run();
      operation.within = boundHere();
      running.then(
        (answer) => endSpan(span, { operation, tries: operation.tried, held: heldAfter?.(answer) }),
        (thrown: unknown) => {
          const failed = isExpected?.(thrown) ? {} : { thrown };
          endSpan(span, { operation, tries: operation.tried, held: heldAfter?.(), ...failed });
        },
      );
      return running;
    },
  );
}

/** The span of each automatic extension of a lock, from its first try until it is extended or lost. */
export class ExtensionSpans {
  private readonly context = ask(api('context'), 'active');
  private open: { readonly span: unknown; readonly within: Within | null; readonly triedBefore: number } | null = null;

  constructor(
    private readonly about: About,
    private readonly held: HeldLock,
  ) {
    about.operation.within = (send) => this.send(send);
  }

  private send(send: () => void): void {
    if (this.open !== null) return this.open.within === null ? send() : this.open.within(send);
    const { about, context } = this;
    const tracer = tracerNow();
    if (tracer === undefined) return send();
    const triedBefore = about.operation.tried - 1;
    const options = { attributes: attributesAsked('lock.extend', about) };
    throughOthers(
      (begin) => ask(tracer, 'startActiveSpan', 'lock.extend', options, context, begin),
      (span) => {
        this.open = { span, within: boundHere(), triedBefore };
        send();
      },
    );
  }

  /** Ends the span of the extension in progress, if there is one. */
  end(failed: { readonly thrown?: unknown } = {}): void {
    const { open, held } = this;
    const { operation } = this.about;
    this.open = null;
    if (open !== null) endSpan(open.span, { operation, tries: operation.tried - open.triedBefore, held, ...failed });
  }
}

/** Counts a lock as lost, once. */
export function countLost(hold: Pick<Hold, 'isLost'>): void {
  if (hold.isLost) return;
  hold.isLost = true;
  const meter = ask(api('metrics'), 'getMeter', scope);
  const options = { description: 'Locks that were lost before they were released.', unit: '{lock}' };
  ask(ask(meter, 'createCounter', 'lock.lost', options), 'add', 1);
}

interface Ended {
  readonly operation: Operation;
  readonly tries: number;
  readonly held: HeldLock | undefined;
  readonly thrown?: unknown;
}

const statusOfError = 2;

function endSpan(span: unknown, { operation, tries, held, ...failed }: Ended): void {
  try {
    if (ask(span, 'isRecording') === false) return;
    const votes = operation.latest?.tally();
    ask(span, 'setAttributes', {
      'lock.try.count': tries,
      ...(votes && {
        'lock.votes.for': votes.for,
        'lock.votes.against': votes.against,
        'lock.votes.failed': votes.failed,
      }),
      ...heldAttributes(held),
      ...('thrown' in failed && { 'error.type': failed.thrown instanceof Error ? failed.thrown.name : '_OTHER' }),
    });
    if (!('thrown' in failed)) return;
    const { thrown } = failed;
    ask(span, 'recordException', thrown);
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    ask(span, 'setStatus', { code: statusOfError, message });
  } catch {
    // The reason of an abort may be anything, and reading it may throw.
    ask(span, 'setStatus', { code: statusOfError });
  } finally {
    ask(span, 'end');
  }
}

function attributesAsked(name: SpanName, { resources, context }: About, held?: HeldLock): object {
  const { nodes, ttl } = context;
  return {
    'lock.resources': [...resources],
    'lock.node.count': nodes.length,
    'lock.quorum': majority(nodes),
    // A release asks for no time.
    ...(name !== 'lock.release' && { 'lock.duration_ms': ttl, 'lock.drift_ms': ttl - toMs(validityOf(context)) }),
    ...heldAttributes(held),
  };
}

const heldAttributes = (held: HeldLock | undefined): object | undefined =>
  held && {
    'lock.validity_ms': toMs(leftNow(held)),
    ...(held.token !== null && { 'lock.fencing_token': held.token }),
  };

/** How to send later in the context that is active now. */
function boundHere(): Within | null {
  const here = ask(api('context'), 'active');
  if (here === undefined) return null;
  return (send) => throughOthers((begin) => ask(api('context'), 'with', here, begin), send);
}

const tracerNow = (): unknown => ask(api('trace'), 'getTracer', scope);

/** One part of the API. Undefined: the program has none, or another major version. */
function api(part: 'trace' | 'metrics' | 'context'): unknown {
  try {
    const found: unknown = Reflect.get(globalThis, apiKey);
    if (!isObject(found) || typeof found['version'] !== 'string') return undefined;
    return versionKnown.test(found['version']) ? found[part] : undefined;
  } catch {
    return undefined;
  }
}

/** Where every copy of `@opentelemetry/api` 1.x looks. */
const apiKey = Symbol.for('opentelemetry.js.api.1');

/** As in the API, a version before a release counts as unknown. */
const versionKnown = /^1\.\d+\.\d+$/;

/** Calls a method of an object, if it has that. Undefined: it has not, or has thrown. */
function ask(target: unknown, method: string, ...args: readonly unknown[]): unknown {
  try {
    const found = isObject(target) ? target[method] : undefined;
    if (typeof found !== 'function') return undefined;
    const answer: unknown = Reflect.apply(found, target, args);
    if (answer instanceof Promise) answer.catch(nothing);
    return answer;
  } catch {
    return undefined;
  }
}

const nothing = (): void => {};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && (typeof value === 'object' || typeof value === 'function');

type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

/** Does something exactly once, by way of other people's code, which may do it late, twice or never. */
function throughOthers<T>(by: (begin: (given?: unknown) => void) => void, act: (given?: unknown) => T): T {
  let outcome: Outcome<T> | null = null;
  const actOnce = (given?: unknown): Outcome<T> => {
    outcome ??= outcomeOf(() => act(given));
    return outcome;
  };
  by((given) => void actOnce(given));
  const done = actOnce();
  if ('thrown' in done) throw done.thrown;
  return done.value;
}

function outcomeOf<T>(act: () => T): Outcome<T> {
  try {
    return { value: act() };
  } catch (thrown) {
    return { thrown };
  }
}
