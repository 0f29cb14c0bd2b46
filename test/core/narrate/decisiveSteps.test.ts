// What a client asks the storage, and its own steps, where they decide: the check of a lease, the yes to a mark, the
// write that is sent before its library knows that the lock is lost, and the exception that a library raises.
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { narrate } from '../../../src/core/narrate/narrate';
import { readingOf } from '../../../src/core/narrate/reading';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { ownMoments } from '../../../src/picture/scene/ownMoments';
import { knownRun } from '../../content/stories/knownRun';
import { storyVersionOf } from '../../content/stories/storyVersions';

const scenarioOf = (name: string): Scenario => storyVersionOf(name).scenario;
const linesOf = (scenario: Scenario, language: 'en' | 'zh' = 'en'): readonly string[] =>
  narrate(knownRun(scenario).trace, speechOf[language]).map(({ text }) => text);
const chainOf = (name: string): readonly string[] =>
  readingOf(knownRun(scenarioOf(name)).verdict, speechOf.en).chain.map(({ text }) => text);

/** The places of lines that must follow each other; −1 for a missing line. */
function indicesOf(lines: readonly string[], wanted: readonly RegExp[]): readonly number[] {
  let from = 0;
  return wanted.map((one) => {
    const index = lines.findIndex((line, i) => i >= from && one.test(line));
    from = index + 1;
    return index;
  });
}

describe('the steps of an article, in its order', () => {
  test.each([
    [
      '28',
      [
        /^Client 1 asks the storage whether its mark is still there/,
        /^Client 1 hears from the storage: yes/,
        /^Client 1 is paused/,
        /^Client 2 hears from the storage: yes/,
        /accepts 52 from client 2/,
        /accepts 43 from client 1/,
      ],
    ],
    [
      '72c',
      [/^Client 1 hears from the storage: yes/, /^Client 2 hears from the storage: yes/, /accepts 43 from client 1/],
    ],
    ['20b', [/^Client 1 checks its lease: 1.435 s left/, /^Client 1 is paused/, /accepts 43 from client 1/]],
    [
      '42',
      [
        /^Client 1 runs again/,
        /^Client 1 sends its write to the storage: WRITE 43 1/,
        /^Client 1 must assume that it has lost the lock/,
        /accepts 43 from client 1/,
      ],
    ],
    ['26j', [/^Client 1 sends its write/, /^Client 1 must assume that it has lost the lock/]],
    [
      '30',
      [
        /^Client 1 has something to do, and is about to ask/,
        /^Client 1 is paused/,
        /^Client 2 wants the lock/,
        /^Client 2 has the lock .* token 1\.$/,
        /^Client 1 has the lock .* token 2\.$/,
      ],
    ],
    [
      '15',
      [
        /^A reply from node A to client 1 is lost/,
        /^A reply from node B to client 1 is lost/,
        /^Client 1 has the lock on A, B, C, D and E \(it knows of C, D and E\)/,
      ],
    ],
    [
      '19d2',
      [/^Client 1 asks the lock service: CREATE/, /^Member A tells member B and member C what it changes: CREATE/],
    ],
    [
      '37',
      [
        /^Node A sets stock to \{9b1dbdf1:1 = 2\} for client 1/,
        /^Node A sets stock to \{9b1dbdf1:1 = 1\} for client 1/,
        /^Client 1 releases the lock/,
      ],
    ],
    [
      '25c',
      [/^Client 1 is paused/, /^The replies from A, B, C, D and E reach client 1\.$/, /^Client 1’s key stock expires/],
    ],
    ['38', [/^Client 2 takes the signal lock-signal:stock from node A/, /^Node A wakes client 2/]],
    ['38h', [/^Client 2 clears the old signal lock-signal:stock on node A/]],
  ])('of story %s', (name, wanted) => {
    const indices = indicesOf(linesOf(scenarioOf(name)), wanted);
    expect(indices).not.toContain(-1);
  });

  test('in Chinese, too', () => {
    const lines = linesOf(scenarioOf('28'), 'zh');
    expect(
      indicesOf(lines, [/^客户端 1 询问存储/, /^客户端 1 听到存储回答：标记还在/, /^客户端 1 停顿/]),
    ).not.toContain(-1);
    expect(linesOf(scenarioOf('38'), 'zh')).toContain('客户端 2 从节点 A 取走信号 lock-signal:stock。');
    expect(linesOf(scenarioOf('38h'), 'zh')).toContain('客户端 2 清掉节点 A 上的旧信号 lock-signal:stock。');
    expect(linesOf(scenarioOf('15'), 'zh').join('\n')).toContain('（它知道的只有 C、D、E）');
    expect(linesOf(scenarioOf('20b'), 'zh')).toContain('客户端 1 检查自己的租约：还剩 1.435 s。');
  });
});

test('what does not decide is not said', () => {
  // The answers of D and E to client 1 were under way, and none was lost.
  expect(linesOf(scenarioOf('28')).join('\n')).not.toContain('it knows of');
  // Answers that reach a client which is not paused, or has the lock already.
  expect(linesOf(scenarioOf('20')).join('\n')).not.toMatch(/ reach(?:es)? client/);
  // A watchdog renews the hash, and counts nothing again.
  expect(linesOf(scenarioOf('36')).join('\n')).not.toContain('sets stock to');
  // Nobody is paused between the wish and the request.
  expect(linesOf(scenarioOf('20')).join('\n')).not.toContain('has something to do');
  expect(linesOf(scenarioOf('80:fix')).join('\n')).not.toMatch(/what it changes: (?:CONNECT|CLOSE)/);
});

test('an ordinary write is told by what the storage does with it alone', () => {
  expect(linesOf(scenarioOf('20')).join('\n')).not.toMatch(/sends its write|checks its lease/);
});

describe('what made a client sure before it destroyed an update', () => {
  test('is in the account', () => {
    expect(chainOf('28')).toContain('Client 1 heard at 1.160 s that its mark was still there, and went on to write.');
    expect(chainOf('20b')).toContain(
      'Client 1 checked its lock at 1.043 s, found it valid for 1.435 s, and went on to write.',
    );
    expect(chainOf('20').join(' ')).not.toContain('went on to write');
  });

  test('is a moment of the scene', () => {
    const run = knownRun(scenarioOf('28'));
    const moments = ownMoments(run, { speech: speechOf.en, language: 'en', from: 0, to: 1e9, narratedAt: new Set() });
    expect(moments.map(({ text }) => text).join('\n')).toContain('Client 1 hears from the storage: yes');
  });
});

describe('an exception of a library', () => {
  const python = (settings: object): Scenario => {
    const { lock, ...rest } = scenarioOf('38i');
    return { ...rest, lock: { ...lock, settings: { ...lock.settings, ...settings } } };
  };

  test.each([
    ['TimeoutTooLarge', { timeout: 6 }],
    ['InvalidTimeout', { timeout: -1 }],
    ['TimeoutNotUsable', { blocking: false }],
    ['ValueError', { autoRenewal: true, expire: 0 }],
  ])('has its name: %s, and ends the question whether anybody gets in', (name, settings) => {
    const scenario = python(settings);
    const { verdict } = knownRun(scenario);
    expect(linesOf(scenario)).toContain(`Client 1 does not get the lock: its library raises ${name}.`);
    expect(linesOf(scenario, 'zh')).toContain(`客户端 1 没有获得锁：它的库抛出 ${name}。`);
    expect(verdict).toMatchObject({ outcome: 'unavailable', data: 'safe' });
    const said = readingOf(verdict, speechOf.en)
      .chain.map(({ text }) => text)
      .join(' ');
    expect(said).toContain(`its library raised ${name}.`);
    expect(said).not.toContain('patience');
  });

  test('has the name of a lock that does not expire, of one that nobody has, and of nodes that do not answer', () => {
    expect(linesOf(python({ timeout: 0, expire: 0, extendsTo: 4 })).join('\n')).toContain('raises NotExpirable.');
    expect(linesOf(scenarioOf('39b')).join('\n')).toContain('no quorum, and its library raises CannotObtainLock.');
  });

  test('is no word about a lock that is only taken', () => {
    expect(linesOf(scenarioOf('38')).join('\n')).not.toContain('raises');
  });
});
