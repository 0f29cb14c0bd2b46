// The name of a process, parsed and in words. One place knows its forms.
import { describe, expect, it, test } from 'vitest';
import { isClient, isRedis, masterOf, type ProcessId, partsOf } from '../../../src/core/model/scenario/processId';
import { bareName, nameOf, shortName } from '../../../src/core/model/scenario/processName';

const words = {
  client: (n: string) => `client ${n}`,
  node: (n: string) => `node ${n}`,
  replica: (n: string) => `replica ${n}`,
  service: 'the service',
  member: (n: string) => `member ${n}`,
  storage: 'the storage',
  storagePart: (n: string) => `storage ${n}`,
  sentinel: (n: string) => `sentinel ${n}`,
};

describe('a name is taken apart:', () => {
  it.each<readonly [ProcessId, object, string, string]>([
    ['client1', { role: 'client', number: 1, letter: '' }, 'client 1', 'C1'],
    ['client12', { role: 'client', number: 12, letter: '' }, 'client 12', 'C12'],
    ['nodeA', { role: 'node', number: 0, letter: 'A' }, 'node A', 'A'],
    ['replicaA2', { role: 'replica', number: 2, letter: 'A' }, 'replica A2', 'RA2'],
    ['service', { role: 'service', number: 0, letter: '' }, 'the service', 'LS'],
    ['memberC', { role: 'member', number: 0, letter: 'C' }, 'member C', 'MC'],
    ['storage', { role: 'storage', number: 0, letter: '' }, 'the storage', 'S'],
    ['storageB', { role: 'storage', number: 0, letter: 'B' }, 'storage B', 'SB'],
    ['sentinel2', { role: 'sentinel', number: 2, letter: '' }, 'sentinel 2', 'Se2'],
  ])('%s', (id, parts, name, short) => {
    expect(partsOf(id)).toEqual(parts);
    expect(nameOf(id, words)).toBe(name);
    expect(shortName(id)).toBe(short);
  });
});

test('no two processes of a run have the same short name', () => {
  const ids = ['client1', 'nodeC', 'replicaC1', 'service', 'memberC', 'storage', 'storageC', 'sentinel1'] as const;
  expect(new Set(ids.map(shortName)).size).toBe(ids.length);
});

test('what tells it from others of its role is told alone', () => {
  expect((['client3', 'nodeC', 'replicaC1', 'storage'] as const).map(bareName)).toEqual(['3', 'C', 'C1', '']);
});

test('clients, Redis servers and the master of a replica are told apart', () => {
  const ids = ['client1', 'nodeB', 'replicaB1', 'service', 'storageA'] as const;
  expect(ids.filter(isClient)).toEqual(['client1']);
  expect(ids.filter(isRedis)).toEqual(['nodeB', 'replicaB1']);
  expect(masterOf('replicaB1')).toBe('nodeB');
});

test('what names no process is a broken invariant', () => {
  expect(() => partsOf('nodeless' as ProcessId)).toThrow('“nodeless” names no process.');
});
