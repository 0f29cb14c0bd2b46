// Which arguments `record` accepts, and the messages for anything else.
import { expect, test } from 'vitest';
import { parseCommand } from '../../../src/cli/film/recordArguments';

const said = (...typed: string[]): string => {
  const parsed = parseCommand(typed);
  return parsed.ok ? JSON.stringify(parsed.command) : parsed.problem.en;
};

test('a story is filmed as a scene, and in other sizes and colours by a word', () => {
  expect(parseCommand(['20b'])).toEqual({
    ok: true,
    command: { kind: 'record', target: '20b', size: 'scene', theme: 'light', file: undefined, language: 'en' },
  });
  expect(parseCommand(['failover', '--present', '--dark', '--lang', 'zh', '--out', 'a.gif'])).toEqual({
    ok: true,
    command: { kind: 'record', target: 'failover', size: 'present', theme: 'dark', file: 'a.gif', language: 'zh' },
  });
});

test.each([
  [[], 'Say which run to film'],
  [['20', '--present', '--bench'], 'cannot be used together'],
  [['20', '21'], 'one'],
  [['20', '--out', 'film.mp4'], 'ends with .gif'],
  [['20', '--out'], 'ends with .gif'],
  [['20', '--lang', 'de'], '--lang must be one of en, zh'],
  [['20', '--dark=yes'], '--dark takes no value'],
  [['20', '--size', 'small'], '--size'],
])('of %j it says “%s”', (typed, part) => {
  expect(said(...typed)).toContain(part);
});
