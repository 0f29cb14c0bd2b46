// What another user of the machine may try at a port. It reads a list of ports from its input, tries everything at
// each port on separate connections, and prints each answer as a line of JSON. It imports no file, because Node
// receives it as text.
import { connect } from 'node:net';

/** @param {string[]} words */
const resp = (...words) => `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;

const orders = [
  ['FLUSHALL'],
  ['CONFIG', 'GET', '*'],
  ['CONFIG', 'SET', 'dir', '/tmp'],
  ['SHUTDOWN', 'NOSAVE'],
  ['SLAVEOF', '127.0.0.1', '1'],
  ['REPLICAOF', 'NO', 'ONE'],
  ['EVAL', "return redis.call('FLUSHALL')", '0'],
  ['SCRIPT', 'FLUSH'],
  ['MODULE', 'LIST'],
  ['DEBUG', 'SLEEP', '1'],
  ['KEYS', '*'],
  ['SET', 'stock', 'x'],
  ['PSYNC', '?', '-1'],
  ['SYNC'],
  ['MONITOR'],
  ['ACL', 'LIST'],
  ['INFO'],
  ['SUBSCRIBE', 'stock'],
  ['READ'],
  ['WRITE', '1', '43'],
  ['CONNECT'],
  ['SELECT row', 'stock'],
  ['DELETE row', 'stock'],
  ['DROP TABLE cells'],
];

/** The bytes before an order: nothing, a name, or a guessed login. */
const openings = [
  [],
  [['CLIENT', 'SETNAME', 'client1/0.1']],
  [['AUTH', '']],
  [['AUTH', 'default', '']],
  [['AUTH', 'replica', 'x'.repeat(32)]],
  [['AUTH', 'x'.repeat(32)]],
  [['HELLO', '3', 'AUTH', 'default', '']],
  [['PING']],
];

const attacks = [
  ...openings.flatMap((opening) => orders.map((order) => [...opening, order].map((words) => resp(...words)).join(''))),
  ...orders.map((order) => `${order.join(' ')}\r\n`),
  `*2\r\n$4\r\nAUTH\r\n$500000000\r\n${'x'.repeat(10_000)}`,
  'GET / HTTP/1.1\r\n\r\n',
];

/**
 * Everything received on a connection until nothing more comes.
 * @param {number} port
 * @param {string} attack
 */
const answer = (port, attack) =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1' });
    const over = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(400, over);
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
    });
    socket.on('error', over).on('close', over);
    socket.write(attack);
  });

/** @type {number[]} */
const ports = JSON.parse(process.env.PORTS ?? '[]');
/** Tries every nth attack at a port, and the following ones at the next port. */
const every = Number(process.env.EVERY ?? 1);
/** The run must last until everything has been tried, so several ports are tried at once. */
const atOnce = 4;

/**
 * @param {number} port
 * @param {number} i
 */
const tryAt = async (port, i) => {
  const tried = attacks.filter((_, n) => (n + i) % every === 0);
  const answers = await Promise.all(tried.map((attack) => answer(port, attack)));
  return { port, uid: process.getuid?.() ?? -1, tried: tried.length, answers: [...new Set(answers)] };
};

for (let from = 0; from < ports.length; from += atOnce) {
  const some = ports.slice(from, from + atOnce);
  for (const line of await Promise.all(some.map((port, i) => tryAt(port, from + i)))) console.log(JSON.stringify(line));
}
