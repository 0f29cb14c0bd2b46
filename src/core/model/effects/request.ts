/**
 * The content of messages: requests to servers, their replies, and scripts. A script is a named request with a
 * TypeScript model and a Lua twin.
 */

export type Argument = string | number;
export type Value = string | number | null | Refusal | readonly Value[];

/** An error among the answers of a transaction or of a script, in the server's own words. */
export interface Refusal {
  readonly error: string;
}

export type ScriptModel = (
  redis: (command: string, ...args: Argument[]) => Value,
  keys: readonly string[],
  args: readonly string[],
) => Value;

/**
 * A script that runs inside a Redis server without interruption. `run` is its model: `redis` answers as `redis.call`
 * does in Lua (integers as numbers, a missing value as null) and throws the server's error, which ends the script. A
 * differential test compares both with a real server. Without `run`, no simulated server can run it.
 */
export interface Script {
  readonly name: string;
  readonly lua: string;
  readonly run?: ScriptModel;
  /** It takes a lock. If it is sent late, it leaves a lock that no client gives back. */
  readonly takes?: true;
  /** It gives a lock back. */
  readonly givesBack?: true;
  /** It returns a text. */
  readonly answersText?: true;
  /** Whether an answer means success, for scripts with answers of their own: some answer 0, or nil, on success. */
  readonly grants?: (value: Value) => boolean;
}

/** The server's error, on its way out of a script. Its message is the server's own words. */
export class ScriptFailed extends Error {}

/** Extra data for a server that remembers its connections and its scripts (`Sessions` of `sim/parts.ts`). */
export interface Session {
  /** The number of the connection. Each client counts its own. */
  readonly connection: number;
  /** The commands of a transaction that is sent in one go. */
  readonly transaction?: readonly Request[];
  readonly scripts?: AboutScripts;
}

/** `sha` is the SHA-1 of a script's text, in hexadecimal. */
export type AboutScripts =
  /** EVAL keeps the script that it runs. */
  | { readonly kind: 'keep'; readonly sha: string; readonly script: Script }
  /** SCRIPT LOAD */
  | { readonly kind: 'load'; readonly sha: string; readonly script: Script }
  /** EVALSHA */
  | { readonly kind: 'run'; readonly sha: string; readonly keys: readonly string[]; readonly args: readonly Argument[] }
  /** SCRIPT EXISTS */
  | { readonly kind: 'exist'; readonly shas: readonly string[] }
  /** SCRIPT FLUSH */
  | { readonly kind: 'forget' }
  /** The request is refused before any script is looked up. */
  | { readonly kind: 'refused'; readonly message: string };

/** One request. The same object may be sent to many servers, so it is never changed. */
export interface Request {
  /** The command in upper case, as Redis writes it: `SET`. For a script, its name. */
  readonly command: string;
  readonly args: readonly Argument[];
  /**
   * With a script, `args` are its keys and then its arguments. Here are both once more, as the script sees them: all as
   * text.
   */
  readonly script?: {
    readonly script: Script;
    readonly keyCount: number;
    readonly keys: readonly string[];
    readonly args: readonly string[];
  };
  /** Absent: the server does not distinguish its sender's connection from others. */
  readonly session?: Session;
}

/** The result of a request as its sender sees it. Failures are data. */
export type Reply =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server's own words, such as `WRONGTYPE Operation against a key holding the wrong kind of value`. */
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'timeout' }
  /** The connection was refused or closed by the other side. */
  | { readonly kind: 'closed' };

export const timedOut: Reply = { kind: 'timeout' };
export const connectionClosed: Reply = { kind: 'closed' };
export const ok = (value: Value): Reply => ({ kind: 'ok', value });

/** A request by its command and arguments: `command('SET', key, owner, 'NX', 'PX', 3000)`. */
export const command = (name: string, ...args: Argument[]): Request => ({ command: name, args });

export const evaluate = (script: Script, keys: readonly string[], args: readonly Argument[]): Request => ({
  command: script.name,
  args: [...keys, ...args],
  script: { script, keyCount: keys.length, keys, args: args.map(String) },
});

/** A request as people read it: `SET lock 7f3a NX PX 3000`. */
export function requestText({ command, args }: Request): string {
  // Joined piece by piece: the engine concatenates only when somebody reads the text, and most requests are never read.
  let text = command;
  for (const arg of args) text += ` ${arg}`;
  return text;
}

/** The commands of all servers that give back a lock, a place in its queue or its session. */
const givingBack: ReadonlySet<string> = new Set([
  'DEL',
  'DELEX',
  'DELIFEQ',
  'UNSUBSCRIBE',
  'DELETE',
  'CLOSE',
  'RELEASE',
  'CLOSESESSION',
  'LEASE REVOKE',
  'DELETE OBJECT',
  'RMDIR',
  'UNLINK',
  'DELETE FROM locks',
  'DELETE FROM cache_locks',
  'DeleteItem',
  'ROLLBACK',
  'TERMINATE',
]);

/** Whether a server may put off its reply. */
export const mayBlock = ({ command: name }: Request): boolean =>
  name === 'BLPOP' || name === 'BRPOP' || name === 'BZPOPMIN' || name === 'WAIT';

/** Whether the request gives back what its client has taken. */
export const givesBack = ({ command: name, script }: Request): boolean =>
  script === undefined ? givingBack.has(name) : script.script.givesBack === true;

/** A reply as people read it in a log. */
export function replyText(reply: Reply): string {
  if (reply.kind === 'error') return reply.message;
  return reply.kind === 'ok' ? valueText(reply.value) : reply.kind;
}

/** A value as people read it in a log. */
export function valueText(value: Value): string {
  if (value === null) return 'nil';
  if (typeof value !== 'object') return String(value);
  if ('error' in value) return value.error;
  let text = '';
  for (const [i, each] of value.entries()) text += i === 0 ? valueText(each) : ` ${valueText(each)}`;
  return text;
}

/** Whether a reply means success, as in Redis' lock commands: OK, a number above 0, or any other value. */
export const isGrant = (reply: Reply): boolean =>
  reply.kind === 'ok' && reply.value !== null && !(typeof reply.value === 'number' && reply.value <= 0);

/** Whether a reply to this request means success. A script may decide that by its own `grants`. */
export function isGrantTo({ script }: Request, reply: Reply): boolean {
  const grants = script?.script.grants;
  return grants === undefined ? isGrant(reply) : reply.kind === 'ok' && grants(reply.value);
}
