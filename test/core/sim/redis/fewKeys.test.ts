// The keys of a simulated server: their order, and the cost of looking at all of them.
import { expect, test } from 'vitest';
import { FewKeys } from '../../../../src/core/sim/redis/fewKeys';

test('the keys of some values come in their order, with one look at each', () => {
  const keys = new FewKeys<number>();
  for (let i = 0; i < 1000; i++) keys.set(`key${i}`, i);
  keys.delete('key0');
  keys.set('key1', -1);
  let looks = 0;
  const found = keys.keysOf((value) => {
    looks++;
    return value < 3;
  });
  expect([found, looks]).toEqual([['key1', 'key2'], 999]);
});
