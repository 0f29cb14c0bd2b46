/** What the runs of a program without faults tell about it. */
import { placesOf } from './places';
import type { Roles } from './roles';
import type { WorldRun } from './world';
import type { CommandEvent, Role, WorldEvent } from './worldEvents';

/** The runs one after the other. A key that one of them has left is gone before the next. */
export function eventsOf(worlds: readonly WorldRun[]): readonly WorldEvent[] {
  const counts = new Map<string, number>();
  return worlds.flatMap(({ events }) => {
    const gone = [...counts].map(
      ([key, server]): WorldEvent => ({
        kind: 'changed',
        at: 0,
        server,
        change: { key, entry: null, cause: 'expired' },
      }),
    );
    counts.clear();
    for (const event of events) {
      if (event.kind === 'command') for (const { key } of event.changes) counts.set(key, event.server);
      else if (event.kind === 'changed') counts.set(event.change.key, event.server);
    }
    return [...gone, ...events];
  });
}

export const isWritten = ({ events }: WorldRun, roles: Roles): boolean =>
  events.some((event) => event.kind === 'command' && roles.of(event.words).includes('write'));

/** What the commands of a client are for, in their order, if they are places. */
export function sequenceOf(
  { events }: WorldRun,
  roles: Roles,
  { client, nodes }: { readonly client: number; readonly nodes: number },
): readonly (readonly Role[])[] {
  return events.flatMap((event): readonly (readonly Role[])[] => {
    if (event.kind === 'storage') return [[event.event.kind === 'read' ? 'read' : 'write']];
    if (event.kind !== 'command' || event.client !== client || isUnknownScript(event.answer)) return [];
    return [placesOf(roles.of(event.words), event.server, nodes)];
  });
}

const isUnknownScript = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'error' in answer && String(answer.error).startsWith('NOSCRIPT');

export const shortText = ({ words: [name = '', ...args] }: CommandEvent): string => {
  const shortArgs =
    name === 'EVAL'
      ? ['…', ...args.slice(1)]
      : name === 'EVALSHA'
        ? [`${args[0]?.slice(0, 8)}…`, ...args.slice(1)]
        : args;
  const text = [name, ...shortArgs].join(' ');
  return text.length > 70 ? `${text.slice(0, 70)}…` : text;
};
