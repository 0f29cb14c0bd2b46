// A worker as somebody writes it: one round under a lock of LEASE seconds, over a plain socket.
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const { REDIS_URL, LEASE = '1' } = process.env;
const { hostname, port } = new URL(String(REDIS_URL));
const socket = createConnection({ host: hostname, port: Number(port) });
socket.setEncoding('utf8');
/** @type {((answer: string) => void)[]} */
const waiting = [];
// Each answer of this worker fits in one piece.
socket.on('data', (text) => waiting.shift()?.(String(text)));
socket.on('close', () => process.exit(1));

/** @param {readonly string[]} words */
const ask = (...words) =>
  new Promise((/** @type {(answer: string) => void} */ resolve) => {
    waiting.push(resolve);
    socket.write(words.join(' ').concat('\r\n'));
  });

const token = String(process.pid);
while (!(await ask('SET', 'stock', token, 'NX', 'PX', String(1000 * Number(LEASE)))).startsWith('+OK')) await sleep(50);
const [, number = '0'] = (await ask('GET', 'counter')).split('\r\n');
await ask('SET', 'counter', String(Number(number) + 1));
if ((await ask('GET', 'stock')).includes(token)) await ask('DEL', 'stock');
socket.removeAllListeners('close');
socket.end();
