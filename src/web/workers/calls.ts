/**
 * Calls of functions that run elsewhere, as in a worker: call, progress, cancel, error. One end has the functions
 * (`serve`), the other sees them as its own (`inWorker`). Both ends are one build, so each trusts what the other
 * sends. Knows no run and no page.
 */

/** What a function receives beside its question. */
export interface Call<Progress> {
  /** Sends progress to the caller before the answer. */
  readonly report: (progress: Progress) => void;
  /** Lets messages in. Throws if the caller has cancelled. */
  readonly pause: () => Promise<void>;
}

type Functions = Readonly<Record<string, (question: never, call: Call<unknown>) => unknown>>;

/** An answer whose buffers are transferred to the caller instead of copied. */
export class Transferred<Answer> {
  constructor(
    readonly answer: Answer,
    readonly buffers: readonly ArrayBuffer[],
  ) {}
}

interface Options<Progress> {
  /** When it is aborted, the call rejects at once. The function notices when it pauses. */
  readonly signal?: AbortSignal | undefined;
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

type Asking<Question> =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly question: Question }
  | { readonly kind: 'cancel'; readonly id: number };

type CallMessage<Progress, Answer> =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly id: number; readonly problem: string };

/** The end that has the functions. */
export interface Port {
  postMessage(message: unknown, options: { transfer: ArrayBuffer[] }): void;
  addEventListener(kind: 'message', hear: (event: MessageEvent) => void): void;
}

export function serve(port: Port, functions: Functions): void {
  const underWay = new Map<number, AbortController>();
  const answer = async (id: number, name: string, question: never): Promise<void> => {
    const cancelling = new AbortController();
    underWay.set(id, cancelling);
    const send = (message: CallMessage<unknown, unknown>, buffers: readonly ArrayBuffer[] = []): void =>
      port.postMessage(message, { transfer: [...buffers] });
    const pause = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve));
      cancelling.signal.throwIfAborted();
    };
    try {
      const asked = functions[name];
      if (asked === undefined) throw new Error(`There is no function ${name}.`);
      const made = await asked(question, { report: (progress) => send({ kind: 'progress', id, progress }), pause });
      if (made instanceof Transferred) send({ kind: 'answer', id, answer: made.answer }, made.buffers);
      else send({ kind: 'answer', id, answer: made });
    } catch (error) {
      send({ kind: 'failed', id, problem: error instanceof Error ? error.message : String(error) });
    }
    underWay.delete(id);
  };
  port.addEventListener('message', ({ data }: MessageEvent<Asking<never>>) => {
    if (data.kind === 'cancel') underWay.get(data.id)?.abort();
    else void answer(data.id, data.name, data.question);
  });
}

/** Why the worker is gone, if its caller ended it. */
export const ended = 'ended';

/** The worker is gone. If it could not be loaded, no reason is known and the message is empty. */
export class Gone extends Error {}

export type WorkerPort = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>;

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
 * @param start is called by the first call, and by the next call after the worker has gone or was ended
 */
export function inWorker<Offered>(start: () => WorkerPort): InWorker<Offered> {
  const waiting = new Map<number, Waiting>();
  let worker: WorkerPort | null = null;
  let lastId = 0;
  const lose = (reason: string): void => {
    worker?.terminate();
    worker = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(new Gone(reason));
  };
  const hear = ({ data }: MessageEvent<CallMessage<never, never>>): void => {
    const caller = waiting.get(data.id);
    if (data.kind === 'progress') return caller?.onProgress?.(data.progress);
    waiting.delete(data.id);
    if (data.kind === 'answer') caller?.resolve(data.answer);
    else caller?.reject(new Error(data.problem));
  };
  const begin = (): WorkerPort => {
    const begun = start();
    begun.addEventListener('message', hear);
    begun.addEventListener('error', ({ message }: Partial<ErrorEvent>) => {
      if (worker === begun) lose(message ?? '');
    });
    return begun;
  };
  const call = async (
    name: string,
    question: unknown,
    { signal, onProgress }: Options<never> = {},
  ): Promise<unknown> => {
    signal?.throwIfAborted();
    try {
      worker ??= begin();
    } catch {
      throw new Gone('');
    }
    const to = worker;
    const id = ++lastId;
    to.postMessage({ kind: 'call', id, name, question } satisfies Asking<unknown>);
    let cancel = (): void => {};
    const answered = new Promise((resolve, reject) => {
      waiting.set(id, { onProgress, resolve, reject });
      cancel = () => {
        if (waiting.delete(id)) to.postMessage({ kind: 'cancel', id } satisfies Asking<unknown>);
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
