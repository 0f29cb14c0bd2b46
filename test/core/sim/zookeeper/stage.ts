// A script of what several clients ask of ZooKeeper and what each one hears, for the model and for a real server.

/**
 * One line of a script: `a CREATE /x ephemeral` (client a asks; it connects first with `a CONNECT 1000`), `a RECONNECT`
 * (continues its session on a new connection), `a DROP` (its connection breaks without a message), `service RESTART`
 * (only on the model), `wait 1300 b c` (time passes while b and c send heartbeats).
 */
export type Line = string;

/**
 * What each client heard, in order: `CREATE: /x 3`, `NodeDeleted /x`. Sessions are given by the names of their clients.
 */
export type Reported = Readonly<Record<string, readonly string[]>>;

export interface Step {
  readonly client: string;
  readonly command: string;
  readonly args: readonly string[];
}

export interface Wait {
  readonly ms: number;
  /** The clients that send heartbeats meanwhile. */
  readonly alive: readonly string[];
}

export function parseLine(line: Line): Step | Wait {
  const [first = '', second = '', ...rest] = line.split(' ');
  if (first === 'wait') return { ms: Number(second), alive: rest };
  return { client: first, command: second, args: rest };
}

export const isWait = (step: Step | Wait): step is Wait => 'ms' in step;

/** How often a live client sends a heartbeat, and the server's tick, in scripts that wait. */
export const heartbeatMs = 100;
export const tickMs = 200;

export function replyLine(
  command: string,
  reply: { readonly error: string } | { readonly values: readonly (string | number)[] },
): string {
  if ('error' in reply) return `${command}: ${reply.error}`;
  return `${command}: ${reply.values.join(' ')}`.trimEnd();
}
