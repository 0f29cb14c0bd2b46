// A sentence has the same form for all processes, and the kept narrations show all sentences, without a superfluous
// narration.
import { expect, test } from 'vitest';
import { chosen, folded, sentencesOf, unshown } from './sentences';

test.each([
  ['   0.100 s  Client 1 wants the lock.', 'N wants the lock.'],
  ['  12.500 s  Replica A2 takes the place of node A.', 'N takes the place of N.'],
  ['            There was no lock.', 'There was no lock.'],
  ['   0.176 s  Client 1 has the lock on A, B and C, valid for 2.924 s.', 'N has the lock on N, valid for 0.'],
  ['   0.176 s  Client 1 has the lock on node A, valid for 340 ms.', 'N has the lock on N, valid for 0.'],
  ['   0.176 s  客户端 1 在 A、B、C 上获得锁，有效时间 2.924 s。', 'N 在 N 上获得锁，有效时间 0。'],
  ['   0.100 s  Client 1 asks node A: SET stock 1 NX', 'N asks N: …'],
  ['   0.100 s  客户端 1 请求节点 A：SET stock 1 NX', 'N 请求N： …'],
  ['   0.100 s  Client 1 stops its work: the key is gone.', 'N stops its work: the key is gone.'],
  ['   1.000 s  The clock of node A jumped back by −2.5 s.', 'The clock of N jumped back by 0.'],
  ['   1.000 s  Client 1 sets stock to 142438db:1.', 'N sets stock to 0.'],
  ['A reply of client 1 is lost.', 'A reply of N is lost.'],
])('%s', (line, sentence) => {
  expect(folded(line)).toBe(sentence);
});

test('a title, a text and the words for scripts are no sentences', () => {
  const narration = ['1 A title', 'A text.', '', '   0.100 s  Client 1 crashes.', '', 'It held', '', 'lock: held'];
  expect(sentencesOf([...narration, 'data: safe', 'outcome: held'])).toEqual(['N crashes.', 'It held']);
});

const shows = (name: string, sentences: string) => ({ name, sentences: new Set(sentences) });
const all = [shows('1', 'ab'), shows('2', 'abc'), shows('3', 'cd'), shows('4', 'd')];
const choose = (...before: readonly string[]) => chosen(all, new Set(before));

test('what shows most is kept first', () => {
  expect(choose()).toEqual(['2', '3']);
});

test('what is kept stays kept, and what it lacks is added', () => {
  expect(choose('1')).toEqual(['1', '3']);
  expect(choose('2', '4')).toEqual(['2', '4']);
});

test('what shows no sentence of its own goes', () => {
  expect(choose('1', '2', '3', '4')).toEqual(['1', '3']);
  expect(choose('59d')).toEqual(['2', '3']);
});

test('a sentence that is not shown is named', () => {
  expect([...unshown(all, all.slice(0, 2))]).toEqual(['d']);
});
