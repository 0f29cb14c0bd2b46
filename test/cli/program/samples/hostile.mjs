// Programs that nobody should attack a lock with, one for each name: `node hostile.mjs endless`.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';

const { hostname, port } = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:1');
const socket = () => connect(Number(port), hostname).on('error', () => process.exit(70));
const forever = () => setInterval(() => {}, 1000);
/** @param {readonly string[]} words */
const command = (...words) => `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;

/** @type {Record<string, () => void>} */
const programs = {
  endless: () => {
    const to = socket();
    const piece = command('SET', 'lock', 'me', 'NX').repeat(1000);
    const more = () => {
      while (to.write(piece));
      to.once('drain', more);
    };
    to.on('data', () => {});
    more();
  },
  /** A child in a session of its own whose parent is gone at once. */
  orphan: () => {
    spawn('sh', ['-c', 'setsid sleep 1000 & exit 0'], { stdio: 'ignore', detached: true }).on('exit', () =>
      process.exit(0),
    );
  },
  deaf: () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
    socket().write(command('PING'));
    forever();
  },
  half: () => {
    socket().write('*3\r\n$3\r\nSET\r\n$4\r\nlo');
    forever();
  },
  silent: () => {
    forever();
  },
  prints: () => {
    process.stdout.write('x'.repeat(20_000_000), () => process.exit(0));
  },
  'no-such-command': () => {
    socket()
      .on('data', () => process.exit(3))
      .write(command('FROBNICATE', 'lock'));
  },
  'reads-input': () => {
    process.stdin.on('data', () => {}).on('end', () => process.exit(0));
  },
  large: () => {
    const to = socket();
    const piece = 'x'.repeat(1_000_000);
    let sent = 0;
    const more = () => {
      if (sent++ < 500) return void to.write(command('APPEND', 'large', piece));
      to.write(command('GET', 'large'));
      to.end();
    };
    to.on('data', more).on('close', () => process.exit(0));
    more();
  },
};

const program = programs[process.argv[2] ?? ''];
if (program === undefined) process.exit(64);
program();
