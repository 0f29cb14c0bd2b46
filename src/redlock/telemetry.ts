/**
 * Spans and a counter for OpenTelemetry. Its API is not imported, because the library has no dependency: every 1.x of
 * it registers what the program has set up at one global symbol, which is read anew each time. Without it nothing
 * happens. It is foreign code that may be anything and may throw; a lock must work anyway.
 *
 * OpenTelemetry has no conventions for locks. All names begin with `lock.`, a namespace of the field as `db.` and
 * `messaging.` are, and not of one library. An attribute has no unit of its own, so its name ends with it.
 */
import { majority } from '../core/locks/shared/votes';
import { toMs } from '../core/model/values/time';
import { leftNow } from './lock';
import type { Operation, Within } from './operation';
import { type Context, type HeldLock, validityOf } from './programs';

type SpanName = 'lock.acquire' | 'lock.extend' | 'lock.release';

interface About {
  readonly operation: Operation;
  readonly resources: readonly string[];
  readonly context: Pick<Context, 'ttl' | 'driftFactor' | 'nodes'>;
  /** The lock before the operation. */
  readonly before?: HeldLock;
}

interface Traced<T> extends About {
  /** The lock after the operation. The argument is undefined if that has failed. */
  readonly after?: (answer?: T) => HeldLock | undefined;
  /** Whether an error is an answer that the caller asked for. */
  readonly isExpected?: ((error: unknown) => boolean) | undefined;
}

interface Failure {
  readonly thrown: unknown;
}

type End = (held?: HeldLock, failed?: Failure | null) => void;

/** Runs an operation in a span, if the program has a tracer. */
export const traced = <T>(name: SpanName, about: Traced<T>, run: () => Promise<T>): Promise<T> =>
  inSpan(name, about, (end) => {
    const running = run();
    if (end === null) return running;
    const { operation, after, isExpected } = about;
    // The first commands went out in the active context. Later ones follow answers, which arrive in the
    // context of their connection.
    operation.within = boundHere();
    running.then(
      (answer) => end(after?.(answer)),
      (thrown: unknown) => end(after?.(), isExpected?.(thrown) ? null : { thrown }),
    );
    return running;
  });

/**
 * Traces the automatic extensions of a lock, each in a span from its first try until it is extended or lost.
 *
 * @returns ends the span of the extension in progress, if there is one.
 */
export function traceExtensions(about: About, held: HeldLock): (failed?: Failure) => void {
  const { operation } = about;
  const context = ask(api('context'), 'active');
  let open: { readonly end: End; readonly within: Within } | null = null;
  operation.within = (send) => {
    if (open !== null) return open.within(send);
    const sendFirst = (end: End | null): void => {
      open = end && { end, within: boundHere() };
      send();
    };
    inSpan('lock.extend', about, sendFirst, context);
  };
  return (failed) => {
    open?.end(held, failed);
    open = null;
    operation.tried = 0;
  };
}

/** Counts a lock as lost. */
export function countLost(): void {
  const meter = ask(api('metrics'), 'getMeter', scope);
  const options = { description: 'Locks that were lost before they were released.', unit: '{lock}' };
  ask(ask(meter, 'createCounter', 'lock.lost', options), 'add', 1);
}

/** The name under which spans and counters are reported. */
const scope = 'quorum-lock';

/**
 * Does something in a span that is active meanwhile.
 *
 * @param act is given how to end the span. Null: there is no tracer.
 * @param context whose span is the parent. Undefined: the one that is active.
 */
function inSpan<T>(name: SpanName, about: About, act: (end: End | null) => T, context?: unknown): T {
  const tracer = ask(api('trace'), 'getTracer', scope);
  if (tracer === undefined) return act(null);
  const options = { attributes: attributesAsked(name, about) };
  return by(tracer, 'startActiveSpan', [name, options, context], (span) =>
    act((held, failed) => endSpan(span, about, held, failed)),
  );
}

const statusOfError = 2;

function endSpan(span: unknown, { operation }: About, held?: HeldLock, failed?: Failure | null): void {
  try {
    if (ask(span, 'isRecording') === false) return;
    const votes = operation.latest?.tally();
    ask(span, 'setAttributes', {
      'lock.try.count': operation.tried,
      ...(votes && {
        'lock.votes.for': votes.for,
        'lock.votes.against': votes.against,
        'lock.votes.failed': votes.failed,
      }),
      ...attributesOf(held),
    });
    if (!failed) return;
    ask(span, 'setStatus', { code: statusOfError });
    const { thrown } = failed;
    const isError = thrown instanceof Error;
    ask(span, 'setAttributes', { 'error.type': isError ? thrown.name : '_OTHER' });
    ask(span, 'setStatus', { code: statusOfError, message: isError ? thrown.message : String(thrown) });
    ask(span, 'recordException', thrown);
  } catch {
    // The reason of an abort may be anything, and reading it may throw.
  } finally {
    ask(span, 'end');
  }
}

function attributesAsked(name: SpanName, { resources, context, before }: About): object {
  const { nodes, ttl } = context;
  return {
    'lock.resources': [...resources],
    'lock.node.count': nodes.length,
    'lock.quorum': majority(nodes),
    // A release asks for no time.
    ...(name !== 'lock.release' && { 'lock.duration_ms': ttl, 'lock.drift_ms': ttl - toMs(validityOf(context)) }),
    ...attributesOf(before),
  };
}

const attributesOf = (held: HeldLock | undefined): object | undefined =>
  held && {
    'lock.validity_ms': toMs(leftNow(held)),
    ...(held.token !== null && { 'lock.fencing_token': held.token }),
  };

/** How to send later in the context that is active now. */
function boundHere(): Within {
  const here = ask(api('context'), 'active');
  return (send) => by(api('context'), 'with', [here], send);
}

/** Where every copy of `@opentelemetry/api` 1.x looks. */
const apiKey = Symbol.for('opentelemetry.js.api.1');

/** One part of the API. Undefined: the program has none, or, as the API sees it, of an unknown version. */
function api(part: 'trace' | 'metrics' | 'context'): unknown {
  try {
    const globalApi: unknown = Reflect.get(globalThis, apiKey);
    if (!isObject(globalApi)) return undefined;
    const { version } = globalApi;
    return typeof version === 'string' && /^1\.\d+\.\d+$/.test(version) ? globalApi[part] : undefined;
  } catch {
    return undefined;
  }
}

/** Calls a method of an object, if it has that. Undefined: it does not have it, or it threw. */
function ask(target: unknown, method: string, ...args: readonly unknown[]): unknown {
  try {
    const member = isObject(target) ? target[method] : undefined;
    if (typeof member !== 'function') return undefined;
    const answer: unknown = Reflect.apply(member, target, args);
    if (answer instanceof Promise) answer.catch(() => {});
    return answer;
  } catch {
    return undefined;
  }
}

/** Does something exactly once through such a method, which may call back late, twice or never. */
function by<T>(target: unknown, method: string, args: readonly unknown[], act: (value?: unknown) => T): T {
  let ended: (() => T) | undefined;
  const begin = (value?: unknown): T => {
    ended ??= endedOnce(() => act(value));
    return ended();
  };
  ask(target, method, ...args, (value: unknown) => void begin(value));
  return begin();
}

/** Does something now, and returns a function that gives its result at every call. */
function endedOnce<T>(act: () => T): () => T {
  try {
    const value = act();
    return () => value;
  } catch (thrown) {
    return () => {
      throw thrown;
    };
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && (typeof value === 'object' || typeof value === 'function');
