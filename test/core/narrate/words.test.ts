// Words and figures: each sentence has its rule, times look alike, and names and lists read well.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { namesOf } from '../../../src/core/narrate/phrases';
import { speechOf } from '../../../src/core/narrate/speechOf';

test('no sentence is without a rule that the judge names', () => {
  const folders = ['src/core/judge/chain', 'src/core/faults'];
  const source = folders
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(root, folder, file)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const rules = Object.keys(speechOf.en.causes);
  const named = new Set([...source.matchAll(/'(\w+)'/g)].map(([, word]) => word));
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

describe('names', () => {
  test.each([
    ['client12', 'client 12', '客户端 12'],
    ['nodeA', 'node A', '节点 A'],
    ['replicaA2', 'replica A2', '副本 A2'],
    ['service', 'the lock service', '锁服务'],
    ['storage', 'the storage', '存储'],
    ['storageB', 'storage B', '存储 B'],
    ['nodeA nodeC nodeE', 'A, C and E', 'A、C、E'],
    ['nodeA nodeC', 'A and C', 'A、C'],
    ['storageA storageB storageC', 'storage A, B and C', '存储 A、B、C'],
    ['client1 client2 client3', 'client 1, client 2 and client 3', '客户端 1、客户端 2、客户端 3'],
    ['client1 client2', 'client 1 and client 2', '客户端 1、客户端 2'],
    ['', '', ''],
  ])('%s', (ids, english, chinese) => {
    const listed = ids.split(' ').filter((id) => id !== '') as ProcessId[];
    expect(namesOf(listed, speechOf.en.names)).toBe(english);
    expect(namesOf(listed, speechOf.zh.names)).toBe(chinese);
  });

  test('Chinese puts a space around figures and letters, and nowhere else', () => {
    expect(speechOf.zh.begin('客户端 1和客户端 2 在A、B 上 获得锁，有效期1.9 s。')).toBe(
      '客户端 1 和客户端 2 在 A、B 上获得锁，有效期 1.9 s。',
    );
  });

  test('English begins with a capital', () => {
    expect(speechOf.en.begin('the storage waits.')).toBe('The storage waits.');
  });
});
