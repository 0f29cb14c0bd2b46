// Texts that are joined get the signs of their language.
import { expect, test } from 'vitest';
import { withAside, withColon, withComma, withGap, withStop } from '../../../src/core/model/values/joinedTexts';

test('between English texts stand half-width signs and a space', () => {
  expect(withColon('Lock', 'Redlock')).toBe('Lock: Redlock');
  expect(withComma('Client 1', 'locked once')).toBe('Client 1, locked once');
  expect(withStop('Paused', 'Node A')).toBe('Paused. Node A');
  expect(withAside('Redlock', 'five nodes')).toBe('Redlock (five nodes)');
  expect(withGap('Client 1 pauses.')).toBe('Client 1 pauses. ');
});

test('beside Chinese stand full-width signs and no space', () => {
  expect(withColon('锁', 'Redlock')).toBe('锁：Redlock');
  expect(withColon('ZooKeeper', '崩溃')).toBe('ZooKeeper：崩溃');
  expect(withComma('客户端 1', '获得锁 1 次')).toBe('客户端 1，获得锁 1 次');
  expect(withStop('停顿', '')).toBe('停顿。');
  expect(withAside('', '已改动')).toBe('（已改动）');
  expect(withGap('客户端 1 停顿。')).toBe('客户端 1 停顿。');
  expect(withGap('已试 3')).toBe('已试 3 ');
});
