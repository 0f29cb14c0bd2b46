// What a reader's code asks of a server, and which commands exist.
import { expect, test } from 'vitest';
import { commandGroups, knownNames } from '../../../src/core/sim/redis/commandGroups';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import { NotSimulated, requestsOf } from '../../../src/sandbox/own/commands';

const asking = (...commands: (string | number)[][]) => ({
  ...{ node: 0, connection: 0, timeout: null, transaction: false },
  commands,
});

const none = () => ({ ok: false, message: 'There is no script.' }) as const;

test('every command of the tables stands in one group, and no group is empty', () => {
  for (const name of everyCommand.keys()) expect(knownNames.filter((known) => known === name)).toEqual([name]);
  expect(commandGroups.filter(({ names }) => names.length === 0)).toEqual([]);
  expect(new Set(knownNames).size).toBe(knownNames.length);
});

const groups: readonly (readonly [string, string])[] = [
  ['strings', 'GETDEL'],
  ['keys', 'PEXPIREAT'],
  ['hashes', 'HSETNX'],
  ['lists', 'BRPOP'],
  ['sets', 'SADD'],
  ['sorted-sets', 'ZADD'],
  ['streams', 'XADD'],
  ['scripts', 'EVALSHA'],
  ['transactions', 'WATCH'],
  ['channels', 'PUBLISH'],
  ['server', 'WAIT'],
];
test.each(groups)('among %s is %s', (group, name) => {
  expect(commandGroups.find((one) => one.group === group)?.names).toContain(name);
});

test.each([
  ['ZREVRANK', 'ZREVRANK is not simulated. Did you mean ZREVRANGE?'],
  ['sett', 'SETT is not simulated. Did you mean SET, GET, SETNX?'],
  ['GEORADIUSBYMEMBER', 'GEORADIUSBYMEMBER is not simulated.'],
])('%s is refused in one sentence, with the names that are spelled nearly so', (name, message) => {
  expect(() => requestsOf(asking([name, 'key']), none)).toThrow(new NotSimulated(message));
});

test('a command is known in any case', () => {
  const [request] = requestsOf(asking(['set', 'lock', 'me', 'NX']), none);
  expect(request).toMatchObject({ command: 'SET', args: ['lock', 'me', 'NX'] });
});
