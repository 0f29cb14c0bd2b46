/** Says what would help against a server's error: mostly a permission that the Redis user lacks. */
import type { Request } from '../core/model/effects/request';

/** A hint with a space before it. Empty: nothing is known that would help. */
export function hintFor(message: string, request: Request | undefined, prefix: string): string {
  if (message.startsWith('CROSSSLOT')) return ' Resources of one lock need the same {hash tag}.';
  if (message.includes("'QUEUED'")) return ' The client is in MULTI.';
  if (!/^NOPERM|^ERR (?:The user executing the script|ACL failure)/.test(message)) return '';
  const script = request?.script;
  const keys = /\bkeys?\b/.test(message) ? (script?.keys ?? request?.args.slice(0, 1) ?? []) : [];
  // Before Redis 7.2, the server does not say which command of a script it refused.
  const isUnnamed = message.startsWith('ERR T') && keys.length === 0;
  const commands = isUnnamed ? script?.script.lua.matchAll(/call\('(\w+)/g) : message.matchAll(/run the '(\w+)/g);
  const lacking = [
    ...keys.map((key) => `~${prefix}${key}`),
    ...Array.from(commands ?? [], ([, name]) => `+${name?.toLowerCase()}`),
  ];
  return ` The Redis user lacks ${listed([...new Set(lacking)]) || 'a right'}: see docs/settings.md.`;
}

/** Names in a message; of many, only the first ones. The message is about at least one of them. */
export const listed = (names: readonly string[]): string =>
  (names.length > 1 ? 'one of ' : '') + names.slice(0, namesMax).join(', ') + (names.length > namesMax ? ', …' : '');

const namesMax = 6;
