/**
 * The keys that a real server deletes for its clients, by MONITOR: for each script that deleted a key, the words that
 * the client sent. When a server goes away, listening starts again as soon as it is back.
 */
import { connect, type Socket } from 'node:net';

export interface Deletion {
  /** When the server executed it, in ms, as in `Date.now()`. */
  readonly atMs: number;
  readonly key: string;
  /** The client's words. They contain the values of the lock's tries. */
  readonly words: readonly string[];
}

/** @param missed called when nothing was heard between two times. @returns a function that ends this. */
export function hearDeletions(
  port: number,
  heard: (deletion: Deletion) => void,
  missed: (fromMs: number, toMs: number) => void = () => {},
): () => void {
  let isOver = false;
  let socket: Socket;
  let deafSinceMs = Date.now();
  const listen = (): void => {
    let left = '';
    let asked: readonly string[] = [];
    socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write('MONITOR\r\n'));
    socket.on('data', (bytes) => {
      if (left === '' && bytes.toString('latin1').startsWith('+OK')) missed(deafSinceMs, Date.now());
      deafSinceMs = Date.now();
      const lines = (left + bytes.toString('latin1')).split('\r\n');
      left = lines.pop() ?? '';
      for (const text of lines) {
        const line = lineOf(text);
        if (line === null) continue;
        if (line.from !== 'lua') asked = line.words;
        else if (/^(del|unlink)$/i.test(line.words[0] ?? ''))
          heard({ atMs: line.atMs, key: line.words[1] ?? '', words: asked });
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!isOver) setTimeout(listen, 50);
    });
  };
  listen();
  return () => {
    isOver = true;
    socket.destroy();
  };
}

interface Line {
  readonly atMs: number;
  /** An address, or `lua`. */
  readonly from: string;
  readonly words: readonly string[];
}

/** `+1339518083.107412 [0 127.0.0.1:60866] "keys" "*"` */
function lineOf(text: string): Line | null {
  const parts = /^\+(\d+\.\d+) \[\d+ (\S+)\] (".*")$/.exec(text);
  if (parts === null) return null;
  const [, seconds = '', from = '', quoted = ''] = parts;
  return { atMs: Number(seconds) * 1000, from, words: quoted.slice(1, -1).split('" "') };
}
