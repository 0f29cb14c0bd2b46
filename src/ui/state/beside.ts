/** Work that is done beside the page, as the page talks to it. In a browser a worker does it, in a test a stand-in. */

/**
 * Starts it. One that has gone is started anew by the next question.
 * @param take gets the answers as they come
 * @param gone gets the reason if it is broken, or an empty one if it cannot be loaded
 * @returns how to ask it
 */
export type Beside<Question, Answer> = (
  take: (answer: Answer) => void,
  gone: (reason: string) => void,
) => (question: Question) => void;

export const inWorker =
  <Question, Answer>(start: () => Worker): Beside<Question, Answer> =>
  (take, gone) => {
    let worker: Worker | null = null;
    const begin = (): Worker => {
      const begun = start();
      begun.addEventListener('message', ({ data }: MessageEvent<Answer>) => take(data));
      begun.addEventListener('error', (event) => {
        begun.terminate();
        worker = null;
        gone(reasonOf(event));
      });
      return begun;
    };
    worker = begin();
    return (question) => {
      // Who calls a question off needs no worker for it.
      if (worker === null && question === null) return;
      worker ??= begin();
      worker.postMessage(question);
    };
  };

/** Why a worker has gone. One that cannot be loaded tells no reason, though the type of its event says so. */
export const reasonOf = ({ message }: Partial<ErrorEvent>): string => message ?? '';
