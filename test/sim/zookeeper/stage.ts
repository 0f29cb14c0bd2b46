// A script of what several clients ask of ZooKeeper, and what each of them is told, for the model and for a real server alike.

/**
 * One line of a script: `a CREATE /x ephemeral` (client a asks; it connects first with `a CONNECT 1000`),
 * `a RECONNECT` (goes on with its session on a new connection), `a DROP` (its connection is gone, nothing is said),
 * `service RESTART` (on the model alone),
 * `wait 1300 b c` (time passes, b and c send heartbeats meanwhile).
 */
export type Line = string;

/** What each client was told, in order: `CREATE: /x 3`, `NodeDeleted /x`. Names of clients stand for their sessions. */
export type Told = Readonly<Record<string, readonly string[]>>;

export interface Step {
  readonly client: string;
  readonly command: string;
  readonly args: readonly string[];
}

export interface Wait {
  readonly ms: number;
  /** Who sends heartbeats meanwhile. */
  readonly alive: readonly string[];
}

export function parseLine(line: Line): Step | Wait {
  const [first = '', second = '', ...rest] = line.split(' ');
  if (first === 'wait') return { ms: Number(second), alive: rest };
  return { client: first, command: second, args: rest };
}

export const isWait = (step: Step | Wait): step is Wait => 'ms' in step;

/** How often who is alive sends a heartbeat, and the server's tick, in scripts that wait. */
export const heartbeatMs = 100;
export const tickMs = 200;

/** A reply as a line. */
export function replyLine(
  command: string,
  reply: { readonly error: string } | { readonly values: readonly (string | number)[] },
): string {
  if ('error' in reply) return `${command}: ${reply.error}`;
  return `${command}: ${reply.values.join(' ')}`.trimEnd();
}
