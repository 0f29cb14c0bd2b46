/**
 * The file system that all clients of a run share. It is there where code may use files: an engine brings it. Its calls
 * travel as requests of words and numbers: `MKDIR stock.lock`.
 */
import type { ProcessId } from '../../core/model/processId';
import type { Reply, Request } from '../../core/model/request';
import type { Micros } from '../../core/model/time';
import type { MakeServiceProcess } from '../../core/sim/parts';

/** A call that needs no waiting. */
export interface FileCall {
  readonly by: ProcessId;
  readonly request: Request;
  /** The wall clock of the client. */
  readonly at: Micros;
}

export interface RunFiles {
  /** Called before each run: whatever the previous one made is gone. */
  readonly begin: () => void;
  /** The process that serves the calls of a run. */
  readonly make: MakeServiceProcess;
  /** Serves a call at this moment. */
  readonly serve: (call: FileCall) => Reply;
}

/** The calls that change something. `OPEN` does so with some flags. */
const changing: ReadonlySet<string> = new Set([
  ...['WRITE', 'TRUNCATE', 'MKDIR', 'RMDIR', 'UNLINK', 'RENAME', 'LINK', 'UTIMES', 'FUTIMES'],
]);

export const changesFiles = ({ command, args }: Request): boolean =>
  changing.has(command) || (command === 'OPEN' && /create|truncate/.test(String(args[1])));

/** The code of an error, such as EEXIST, or the value. A call whose answer was lost is EIO. */
export type FileAnswer = readonly [code: string | null, value: unknown];

export function fileAnswer(reply: Reply): FileAnswer {
  if (reply.kind === 'ok') return [null, reply.value];
  return [reply.kind === 'error' ? reply.message : 'EIO', null];
}

/** A fault stopped the process in the middle of its code. Nothing that the code does after this counts. */
export class StoppedInside extends Error {
  constructor() {
    super('The process is stopped.');
  }
}
