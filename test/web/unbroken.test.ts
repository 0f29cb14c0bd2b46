// Where lines may break: never between a figure and its unit, and never between a noun and its number.
import { expect, test } from 'vitest';
import { unbroken } from '../../src/web/words/unbroken';
import '../support/handIn';

/** Makes the non-breaking spaces visible. */
const shown = (text: string): string => unbroken(text).replaceAll('\u00a0', '_');

test.each([
  ['Client 1 paused at 1.02 s for 2.90 s.', 'Client_1 paused at 1.02_s for 2.90_s.'],
  ['From client 1: token 33 is older than 34 as it said.', 'From client_1: token_33 is older than 34 as it said.'],
  ['at 0.62 s · +100 000 ppm · 1 000 000 ms', 'at 0.62_s · +100_000_ppm · 1_000_000_ms'],
  ['after 2 min 30 s', 'after 2_min 30_s'],
  ['token 33 34 is no group', 'token_33 34 is no group'],
  ['node A and B, storage A, version 2 stood', 'node_A and B, storage_A, version_2 stood'],
  ['the node Allowed 3 steps', 'the node Allowed 3 steps'],
  ['客户端 1 依据版本 1 写入 43', '客户端_1 依据版本_1 写入 43'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});
