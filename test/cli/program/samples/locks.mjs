// Programs with a lock, one for each name: `node locks.mjs plain-del`. Each adds 1 to a number in one round and exits.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const lease = Number(process.env['LEASE_MS'] ?? 500);
const { CLIENT = '1', REDIS_URL = '', REDIS_URLS = '', STORAGE_URL = '' } = process.env;
const me = randomUUID();

/** A connection of a client that asks one thing after the other. */
class Redis {
  constructor(url) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname).setNoDelay(true);
    this.text = '';
    this.waiting = [];
    this.socket.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      for (let read = valueAt(this.text, 0); read !== null; read = valueAt(this.text, 0)) {
        this.text = this.text.slice(read.end);
        this.waiting.shift()?.resolve(read.value);
      }
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      for (const { reject } of this.waiting.splice(0)) reject(new Error('connection lost'));
    });
  }

  async ask(...words) {
    if (this.socket.destroyed) throw new Error('connection lost');
    const answer = await new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.socket.write(`*${words.length}\r\n${words.map((word) => `$${`${word}`.length}\r\n${word}\r\n`).join('')}`);
    });
    if (answer instanceof Error) throw answer;
    return answer;
  }
}

/** Null: it has not come yet. */
function valueAt(text, from) {
  const lineEnd = text.indexOf('\r\n', from);
  if (lineEnd < 0) return null;
  const [kind, line] = [text[from], text.slice(from + 1, lineEnd)];
  const after = lineEnd + 2;
  if (kind === '+') return { value: line, end: after };
  if (kind === '-') return { value: new Error(line), end: after };
  if (kind === ':') return { value: Number(line), end: after };
  const length = Number(line);
  if (length < 0) return { value: null, end: after };
  if (kind === '$')
    return text.length < after + length + 2
      ? null
      : { value: text.slice(after, after + length), end: after + length + 2 };
  const values = [];
  let end = after;
  for (let i = 0; i < length; i++) {
    const next = valueAt(text, end);
    if (next === null) return null;
    values.push(next.value);
    end = next.end;
  }
  return { value: values, end };
}

const redis = REDIS_URL === '' ? null : new Redis(REDIS_URL);
const ask = (...words) => redis.ask(...words);

async function until(attempt) {
  for (let tries = 0; tries < 100; tries++) {
    const got = await attempt();
    if (got) return got;
    await sleep(40);
  }
  process.exit(75);
}

const setNx = () => ask('SET', 'lock', me, 'NX', 'PX', lease);
const compareAndDel = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
const release = () => ask('EVAL', compareAndDel, 1, 'lock', me);

async function add(key = 'count') {
  const value = Number(await ask('GET', key));
  await ask('SET', key, value + 1);
}

const fetched = async (method, headers, body) => {
  const response = await fetch(STORAGE_URL, { method, headers, body });
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
};

/** A lock with this key of its own. */
async function inside(key, work) {
  await until(() => ask('SET', key, me, 'NX', 'PX', lease));
  await work();
  await ask('EVAL', compareAndDel, 1, key, me);
}

const programs = {
  /** Before the program begins: the token that it takes. */
  fill: () => ask('RPUSH', 'tokens', 'token'),
  usual: async () => {
    await until(setNx);
    await add();
    await release();
  },
  'no-expiry': async () => {
    await until(() => ask('SET', 'lock', me, 'NX'));
    await add();
    await ask('DEL', 'lock');
  },
  'setnx-then-expire': async () => {
    await until(() => ask('SETNX', 'lock', me));
    await ask('PEXPIRE', 'lock', lease);
    await add();
    await release();
  },
  'plain-del': async () => {
    await until(setNx);
    await add();
    await ask('DEL', 'lock');
  },
  'get-compare-del': async () => {
    await until(setNx);
    await add();
    if ((await ask('GET', 'lock')) === me) await ask('DEL', 'lock');
  },
  'check-then-set': async () => {
    await until(async () => (await ask('GET', 'lock')) === null);
    await ask('SET', 'lock', me, 'PX', lease);
    await add();
    await release();
  },
  'stopwatch-before-read': async () => {
    let takenAt = 0;
    await until(() => {
      takenAt = performance.now();
      return setNx();
    });
    if (performance.now() - takenAt < 0.8 * lease) await add();
    await release();
  },
  'stopwatch-before-write': async () => {
    let takenAt = 0;
    await until(() => {
      takenAt = performance.now();
      return setNx();
    });
    const value = Number(await ask('GET', 'count'));
    if (performance.now() - takenAt < 0.8 * lease) await ask('SET', 'count', value + 1);
    await release();
  },
  'time-stamp': async () => {
    const until1 = () => String(Date.now() + lease);
    await until(async () => {
      if (await ask('SETNX', 'lock', until1())) return true;
      const old = await ask('GET', 'lock');
      return old !== null && Number(old) < Date.now() && (await ask('GETSET', 'lock', until1())) === old;
    });
    await add();
    await ask('DEL', 'lock');
  },
  'incr-then-expire': async () => {
    await until(async () => (await ask('INCR', 'lock')) === 1);
    await ask('PEXPIRE', 'lock', lease);
    await add();
    await ask('DEL', 'lock');
  },
  hsetnx: async () => {
    await until(() => ask('HSETNX', 'locks', 'count', me));
    await add();
    await ask('HDEL', 'locks', 'count');
  },
  'same-hash': async () => {
    await until(() => ask('HSETNX', 'job', 'owner', me));
    const value = Number(await ask('HGET', 'job', 'count'));
    await ask('HSET', 'job', 'count', value + 1);
    await ask('HDEL', 'job', 'owner');
  },
  'token-list': async () => {
    if ((await ask('BLPOP', 'tokens', 3)) === null) process.exit(75);
    await add();
    await ask('RPUSH', 'tokens', 'token');
  },
  'token-moved': async () => {
    await until(() => ask('RPOPLPUSH', 'tokens', 'taken'));
    await add();
    await ask('RPOPLPUSH', 'taken', 'tokens');
  },
  watch: async () => {
    await until(async () => {
      await ask('WATCH', 'lock');
      if ((await ask('GET', 'lock')) !== null) return void (await ask('UNWATCH'));
      await ask('MULTI');
      await ask('SET', 'lock', me, 'PX', lease);
      return ask('EXEC');
    });
    await add();
    await release();
  },
  /** The token comes with the lock: one that is fetched afterwards may be fetched late. */
  'fencing-token': async () => {
    const take =
      "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return redis.call('incr', KEYS[2]) end return 0";
    const token = await until(() => ask('EVAL', take, 2, 'lock', 'fence', me, lease));
    const headers = { 'Fencing-Token': String(token) };
    const { text } = await fetched('GET', headers);
    await fetched('PUT', headers, String(Number(text) + 1));
    await release();
  },
  'fencing-only-writes': async () => {
    const take =
      "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return redis.call('incr', KEYS[2]) end return 0";
    const token = await until(() => ask('EVAL', take, 2, 'lock', 'fence', me, lease));
    const { text } = await fetched('GET');
    await fetched('PUT', { 'Fencing-Token': String(token) }, String(Number(text) + 1));
    await release();
  },
  'if-match': async () => {
    await until(setNx);
    const { text, etag } = await fetched('GET');
    await fetched('PUT', { 'If-Match': etag }, String(Number(text) + 1));
    await release();
  },
  'storage-unchecked': async () => {
    await until(setNx);
    const { text } = await fetched('GET');
    await fetched('PUT', {}, String(Number(text) + 1));
    await release();
  },
  'set-free': async () => {
    await until(async () => (await ask('GETSET', 'lock', 'taken')) !== 'taken');
    await add();
    await ask('SET', 'lock', 'free');
  },
  'set-zero': async () => {
    await until(async () => (await ask('GETSET', 'lock', '1')) !== '1');
    await add();
    await ask('DECR', 'lock');
  },
  'expire-zero': async () => {
    await until(setNx);
    await add();
    await ask('EXPIRE', 'lock', 0);
  },
  'set-px-1': async () => {
    await until(setNx);
    await add();
    await ask('SET', 'lock', me, 'XX', 'PX', 1);
  },
  outside: async () => {
    const value = Number(await ask('GET', 'count'));
    await until(setNx);
    await ask('SET', 'count', value + 1);
    await release();
  },
  rounds: async () => {
    for (let round = 0; round < 3; round++) {
      await until(setNx);
      await add();
      await release();
    }
  },
  different: async () => {
    // Only client 2 forgets whose lock it deletes.
    await until(setNx);
    if (CLIENT === '1') {
      await ask('INCR', 'count');
      return void (await release());
    }
    await add();
    await ask('DEL', 'lock');
  },
  nested: () => inside('outer', () => inside('inner', () => add())),
  'one-after-the-other': async () => {
    await inside('first', () => add('one'));
    await inside('second', () => add('two'));
  },
  redlock: async () => {
    const nodes = REDIS_URLS.split(',').map((url) => new Redis(url));
    const all = (...words) => Promise.all(nodes.map((node) => node.ask(...words).catch(() => null)));
    const releaseAll = () => all('EVAL', compareAndDel, 1, 'lock', me);
    await until(async () => {
      const begunAt = performance.now();
      const answers = await all('SET', 'lock', me, 'NX', 'PX', lease);
      const isTaken = answers.filter((answer) => answer === 'OK').length > nodes.length / 2;
      if (isTaken && performance.now() - begunAt < 0.9 * lease) return true;
      await releaseAll();
      await sleep(Math.random() * 60);
      return false;
    });
    const value = Number((await fetched('GET')).text);
    await fetched('PUT', {}, String(value + 1));
    await releaseAll();
  },
};

try {
  const program = programs[process.argv[2]];
  if (program === undefined) throw new Error(`no program ${process.argv[2]}`);
  await program();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(70);
}
process.exit(0);
