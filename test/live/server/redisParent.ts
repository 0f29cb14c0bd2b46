// A program that a test kills. It has servers, one of them stopped, folders, keys on an existing server, and children
// that the guard does not know of. It prints all of them as one line of JSON, and does nothing more.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGuard } from '../../../src/live/server/redis/guard';
import { findRedis, sourceOfExisting } from '../../../src/live/server/redis/source';
import { withServer } from '../../../src/live/server/redis/withServer';

/** What the program prints. */
export interface Belongings {
  readonly pids: readonly number[];
  readonly ports: readonly number[];
  readonly folders: readonly string[];
  readonly guardToken: string;
}

const [existingUrl = '', ending = ''] = process.argv.slice(2);
const guard = startGuard();
const found = await findRedis(process.env);
if (!found.ok) throw new Error(found.problem);
const nodes = { count: 2, persistence: 'always', disk: 'honest', replicas: 1, replicaLag: 0 } as const;
const processes = ['nodeA', 'replicaA1', 'nodeB', 'replicaB1'] as const;
const fleet = await found.source.open({ guard, processes, nodes });
const servers = [...fleet.servers.values()];
await servers[0]?.pause();

const existing = await sourceOfExisting([existingUrl]);
if (!existing.ok) throw new Error(existing.problem);
const borrowed = await existing.source.open({ guard, processes: ['nodeA'], nodes: { ...nodes, replicas: 0 } });
await withServer(existingUrl, (redis) => redis.set(`${borrowed.keyPrefix}key`, 'x'));

const folder = guard.makeFolder('test');
const sleeper = guard.spawn('sleep', ['600'], { stdio: 'ignore' });
// A child that was started right before the death and never reported. Only its environment, or the name of its folder,
// has the token.
const token = await readToken(sleeper.pid ?? 0);
const unknown = spawn('sleep', ['600'], { stdio: 'ignore', env: { ...process.env, REDLOCK_PLAYGROUND_GUARD: token } });
const unknownByFolder = spawn('sleep', ['600'], { stdio: 'ignore', cwd: folder });
const belongings: Belongings = {
  pids: [...servers.map(({ pid }) => pid ?? 0), sleeper.pid ?? 0, unknown.pid ?? 0, unknownByFolder.pid ?? 0],
  ports: servers.map(({ port }) => port),
  folders: [folder],
  guardToken: token,
};
console.log(JSON.stringify(belongings));
if (ending === 'exit') process.exit(3);
if (ending === 'throw') throw new Error('something went wrong');
setInterval(() => undefined, 1000);

/** A process that is just starting has no environment yet, so it is read again. */
async function readToken(pid: number): Promise<string> {
  for (;;) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const token = /REDLOCK_PLAYGROUND_GUARD=(\w+)/.exec(environment)?.[1];
    if (token !== undefined) return token;
    await sleep(5);
  }
}
