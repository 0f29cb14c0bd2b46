/**
 * Cancellable work of a view, keyed by the question that it answers: another question or the end of the view cancels
 * it.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Job, type JobState, type Key, type Work } from './job';

const idle = { state: 'idle', progress: null, value: null, error: null } as const;

interface Options {
  readonly afterMs?: number;
  /** Cancels unfinished work, and keeps the progress. */
  readonly isPaused?: boolean;
}

/** The result always belongs to this key, never to the one before. */
export function useJob<Value, Progress = never>(
  key: Key,
  work: Work<Value, Progress>,
  { afterMs = 0, isPaused = false }: Options = {},
): JobState<Value, Progress> & Pick<Job<Value, Progress>, 'stop' | 'again'> {
  const [job, setJob] = useState(() => new Job(key, work, afterMs));
  if (!job.isFor(key)) setJob(new Job(key, work, afterMs));
  const isStarted = key !== null && !isPaused;
  const current = useSyncExternalStore(job.subscribe, job.current, job.current);
  useEffect(() => (isStarted ? job.start() : undefined), [job, isStarted]);
  const { stop, again } = job;
  return { ...(key === null ? idle : current), stop, again };
}

/**
 * The value for this key; until it is ready, the value for the key before. Null before the first value, without a
 * key, and on failure.
 */
export function useLoaded<Value extends object | string | null>(key: Key, load: () => Promise<Value>): Value | null {
  const { state, value, error } = useJob(key, load);
  const [last, setLast] = useState<Value | null>(null);
  const visibleValue = state === 'going' ? last : value;
  if (visibleValue !== last) setLast(visibleValue);
  useEffect(() => {
    // The view works without it, so only the console says why.
    if (error !== null) reportError(error);
  }, [error]);
  return visibleValue;
}
