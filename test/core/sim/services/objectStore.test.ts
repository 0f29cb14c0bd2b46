// The object store alone: conditions, ETags and generations, and what counts as the owner of an object. The cases are
// written by the documents of S3 and GCS, because no store that answers both kinds of conditions comes by npm here.
// Statements are joined by +, and a store answers an ETag and a generation.
import { expect, test } from 'vitest';
import { makeObjectStore } from '../../../../src/core/sim/services/objectStore';
import { ServiceStage } from '../../../support/serviceStage';

const get = (who: string, name = 'stock'): string => `${who} GET+OBJECT ${name}`;
const put = (who: string, condition: string, content: string): string =>
  `${who} PUT+OBJECT stock ${condition} ${content}`;
const remove = (who: string, condition: string): string => `${who} DELETE+OBJECT stock ${condition}`;
const [any, ifAbsent] = ['unconditional', 'If-None-Match:*'];

const failed = '412 Precondition Failed: At least one of the pre-conditions you specified did not hold';
const missing = '404 NoSuchKey: The specified key does not exist.';
const taken = (who: string, owner: string): string => `stock = ${owner} for ${who} (for ever)`;

function play(...lines: readonly string[]): readonly string[] {
  return new ServiceStage(makeObjectStore, {}).play(...lines);
}

/** The ETag that the store answers to a write of this content. */
function etagOf(content: string): string {
  const answer = play(put('a', any, content)).at(-1) ?? '';
  return answer.replace(/^a: \[(\w+) 1\]$/, '$1');
}
const contents = ['x 1 valid', 'x 2 valid', 'y 1 valid', 'x 1 expired'];
const etags = new Map(contents.map((content) => [content, etagOf(content)]));
const match = (content: string): string => `If-Match:${etags.get(content)}`;
const wrote = (who: string, content: string, generation: number): string =>
  `${who}: [${etags.get(content)} ${generation}]`;
const shows = (who: string, content: string, generation: number): string =>
  `${who}: [${etags.get(content)} ${generation} ${content}]`;

const rows: readonly (readonly [claim: string, lines: readonly string[], said: readonly string[]])[] = [
  [
    'a read finds no object, and a conditional write does not create one, whichever condition it has',
    [get('a'), put('a', match('x 1 valid'), 'x 1 valid'), put('a', 'If-Generation-Match:1', 'x 1 valid'), get('a')],
    [`a: ${missing}`, `a: ${missing}`, `a: ${failed}`, `a: ${missing}`],
  ],
  [
    'a read shows what was written just before, to everybody',
    [put('a', any, 'x 1 valid'), get('b'), put('b', any, 'y 1 valid'), get('a')],
    [
      taken('a', 'x'),
      wrote('a', 'x 1 valid', 1),
      shows('b', 'x 1 valid', 1),
      taken('b', 'y'),
      wrote('b', 'y 1 valid', 2),
      shows('a', 'y 1 valid', 2),
    ],
  ],
  [
    'of two writers with If-None-Match: * the second is refused',
    [put('a', ifAbsent, 'x 1 valid'), put('b', ifAbsent, 'y 1 valid'), get('b')],
    [taken('a', 'x'), wrote('a', 'x 1 valid', 1), `b: ${failed}`, shows('b', 'x 1 valid', 1)],
  ],
  [
    'generation 0 is the same condition',
    [put('a', 'If-Generation-Match:0', 'x 1 valid'), put('b', 'If-Generation-Match:0', 'y 1 valid')],
    [taken('a', 'x'), wrote('a', 'x 1 valid', 1), `b: ${failed}`],
  ],
  [
    'of two writers that have read the same ETag, only the first replaces it',
    [put('a', any, 'x 1 valid'), put('b', match('x 1 valid'), 'y 1 valid'), put('a', match('x 1 valid'), 'x 2 valid')],
    [taken('a', 'x'), wrote('a', 'x 1 valid', 1), taken('b', 'y'), wrote('b', 'y 1 valid', 2), `a: ${failed}`],
  ],
  [
    'of two writers that have read the same generation, only the first replaces it',
    [
      put('a', any, 'x 1 valid'),
      put('b', 'If-Generation-Match:1', 'y 1 valid'),
      put('a', 'If-Generation-Match:1', 'x 2 valid'),
    ],
    [taken('a', 'x'), wrote('a', 'x 1 valid', 1), taken('b', 'y'), wrote('b', 'y 1 valid', 2), `a: ${failed}`],
  ],
  [
    'the same bytes have the same ETag again, so a condition from before two other writes holds (ABA)',
    [
      put('a', any, 'x 1 valid'),
      put('b', any, 'y 1 valid'),
      put('a', any, 'x 1 valid'),
      put('b', match('x 1 valid'), 'y 1 valid'),
    ],
    [
      taken('a', 'x'),
      wrote('a', 'x 1 valid', 1),
      taken('b', 'y'),
      wrote('b', 'y 1 valid', 2),
      taken('a', 'x'),
      wrote('a', 'x 1 valid', 3),
      taken('b', 'y'),
      wrote('b', 'y 1 valid', 4),
    ],
  ],
  [
    'a generation never comes again, not even after the object was deleted',
    [
      put('a', any, 'x 1 valid'),
      remove('a', any),
      put('a', any, 'x 1 valid'),
      put('b', 'If-Generation-Match:1', 'y 1 valid'),
      remove('b', 'If-Generation-Match:1'),
      get('b'),
    ],
    [
      taken('a', 'x'),
      wrote('a', 'x 1 valid', 1),
      'stock gone by a (deleted)',
      'a: OK',
      taken('a', 'x'),
      wrote('a', 'x 1 valid', 2),
      `b: ${failed}`,
      `b: ${failed}`,
      shows('b', 'x 1 valid', 2),
    ],
  ],
  [
    'a conditional delete spares what another has written, and an unconditional one does not',
    [put('a', any, 'y 1 valid'), remove('b', match('x 1 valid')), remove('b', any), remove('b', any), get('a')],
    [
      taken('a', 'y'),
      wrote('a', 'y 1 valid', 1),
      `b: ${failed}`,
      'stock gone by b (deleted)',
      'b: OK',
      'b: OK',
      `a: ${missing}`,
    ],
  ],
  ['a delete by its ETag finds no object', [remove('a', match('x 1 valid'))], [`a: ${missing}`]],
  [
    'a renewal has the same owner, and content that is marked as expired has none; the object stays',
    [put('a', any, 'x 1 valid'), put('a', any, 'x 2 valid'), put('a', any, 'x 1 expired'), get('b')],
    [
      taken('a', 'x'),
      wrote('a', 'x 1 valid', 1),
      wrote('a', 'x 2 valid', 2),
      'stock gone by a (deleted)',
      wrote('a', 'x 1 expired', 3),
      shows('b', 'x 1 expired', 3),
    ],
  ],
  [
    'no time ends an object, nor does the death of its writer or a restart',
    [put('a', any, 'x 1 valid'), 'a dies', 'wait 86400000', 'restart', get('b')],
    [taken('a', 'x'), wrote('a', 'x 1 valid', 1), '1 kept', shows('b', 'x 1 valid', 1)],
  ],
];

test.each(rows)('%s', (_, lines, said) => {
  expect(play(...lines)).toEqual(said);
});

test('other bytes have another ETag', () => {
  expect(new Set(etags.values()).size).toBe(contents.length);
});
