/** Work that is done beside the page, as the page talks to it. In a browser a worker does it, in a test a stand-in. */

/**
 * Starts it.
 * @param take gets the answers as they come
 * @param gone gets the reason if it cannot be loaded or is broken
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
