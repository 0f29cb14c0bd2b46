/**
 * The followers of a signal. The signal has one listener, however many followers there are, because Node warns about
 * more than ten.
 */

interface Crowd {
  readonly all: Set<() => void>;
  readonly notify: () => void;
}

/** The followers of all locks by signal, whatever objects they belong to. */
const crowds = new WeakMap<AbortSignal, Crowd>();

export class Followers {
  /** @returns a function that stops following. */
  follow(signal: AbortSignal, aborted: () => void): () => void {
    const crowd = crowds.get(signal) ?? this.gather(signal);
    // A new function each time, so that two followers with the same callback count as two.
    const follower = (): void => aborted();
    crowd.all.add(follower);
    return () => {
      crowd.all.delete(follower);
      if (crowd.all.size > 0 || crowds.get(signal) !== crowd) return;
      crowds.delete(signal);
      signal.removeEventListener('abort', crowd.notify);
    };
  }

  private gather(signal: AbortSignal): Crowd {
    const all = new Set<() => void>();
    const notify = (): void => {
      for (const follower of [...all]) follower();
    };
    const crowd = { all, notify };
    crowds.set(signal, crowd);
    signal.addEventListener('abort', notify);
    return crowd;
  }
}
