/** Node's network: the code of a client reaches the servers of the run and nothing else. */
import { SimulatedSocket, type SocketAddress } from '../socket';
import { builtin, forClients, replaceIn, set } from './replace';

export function patchNetwork(): void {
  const net = builtin('node:net') as typeof import('node:net');
  for (const name of ['connect', 'createConnection'] as const) set(net, name, forClients(net[name] as never, connect));
  const dns = builtin('node:dns') as typeof import('node:dns');
  const record = { address: '10.0.0.1', family: 4 };
  replaceIn(dns, {
    lookup: (_host: string, options: unknown, then?: unknown) => {
      const report = (then ?? options) as (error: null, address: unknown, family?: number) => void;
      const isAll = typeof options === 'object' && options !== null && (options as { all?: boolean }).all === true;
      process.nextTick(() => (isAll ? report(null, [record]) : report(null, record.address, record.family)));
    },
  });
  replaceIn(dns.promises, {
    lookup: async (_host: string, options?: { all?: boolean }) => (options?.all === true ? [record] : record),
  });
}

/**
 * `connect(options)`, `connect(port, host)` or `connect(path)`, each with a listener that is called when the socket
 * is open.
 */
function connect(...inputs: unknown[]): SimulatedSocket {
  const listener = inputs.find((each) => typeof each === 'function') as (() => void) | undefined;
  const socket = new SimulatedSocket(addressIn(inputs));
  if (listener !== undefined) socket.once('connect', listener);
  return socket;
}

function addressIn([first, second]: readonly unknown[]): SocketAddress {
  if (typeof first === 'object' && first !== null) {
    const { host, port, path } = first as { host?: string; port?: number | string; path?: string };
    return { host: host ?? path ?? 'localhost', port: Number(port ?? 6379) };
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { host: first, port: 0 };
  return { host: typeof second === 'string' ? second : 'localhost', port: Number(first) };
}
