/**
 * Compare and delete as one command, for servers that have it: DELEX of Redis 8.4 and Valkey 9.2, or DELIFEQ of Valkey
 * 9.0. It gives back one key with one value; everything else stays a script. So does an extension: SET with IFEQ could
 * shorten a key.
 */
import { command, type Request } from '../core/model/effects/request';
import type { RedisCommand } from './client';
import { giveBack } from './scripts/giveBack';

/** How a node compares before it deletes. */
export type Compares = 'DELEX' | 'DELIFEQ' | 'script';

const names = ['DELEX', 'DELIFEQ'] as const;

/** Asks a server which of the commands it has. */
export const question: RedisCommand = ['COMMAND', 'INFO', ...names];

/** Reads its answer. An unknown command has no description. */
export function comparesBy(answer: unknown): Compares {
  const described: readonly unknown[] = Array.isArray(answer) ? answer : [];
  return names.find((_, index) => typeof (described[index] ?? undefined) === 'object') ?? 'script';
}

/** Whether a command can do what the script of this request does. */
export const isComparing = ({ script }: Request): boolean =>
  script?.script === giveBack && script.keys.length === 1 && script.args.length === 1;

/** The request in the form that a node takes. */
export function comparingBy(request: Request, compares: Compares): Request {
  if (compares === 'script' || !isComparing(request)) return request;
  const [key = '', owner = ''] = request.args;
  return compares === 'DELEX' ? command('DELEX', key, 'IFEQ', owner) : command('DELIFEQ', key, owner);
}

/** Whether an error says that the server does not have the command, or that the user may not send it. */
export const refusesCommand = (message: string): boolean =>
  /^ERR unknown command/i.test(message) || /^NOPERM.*'del(ex|ifeq)'/i.test(message);
