// The kernel's locks on files and its numbers of processes, by the manual pages of Linux.
import { expect, test } from 'vitest';
import { makeFileSystem } from '../../../../src/core/sim/services/fileSystem';
import { ServiceStage } from '../../../support/serviceStage';

type Settings = Readonly<Record<string, unknown>>;

const network: Settings = { fileSystem: 'network', serverLease: 90 };
const takes = (who: string): string => `${who} FLOCK stock.lock LOCK_EX`;
const tries = (who: string): string => `${who} FLOCK stock.lock LOCK_EX|LOCK_NB`;
const frees = (who: string): string => `${who} FLOCK+UNLOCK stock.lock`;
const has = (who: string): readonly string[] => [
  `stock = process ${'abc'.indexOf(who)} for ${who} (session)`,
  `${who}: OK`,
];

test.each<readonly [claim: string, settings: Settings, lines: readonly string[], said: readonly string[]]>([
  ['one has it, and who does not wait is refused', {}, [takes('a'), tries('b')], [...has('a'), 'b: EWOULDBLOCK']],
  [
    'who waits gets it in line',
    {},
    [takes('a'), takes('b'), takes('c'), frees('a')],
    [...has('a'), 'b waits', 'c waits', 'stock gone by a (deleted)', has('b')[0] ?? '', 'b is woken', 'b: OK', 'a: OK'],
  ],
  ['to lock what it has is nothing new', {}, [takes('a'), takes('a')], [...has('a'), 'a: OK']],
  [
    'the end of the process frees it',
    {},
    [takes('a'), takes('b'), 'a dies'],
    [...has('a'), 'b waits', 'stock gone by nobody (expired)', has('b')[0] ?? '', 'b is woken', 'b: OK'],
  ],
  [
    'who has died waits no longer',
    {},
    [takes('a'), takes('b'), 'b dies', frees('a')],
    [...has('a'), 'b waits', 'stock gone by a (deleted)', 'a: OK'],
  ],
  ['a child keeps it', { inherited: true }, [takes('a'), 'a dies', tries('b')], [...has('a'), 'b: EWOULDBLOCK']],
  [
    'no time ends it on one machine',
    {},
    [takes('a'), 'a is away', 'wait 9000000', tries('b')],
    [...has('a'), 'b: EWOULDBLOCK'],
  ],
  [
    'on NFS the silence of its machine does',
    network,
    [takes('a'), takes('b'), 'a is away', 'wait 90000'],
    [...has('a'), 'b waits', 'stock gone by nobody (expired)', has('b')[0] ?? '', 'b is woken', 'b: OK'],
  ],
  [
    'a machine that answers again in time keeps it',
    network,
    [takes('a'), 'a is away', 'wait 80000', 'a is back', 'wait 80000', tries('b')],
    [...has('a'), 'b: EWOULDBLOCK'],
  ],
  ['what is not its own it cannot give back', network, [takes('a'), frees('b')], [...has('a'), 'b: EIO']],
  [
    'a restart of the server keeps it',
    network,
    [takes('a'), 'restart', tries('b')],
    [...has('a'), '1 kept', 'b: EWOULDBLOCK'],
  ],
])('%s', (_, settings, lines, said) => {
  expect(new ServiceStage(makeFileSystem, settings).play(...lines)).toEqual(said);
});

const created = (who: string, number: string): string => `${who} CREATE stock.lock x ${number}`;

test.each<readonly [claim: string, numbers: string, lines: readonly string[], said: readonly string[]]>([
  [
    'processes have numbers, and the dead are gone',
    'distinct',
    ['a GETPID', 'b GETPID', 'b KILL+0 "101"', 'a dies', 'b KILL+0 "101"', 'a′ GETPID'],
    ['a: [101 1]', 'b: [102 2]', 'b: OK', 'b: ESRCH', 'a′: [103 3]'],
  ],
  [
    'a number lives on in another process, which was started at another time',
    'reused',
    ['a GETPID', 'a dies', 'b KILL+0 "101"', 'b KILL+0 "101" "1"'],
    ['a: [101 1]', 'b: OK', 'b: ESRCH'],
  ],
  [
    'in containers each sees only itself',
    'containers',
    ['a GETPID', 'b GETPID', 'b KILL+0 "1" "1"', 'b KILL+0 "1"'],
    ['a: [1 1]', 'b: [1 2]', 'b: ESRCH', 'b: OK'],
  ],
  [
    'a file is created once, and a request that is sent again hears the same',
    'distinct',
    [created('a', 'n1'), created('b', 'n2'), created('a', 'n1')],
    ['stock = inode 2 for a (for ever)', 'a: OK', 'b: EEXIST', 'a: OK'],
  ],
])('%s', (_, numbers, lines, said) => {
  expect(new ServiceStage(makeFileSystem, { numbers }).play(...lines)).toEqual(said);
});
