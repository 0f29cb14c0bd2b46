// Compare and delete, or compare and set, in one command. Each case names what its server must have.
import type { Program } from '../../../src/core/model/effects/effect';
import { ask, type ConformanceCase, longTtl, type Note } from '../stage';

type Asked = readonly [string, ...(string | number)[]];

/** Sends commands one after the other and reports each answer. */
const asking = (...commands: readonly Asked[]) =>
  function* (note: Note): Program {
    for (const [name, ...args] of commands) note(yield* ask('nodeA', name, ...args));
  };

const isAlways = true;
const wrongType = 'error WRONGTYPE Operation against a key holding the wrong kind of value';
const notAString = 'error ERR Key should be of string type if conditions are specified';

export const comparingCases: readonly ConformanceCase[] = [
  {
    name: 'DELEX deletes its own value and nobody else’s, as the script does',
    needs: 'DELEX',
    isAlways,
    clients: [
      asking(
        ['SET', 'stock', 'mine', 'PX', longTtl],
        ['DELEX', 'stock', 'IFEQ', 'yours'],
        ['GET', 'stock'],
        ['DELEX', 'stock', 'ifeq', 'mine'],
        ['DELEX', 'stock', 'IFEQ', 'mine'],
      ),
    ],
    reports: ['OK', '0', 'mine', '1', '0'],
    watched: /^(entrySet|entryGone) /,
    rows: ['entrySet nodeA stock = mine, 60000 ms, client1', 'entryGone nodeA stock, deleted, client1'],
  },
  {
    name: 'DELEX with IFNE deletes every other value, and finds no key that is missing',
    needs: 'DELEX',
    isAlways,
    clients: [
      asking(
        ['DELEX', 'stock', 'IFNE', 'mine'],
        ['SET', 'stock', '0123'],
        ['DELEX', 'stock', 'IFNE', '0123'],
        ['DELEX', 'stock', 'IFNE', '123'],
        ['EXISTS', 'stock'],
      ),
    ],
    reports: ['0', 'OK', '0', '1', '0'],
  },
  {
    name: 'DELEX of Redis without a condition is DEL, and looks at a condition only where the key exists',
    needs: 'DIGEST',
    isAlways,
    clients: [
      asking(
        ['LPUSH', 'list', 'x'],
        ['DELEX', 'list', 'IFEQ', 'x'],
        ['DELEX', 'list'],
        ['DELEX', 'stock', 'IFXX', 'x'],
        ['SET', 'stock', 'mine'],
        ['DELEX', 'stock', 'IFXX', 'x'],
        ['DELEX', 'stock', 'IFEQ'],
        ['DELEX', 'missing', 'IFEQ', 'a', 'b'],
      ),
    ],
    reports: [
      ...['1', notAString, '1', '0', 'OK', 'error ERR Invalid condition. Use IFEQ, IFNE, IFDEQ, or IFDNE'],
      "error ERR wrong number of arguments for 'delex' command",
      "error ERR wrong number of arguments for 'delex' command",
    ],
  },
  {
    name: 'DIGEST is XXH3 of the value, and IFDEQ and IFDNE compare with it in either case',
    needs: 'DIGEST',
    isAlways,
    clients: [
      asking(
        ['DIGEST', 'stock'],
        ['SET', 'stock', 'v8'],
        ['DIGEST', 'stock'],
        ['SET', 'stock', 'w', 'IFDEQ', '0CC76DBB41381419'],
        ['SET', 'stock', 'x', 'IFDEQ', '0cc76dbb41381419'],
        ['DELEX', 'stock', 'IFDNE', 'zzzzzzzzzzzzzzzz'],
        ['SET', 'stock', 'é'.repeat(200), 'IFDNE', 'zz'],
        ['DIGEST', 'stock'],
        ['DELEX', 'stock', 'IFDEQ', '827df6856e9ffde7'],
        ['LPUSH', 'list', 'x'],
        ['DIGEST', 'list'],
      ),
    ],
    reports: ['nil', 'OK', '0cc76dbb41381419', 'OK', 'nil', '1', 'OK', '827df6856e9ffde7', '1', '1', wrongType],
  },
  {
    name: 'SET with IFEQ replaces the expected value, creates no key, and ends the time to live unless it sets one',
    needs: 'SET IFEQ',
    isAlways,
    clients: [
      asking(
        ['SET', 'stock', 'mine', 'IFEQ', 'mine'],
        ['SET', 'stock', 'mine', 'PX', longTtl],
        ['SET', 'stock', 'next', 'IFEQ', 'yours'],
        ['SET', 'stock', 'next', 'IFEQ', 'yours', 'GET'],
        ['SET', 'stock', 'next', 'IFEQ', 'mine', 'GET', 'KEEPTTL'],
        ['SET', 'stock', 'last', 'IFEQ', 'next'],
        ['TTL', 'stock'],
        ['SET', 'stock', 'x', 'NX', 'IFEQ', 'last'],
        ['SET', 'stock', 'x', 'IFEQ'],
        ['LPUSH', 'list', 'x'],
        ['SET', 'list', 'x', 'IFEQ', 'x'],
        ['GET', 'stock'],
      ),
    ],
    reports: [
      ...['nil', 'OK', 'nil', 'mine', 'mine', 'OK', '-1'],
      ...['error ERR syntax error', 'error ERR syntax error', '1', wrongType, 'last'],
    ],
  },
  {
    name: 'SET with IFNE creates a key that is missing',
    needs: 'DELEX',
    clients: [
      asking(
        ['SET', 'stock', 'mine', 'IFNE', 'mine'],
        ['SET', 'stock', 'next', 'IFNE', 'mine'],
        ['SET', 'stock', 'next', 'IFNE', 'yours'],
        ['GET', 'stock'],
      ),
    ],
    reports: ['OK', 'nil', 'OK', 'next'],
  },
  {
    name: 'DELIFEQ deletes its own value and nobody else’s',
    needs: 'DELIFEQ',
    isAlways,
    clients: [
      asking(
        ['DELIFEQ', 'stock', 'mine'],
        ['SET', 'stock', 'mine'],
        ['DELIFEQ', 'stock', 'yours'],
        ['DELIFEQ', 'stock', 'mine'],
        ['LPUSH', 'list', 'x'],
        ['DELIFEQ', 'list', 'x'],
      ),
    ],
    reports: ['0', 'OK', '0', '1', '1', wrongType],
  },
];
