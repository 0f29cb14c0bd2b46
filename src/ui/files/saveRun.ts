/** Saves a run as a file. */
import { encodeTrace } from '../../wire/traceJson';
import type { LiveRun } from '../state/live';
import { downloadText } from './download';

export const saveRun = ({ run, storyId }: LiveRun): void =>
  downloadText(
    `${['redlock-playground', storyId ?? run.scenario.lock.id, run.trace.header.origin].join('-')}.json`,
    encodeTrace(run.trace),
  );
