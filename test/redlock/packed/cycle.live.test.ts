// The tarball of quorum-lock in a fresh folder, on real Redis through ioredis, by the Node that runs the tests.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisProcesses, startRedisProcesses } from '../../support/redis';
import { type FreshFolder, freshFolder, wholeCycle } from './cycle';

let servers: RedisProcesses;
let folder: FreshFolder;
beforeAll(async () => {
  [servers, folder] = await Promise.all([startRedisProcesses(3), freshFolder()]);
});
afterAll(async () => {
  folder?.remove();
  await servers?.stop();
});

test.each(['cycle.mjs', 'cycle.cjs'])('%s acquires, extends, refuses, uses and releases', async (file) => {
  expect(await folder.run([process.execPath], file, servers.ports)).toEqual(wholeCycle);
});
