/**
 * Calls of functions that run elsewhere, as in a web worker or a thread: call, progress, answer, failure, cancel. One
 * end has the functions (`serving`), the other calls them (`inWorker`). A transport carries the messages. Both ends
 * come from one build, so each trusts the other's messages. This file knows no run, page or thread.
 */

/** What a function receives besides its argument. */
export interface Call<Progress> {
  /** Sends progress to the caller before the answer. */
  readonly report: (progress: Progress) => void;
  /** Lets pending messages be handled. Throws if the caller has cancelled. */
  readonly pause: () => Promise<void>;
}

export type Functions = Readonly<Record<string, (question: never, call: Call<unknown>) => unknown>>;

/** An answer whose buffers are transferred to the caller instead of copied. */
export class Transferred<Answer> {
  constructor(
    readonly answer: Answer,
    readonly buffers: readonly ArrayBuffer[],
  ) {}
}

/** A request to stop, such as a signal to the process or an edit on a page. An `AbortSignal` is one. */
export interface Stopping {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', stop: () => void) => void;
  readonly removeEventListener: (type: 'abort', stop: () => void) => void;
}

interface Options<Progress> {
  /** When it is aborted, the call rejects at once. The function notices when it pauses. */
  readonly signal?: (Stopping & { readonly reason: unknown }) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

type AnswerOf<Returned> = Returned extends Transferred<infer Answer> ? Answer : Returned;

/** The functions as their caller sees them. */
export type Calls<Offered> = {
  readonly [Name in keyof Offered]: Offered[Name] extends () => infer Returned
    ? () => Promise<AnswerOf<Awaited<Returned>>>
    : Offered[Name] extends (question: infer Question, call: Call<infer Progress>) => infer Returned
      ? (question: Question, options?: Options<Progress>) => Promise<AnswerOf<Awaited<Returned>>>
      : never;
};

type CallOf<Question> =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly question: Question }
  | { readonly kind: 'cancel'; readonly id: number };

type CallMessage<Progress, Answer> =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string };

/**
 * The end that has the functions.
 * @param post sends a message to the caller and transfers these buffers
 * @param turn lets pending messages be handled
 * @returns takes each message of the caller
 */
export function serving(
  functions: Functions,
  post: (message: object, buffers: ArrayBuffer[]) => void,
  turn: () => Promise<void>,
): (asking: CallOf<never>) => void {
  /** Never emptied: a part of such a call may go on after its answer, and pause. */
  const cancelled = new Set<number>();
  const answer = async (id: number, name: string, question: never): Promise<void> => {
    const send = (message: CallMessage<unknown, unknown>, buffers: readonly ArrayBuffer[] = []): void =>
      post(message, [...buffers]);
    const pause = async (): Promise<void> => {
      await turn();
      if (cancelled.has(id)) throw new Error('Nobody waits for the answer.');
    };
    try {
      const handler = functions[name];
      if (handler === undefined) throw new Error(`There is no function ${name}.`);
      const result = await handler(question, { report: (progress) => send({ kind: 'progress', id, progress }), pause });
      if (result instanceof Transferred) send({ kind: 'answer', id, answer: result.answer }, result.buffers);
      else send({ kind: 'answer', id, answer: result });
    } catch (error) {
      send({ kind: 'failed', id, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return (asking) => {
    if (asking.kind === 'cancel') cancelled.add(asking.id);
    else void answer(asking.id, asking.name, asking.question);
  };
}

/** Why the worker is gone, if its caller ended it. */
export const ended = 'ended';

/** The worker is gone. If it could not be loaded, no reason is known and the message is empty. */
export class Gone extends Error {}

/** What a transport reports to the end that calls. */
export interface LineEvents {
  readonly takeMessage: (message: CallMessage<never, never>) => void;
  /** The other end is gone. */
  readonly lost: (reason: string) => void;
}

/** An open way to the other end. */
export interface Line {
  readonly send: (message: object) => void;
  /** Ends the other end at once, even in the middle of a call. */
  readonly end: () => void;
}

/** A transport: it starts the other end, or throws `Gone`. */
export type Connect = (events: LineEvents) => Line;

export interface InWorker<Offered> {
  /** They reject with the message of what was thrown, or with `Gone`. */
  readonly calls: Calls<Offered>;
  /** Ends it at once, even in the middle of a call. */
  readonly end: () => void;
}

interface Waiting {
  readonly onProgress: ((progress: never) => void) | undefined;
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The end that calls.
 * @param connect is called by the first call, and by the next call after the worker has gone or was ended
 */
export function inWorker<Offered>(connect: Connect): InWorker<Offered> {
  const waiting = new Map<number, Waiting>();
  let worker: Line | null = null;
  let lastId = 0;
  const lose = (reason: string): void => {
    worker?.end();
    worker = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(new Gone(reason));
  };
  const listener = (message: CallMessage<never, never>): void => {
    const caller = waiting.get(message.id);
    if (message.kind === 'progress') return caller?.onProgress?.(message.progress);
    waiting.delete(message.id);
    if (message.kind === 'answer') caller?.resolve(message.answer);
    else caller?.reject(new Error(message.problem));
  };
  const begin = (): Line => {
    const begun = connect({
      takeMessage: listener,
      lost: (reason) => {
        if (worker === begun) lose(reason);
      },
    });
    return begun;
  };
  const call = async (
    name: string,
    question: unknown,
    { signal, onProgress }: Options<never> = {},
  ): Promise<unknown> => {
    if (signal?.aborted) throw signal.reason;
    worker ??= begin();
    const to = worker;
    const id = ++lastId;
    to.send({ kind: 'call', id, name, question } satisfies CallOf<unknown>);
    let cancel = (): void => {};
    const answered = new Promise((resolve, reject) => {
      waiting.set(id, { onProgress, resolve, reject });
      cancel = () => {
        if (waiting.delete(id)) to.send({ kind: 'cancel', id } satisfies CallOf<unknown>);
        reject(signal?.reason);
      };
    });
    signal?.addEventListener('abort', cancel);
    return answered.finally(() => signal?.removeEventListener('abort', cancel));
  };
  const calls: Calls<Offered> = new Proxy(Object.create(null), {
    // An object with a `then` would be taken for a promise.
    get: (_, name) => (name === 'then' ? undefined : call.bind(null, String(name))),
  });
  return { calls, end: () => lose(ended) };
}
