/** Cancellable work of a view, by the question that it answers: another question or the end of the view cancels it. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Job, type Key, type Progress, type Work } from './job';

const idle = { state: 'idle', told: null, value: null, error: null } as const;

interface Options {
  readonly afterMs?: number;
  /** Cancels what is not finished, and keeps what was told. */
  readonly isPaused?: boolean;
}

/** What it returns belongs to this key, never to the one before. */
export function useJob<Value, Told = never>(
  key: Key,
  work: Work<Value, Told>,
  { afterMs = 0, isPaused = false }: Options = {},
): Progress<Value, Told> & Pick<Job<Value, Told>, 'stop' | 'again'> {
  const [job, setJob] = useState(() => new Job(key, work, afterMs));
  if (!job.isFor(key)) setJob(new Job(key, work, afterMs));
  const isStarted = key !== null && !isPaused;
  const progress = useSyncExternalStore(job.subscribe, job.progress);
  useEffect(() => (isStarted ? job.start() : undefined), [job, isStarted]);
  const { stop, again } = job;
  return { ...(key === null ? idle : progress), stop, again };
}

/** The value for this key; until it is there, that of the key before. Null before the first, without a key, and if it fails. */
export function useLoaded<Value extends object | string | null>(key: Key, load: () => Promise<Value>): Value | null {
  const { state, value, error } = useJob(key, load);
  const [last, setLast] = useState<Value | null>(null);
  const shown = state === 'going' ? last : value;
  if (shown !== last) setLast(shown);
  useEffect(() => {
    // The view goes without it, so only the console says why.
    if (error !== null) reportError(error);
  }, [error]);
  return shown;
}
