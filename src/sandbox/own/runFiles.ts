/**
 * The file system that all clients of a run share. It exists where code may use files: an engine provides it. Its calls
 * travel as requests of words and numbers: `MKDIR stock.lock`. Sources: nfs(5) of Linux; RFC 1813, 4.3, duplicate
 * request cache.
 */

import type { Reply, Request } from '../../core/model/effects/request';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Micros, Ms } from '../../core/model/values/time';
import type { MakeServiceProcess } from '../../core/sim/parts';

/** A call that needs no waiting. */
export interface FileCall {
  readonly by: ProcessId;
  readonly request: Request;
  /** The wall clock of the client, where files have no process. */
  readonly at: Micros;
}

export interface RunFiles {
  /** Called before each run: removes what the previous one made. */
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

/** How long Linux' client of NFS waits before it connects again (XS_TCP_INIT_REEST_TO). */
export const reconnectDelay: Ms = 3000;

/** What a server of NFS forgets when it restarts: the requests of this kind that it has done. */
export const doneOnce: ReadonlySet<string> = new Set(['MKDIR', 'RMDIR', 'UNLINK', 'RENAME', 'LINK']);

/**
 * Whether doing it twice would be noticed. Such a request has a number, by which the server knows that it was sent again.
 * An exclusive creation keeps its number in the file (RFC 1813, 3.3.8).
 */
export const isDoneOnce = ({ command, args }: Request): boolean =>
  doneOnce.has(command) || (command === 'OPEN' && /create/.test(String(args[1]))) || command === 'WRITE';

export const withNumber = (request: Request, number: number): Request => ({
  ...request,
  args: [...request.args, number.toString(16).padStart(8, '0')],
});

/** The code of an error, such as EEXIST, or the value. */
export type FileAnswer = readonly [code: string | null, value: unknown];

export function fileAnswer(reply: Reply): FileAnswer {
  if (reply.kind === 'ok') return [null, reply.value];
  return [reply.kind === 'error' ? reply.message : 'EIO', null];
}

/** A fault stopped the process in the middle of its code. Nothing that the code does after this counts. */
export class StoppedMidTurn extends Error {
  constructor() {
    super('The process is stopped.');
  }
}
