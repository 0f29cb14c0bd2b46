/** The commands of a simulated server, in the groups of Redis' own documentation, for guides and for error messages. */
import { everyCommand } from './everyCommand';
import { expiryCommands } from './expiry';
import { hashCommands } from './hashes';
import { listCommands } from './lists';
import { moreListCommands } from './moreLists';
import { setCommands } from './sets';
import { sortedSetCommands } from './sortedSets';
import { streamCommands } from './streams';

export type CommandGroup =
  | 'strings'
  | 'keys'
  | 'hashes'
  | 'lists'
  | 'sets'
  | 'sorted-sets'
  | 'streams'
  | 'scripts'
  | 'transactions'
  | 'channels'
  | 'server';

/**
 * Commands of a connection or of the node, so no table of commands has them. User code subscribes with a method of its
 * connection.
 */
const ofNode = {
  scripts: ['EVAL', 'EVALSHA', 'SCRIPT'],
  transactions: ['WATCH', 'UNWATCH', 'MULTI', 'EXEC', 'DISCARD'],
  channels: ['SUBSCRIBE', 'UNSUBSCRIBE'],
  server: ['WAIT', 'QUIT'],
} as const;

const ofTable: Readonly<Partial<Record<CommandGroup, ReadonlySet<string>>>> = {
  keys: new Set([
    ...Object.keys(expiryCommands),
    ...['EXPIREAT', 'EXPIRETIME', 'PEXPIRETIME', 'TTL', 'PTTL', 'PERSIST', 'EXISTS', 'TYPE', 'DEL', 'UNLINK'],
  ]),
  hashes: new Set([
    ...Object.keys(hashCommands),
    ...Object.keys(moreListCommands).filter((name) => name.startsWith('H')),
  ]),
  lists: new Set([
    ...Object.keys(listCommands),
    ...Object.keys(moreListCommands).filter((name) => !name.startsWith('H')),
  ]),
  sets: new Set(Object.keys(setCommands)),
  'sorted-sets': new Set(Object.keys(sortedSetCommands)),
  streams: new Set(Object.keys(streamCommands)),
  channels: new Set(['PUBLISH']),
  server: new Set(['PING', 'ECHO', 'TIME', 'FLUSHALL']),
};

const groups: readonly CommandGroup[] = [
  ...(['strings', 'keys', 'hashes', 'lists', 'sets', 'sorted-sets', 'streams'] as const),
  ...(['scripts', 'transactions', 'channels', 'server'] as const),
];

/** A command in no other group belongs to strings. */
const groupOf = (name: string): CommandGroup => groups.find((group) => ofTable[group]?.has(name)) ?? 'strings';

export const commandGroups: readonly { readonly group: CommandGroup; readonly names: readonly string[] }[] = groups.map(
  (group) => ({
    group,
    names: [
      ...[...everyCommand.keys()].filter((name) => groupOf(name) === group),
      ...(group in ofNode ? ofNode[group as keyof typeof ofNode] : []),
    ],
  }),
);

/** The names of all commands, in capitals. */
export const knownNames: readonly string[] = commandGroups.flatMap(({ names }) => names);
