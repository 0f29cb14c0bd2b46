/** What would help against an error of a server, in words: the right that the Redis user lacks, above all. */
import type { Request } from '../core/model/request';

/** A hint with a space before it. Empty: nothing is known that would help. */
export function hintFor(said: string, request: Request | undefined, prefix: string): string {
  if (said.startsWith('CROSSSLOT')) return slotText;
  if (said.includes("answered 'QUEUED'")) return queuedText;
  if (!/^NOPERM|^ERR (?:The user executing the script|ACL failure)/.test(said)) return '';
  if (request === undefined) return rightsText;
  if (/\bkeys?\b/.test(said)) return keyText(keysOf(request).map((key) => prefix + key));
  if (/\bchannels?\b/.test(said)) return ' Its ACL has no channel pattern (&) for the channel of the lock.';
  const named = /run the '([\w|]+)' command/.exec(said)?.[1];
  const lacking = named === undefined ? commandsOf(request) : [named.toLowerCase()];
  const rights = lacking.map((name) => `+${name}`).join(' ');
  return ` It lacks ${lacking.length > 1 ? 'one of ' : ''}${rights}.${rightsText}`;
}

/** Names in a message. Of many, the first ones. */
export function listed(names: readonly string[]): string {
  const more = names.length - namesMax;
  return names.slice(0, namesMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const namesMax = 5;

const keysOf = ({ script, args }: Request): readonly string[] => script?.keys ?? args.slice(0, 1).map(String);

/** The commands that a request needs. A script is sent by one of two more. */
const commandsOf = ({ command, script }: Request): readonly string[] =>
  script === undefined
    ? [command.toLowerCase()]
    : [...new Set([...script.script.lua.matchAll(/call\('(\w+)'/g)].map(([, name = '']) => name.toLowerCase()))];

const keyText = (keys: readonly string[]): string =>
  ` Its ACL has no key pattern for ${keys.length > 1 ? 'one of ' : ''}${listed(keys)}: add one, such as ~${keys[0]}.`;

const slotText =
  ' In a cluster, resources that are locked together need the same hash tag, such as {order:7}:stock and {order:7}:payment.';

const queuedText = ' It is in MULTI: give the lock a client of its own.';

const rightsText =
  ' The Redis user of a lock needs SET, EVAL, EVALSHA and the commands of its scripts, such as GET, DEL, PTTL and PEXPIRE. COMMAND and DELEX (Redis 8.4, Valkey 9.2) or DELIFEQ (Valkey 9.0) are enough to release one resource.';
