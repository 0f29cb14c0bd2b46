/** What is worked out beside the page, as far as the page speaks with it: so it can be a worker, or what a test puts in its place. */

/**
 * Starts it. Its answers are handed over as they come, and why it is gone where it could not be loaded or is broken.
 * @returns how to ask it
 */
export type Beside<Question, Answer> = (
  take: (answer: Answer) => void,
  gone: (reason: string) => void,
) => (question: Question) => void;

export const inWorker =
  <Question, Answer>(start: () => Worker): Beside<Question, Answer> =>
  (take, gone) => {
    const worker = start();
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => take(data));
    worker.addEventListener('error', ({ message }) => gone(message));
    return (question) => worker.postMessage(question);
  };
