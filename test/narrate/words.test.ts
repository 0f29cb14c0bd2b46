// Words and figures: every rule of the judge has a sentence, times look alike, names and lists read well.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { wordsOf } from '../../src/narrate/everyLanguage';
import { formatAt, formatLength } from '../../src/narrate/format';
import { spoken } from '../../src/narrate/language';

test('every rule that the judge names has a sentence, and no sentence is without a rule', () => {
  const folder = `${root}/src/judge/chain`;
  const source = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n');
  const rules = Object.keys(wordsOf.en.causes);
  const named = new Set([...source.matchAll(/'(\w+)'/g)].map(([, word]) => word));
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
  const given = [...source.matchAll(/rule: (?:[^,{}]*\? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap(([, a, b]) => [a, b]);
  expect(given.length).toBeGreaterThan(20);
  expect(given.filter((rule) => rule !== undefined && !rules.includes(rule))).toEqual([]);
});

test.each([
  [0, '0 ms'],
  [1, '0.001 ms'],
  [400, '0.4 ms'],
  [9_950, '9.9 ms'],
  [12_000, '12 ms'],
  [905_400, '905 ms'],
  [1_905_000, '1.905 s'],
  [2_900_000, '2.90 s'],
  [60_000_000, '60.00 s'],
  [-8_000, '−8 ms'],
])('%i µs is %s', (micros, text) => {
  expect(formatLength(micros)).toBe(text);
});

test('an instant has two digits', () => {
  expect(formatAt(615_000)).toBe('0.61 s');
  expect(formatAt(12_000_000)).toBe('12.00 s');
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
    expect(spoken('en').names.list(ids)).toBe(english);
    expect(spoken('zh').names.list(ids)).toBe(chinese);
  });

  test('Chinese puts a space around figures and letters, and nowhere else', () => {
    expect(wordsOf.zh.begin('客户端 1和客户端 2 在A、B 上 获得锁，有效期1.9 s。')).toBe(
      '客户端 1 和客户端 2 在 A、B 上获得锁，有效期 1.9 s。',
    );
  });

  test('English begins with a capital', () => {
    expect(wordsOf.en.begin('the storage waits.')).toBe('The storage waits.');
  });
});
