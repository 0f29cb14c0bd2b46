// Requests byte by byte, which no HTTP client would send.
import { connect, type Socket } from 'node:net';

/** Resolves when the server has answered later requests, one after the other: a silent connection stays silent. */
async function isSilentSince(port: number): Promise<void> {
  for (let i = 0; i < 3; i++) await fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer());
}

/** How long a client waits before it gives up. */
const patienceMs = 30_000;

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface RawRequest {
  readonly port: number;
  /** Latin-1. */
  readonly text: string;
  /** `end` hangs up after the first answer, or when later requests were answered and it was not; `wait` leaves it open. */
  readonly ending?: 'end' | 'reset' | 'wait';
  readonly localAddress?: string;
}

/** Resolves with the whole answer when the connection is closed. Rejects when that takes too long. */
export function answersTo({ port, text, ending = 'end', localAddress }: RawRequest): Promise<readonly Answer[]> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket: Socket = connect({
      host: '127.0.0.1',
      port,
      allowHalfOpen: true,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    const giveUp = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end within ${patienceMs} ms: ${JSON.stringify(text.slice(0, 300))}`));
    }, patienceMs);
    let hangUp: NodeJS.Timeout | undefined;
    const hangUpIn = (ms: number): void => {
      clearTimeout(hangUp);
      hangUp = setTimeout(() => socket.end(), ms);
    };
    socket.setEncoding('latin1').on('data', (data: string) => {
      said += data;
      if (ending === 'end') hangUpIn(100);
    });
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(giveUp);
      clearTimeout(hangUp);
      resolve(answersIn(said));
    });
    socket.write(text, 'latin1', () => {
      if (ending === 'end') void isSilentSince(port).finally(() => said === '' && hangUpIn(100));
      if (ending === 'reset') socket.resetAndDestroy();
    });
  });
}

/** No page of the tests contains the beginning of an answer. */
const answersIn = (said: string): readonly Answer[] =>
  said.split(/(?=HTTP\/1\.[01] \d{3} )/).map((one) => {
    const [head = '', ...rest] = one.split('\r\n\r\n');
    return { status: Number(/^HTTP\/1\.[01] (\d{3}) /.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') };
  });

export const headerOf = ({ head }: Answer, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
