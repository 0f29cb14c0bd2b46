// Requests to a DynamoDB table, and the answers of the simulated one: conditions, what a write leaves of an item, and
// what counts as the holder of a lock. A line that begins with a client is its answer; dynalite gives the same.
const put = (who: string, rest: string): string => `${who} PutItem stock ${rest}`;
const update = (who: string, rest: string): string => `${who} UpdateItem stock ${rest}`;
const get = (who: string): string => `${who} GetItem stock`;
const failed = (who: string): string => `${who}: ConditionalCheckFailedException: The conditional request failed`;
const taken = (who: string, holder: string): readonly string[] => [
  `stock = ${holder} for ${who} (for ever)`,
  `${who}: OK`,
];
const ifAbsent = 'IF attribute_not_exists key';

export const dynamodbCases: readonly (readonly [claim: string, lines: readonly string[], said: readonly string[]])[] = [
  ['an item that is not there reads as nothing', [get('a')], ['a: null']],
  [
    'of two puts that want no item, the first succeeds, and a read shows what it wrote',
    [put('a', `ownerName x rvn 1 ${ifAbsent}`), put('b', `ownerName y rvn 2 ${ifAbsent}`), get('b')],
    [...taken('a', 'x'), failed('b'), 'b: [ownerName x rvn 1]'],
  ],
  [
    'without a condition the last put wins, and replaces the whole item',
    [put('a', 'ownerName x rvn 1'), put('b', 'ownerName y'), get('a')],
    [...taken('a', 'x'), ...taken('b', 'y'), 'a: [ownerName y]'],
  ],
  [
    'an update changes the attributes that it names, and the holder is the same as before',
    [put('a', 'ownerName x rvn 1'), update('a', 'rvn 2 IF rvn = 1'), get('b')],
    [...taken('a', 'x'), 'a: OK', 'b: [ownerName x rvn 2]'],
  ],
  [
    'an update of an item that is not there creates it, unless its condition asks for one',
    [update('a', 'rvn 2 IF attribute_exists key AND rvn = 1'), update('b', 'ownerName y'), get('a')],
    [failed('a'), ...taken('b', 'y'), 'a: [ownerName y]'],
  ],
  [
    'of two writes with the same version one is refused, whoever sends it',
    [put('a', 'ownerName x rvn 1'), put('b', 'ownerName y rvn 2 IF rvn = 1'), update('a', 'rvn 3 IF rvn = 1')],
    [...taken('a', 'x'), ...taken('b', 'y'), failed('a')],
  ],
  [
    'a comparison with an attribute that is not there is false',
    [put('a', 'ownerName x'), update('a', 'rvn 2 IF rvn = 1'), update('a', 'rvn 2 IF Expires <= 5')],
    [...taken('a', 'x'), failed('a'), failed('a')],
  ],
  [
    'numbers are compared as numbers, and by no clock of the table',
    [
      put('a', 'Identity x Expires 900'),
      'wait 86400000',
      put('b', 'Identity y Expires 2000 IF Expires <= 899'),
      put('b', 'Identity y Expires 2000 IF Expires <= 1000'),
    ],
    [...taken('a', 'x'), failed('b'), ...taken('b', 'y')],
  ],
  [
    'AND binds more tightly than OR',
    [
      put('a', 'Identity x Expires 900'),
      update('b', 'Identity y IF attribute_not_exists key OR Identity = y OR Expires <= 899'),
      update('b', 'Identity y IF attribute_not_exists key AND Identity = x OR Identity = y AND Expires <= 900'),
      update('b', 'Identity y IF attribute_not_exists key AND Identity = y OR Expires <= 900'),
    ],
    [...taken('a', 'x'), failed('b'), failed('b'), ...taken('b', 'y')],
  ],
  [
    'a delete needs its condition, and without one it succeeds even if nothing is there',
    [
      put('a', 'ownerName x'),
      'b DeleteItem stock IF ownerName = y',
      'a DeleteItem stock IF ownerName = x',
      'b DeleteItem stock',
      get('b'),
    ],
    [...taken('a', 'x'), failed('b'), 'stock gone by a (deleted)', 'a: OK', 'b: OK', 'b: null'],
  ],
  [
    'no time ends an item, nor does the death of its writer or a restart of the server',
    [put('a', 'ownerName x leaseDuration 1'), 'a dies', 'wait 86400000', 'restart', get('b')],
    [...taken('a', 'x'), '1 kept', 'b: [ownerName x leaseDuration 1]'],
  ],
  [
    'a number is not equal to the text of its digits, nor in any order with a text, and texts have an order',
    [
      put('a', 'ownerName x rvn 1 Identity y'),
      update('a', 'rvn 2 IF rvn = "1"'),
      update('a', 'rvn 2 IF rvn <= "1"'),
      update('a', 'rvn 2 IF Identity <= 9'),
      update('a', 'rvn 2 IF Identity <= x'),
      update('a', 'rvn 2 IF Identity <= z'),
    ],
    [...taken('a', 'x'), failed('a'), failed('a'), failed('a'), failed('a'), 'a: OK'],
  ],
];
