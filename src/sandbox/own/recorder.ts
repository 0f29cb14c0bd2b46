/** Records what a run of a reader's code shows besides its trace. */
import type { ProcessId } from '../../core/model/scenario/processId';
import type { LogLine, OwnProblem, SourceLineOfEvent } from './ownCalls';
import type { BegunAs } from './realm';

/** What is recorded about a run besides its trace. */
export interface Recorder {
  readonly problems: OwnProblem[];
  readonly lines: SourceLineOfEvent[];
  /** The first lines, up to a limit. */
  readonly logLines: LogLine[];
  /** How many more lines were logged. */
  droppedLineCount: number;
  /** The addresses that the code chose itself, by client. */
  readonly reached: Map<string, Set<string>>;
  /** An acquire returned a value with its lock. */
  returnsLock: boolean;
  /** The code made, changed or removed a file. */
  makesFiles: boolean;
  /** What each acquire returned. */
  readonly returned: Returned[];
  /** What the file exports, as far as it is known. Null: no client has lived yet. */
  as: BegunAs | null;
}

/** What an acquire returned, at the event `seq`. */
export interface Returned {
  readonly seq: number;
  readonly client: ProcessId;
  /** Equal for values of equal types, and for equal values (`realm/guest/refusals.ts`). */
  readonly types: number;
  readonly values: number;
  readonly isRefusal: boolean;
  /** In words. */
  readonly text: string;
}

export const newRecorder = (): Recorder => ({
  problems: [],
  lines: [],
  logLines: [],
  droppedLineCount: 0,
  reached: new Map(),
  returnsLock: false,
  makesFiles: false,
  returned: [],
  as: null,
});
