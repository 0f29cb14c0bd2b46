// Both answers in words: the ten stories, and each way in which a run can be too late. And the named events, in either order.
import { describe, expect, it, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { kindNames, type Trace } from '../../../src/core/model/trace/trace';
import { column, kindAt, processAt, processId } from '../../../src/core/model/trace/traceReader';
import { languages } from '../../../src/core/model/values/text';
import { fromMs, instant } from '../../../src/core/model/values/time';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { finished } from '../../../src/search/explore/branch';
import type { DecidingEvent } from '../../../src/search/late/decides';
import { faultHitsIn, withFaultsEndedAt } from '../../../src/search/late/endedFaults';
import type { LeastChange } from '../../../src/search/late/leastChange';
import { parametersOf } from '../../../src/search/late/parameters';
import { defaultBudget, findRemedies, type Remedies } from '../../../src/search/late/remedies';
import { harmOf } from '../../../src/search/late/runOutcome';
import { type TooLate, tooLate } from '../../../src/search/late/tooLate';
import { changeInWords, describeRemedies } from '../../../src/search/late/words';
import { storyVersionOf } from '../../content/stories/storyVersions';
import { atNight } from '../../support/nightly';

const timeout = 600_000;

function said(name: string): readonly string[] {
  const { scenario } = storyVersionOf(name);
  const rescue = finished(findRemedies(runScenario(scenario, parts), parts, defaultBudget));
  return rescue === null ? [] : inWords(rescue, name);
}

function inWords(rescue: Remedies, name: string): readonly string[] {
  const { scenario } = storyVersionOf(name);
  return languages.flatMap((language) => describeRemedies(rescue, { scenario, parts, speech: speechOf[language] }));
}

describe('the ten stories', { timeout }, () => {
  test('20', () =>
    expect(said('20')).toMatchInlineSnapshot(`
      [
        "Point of no return: 3.339 s. Had client 1 woken up earlier, its write would have been in before client 2 read. The two could be kept apart only before 3.055 s.",
        "Any of these would have been enough: storage-side check: Unique token or Marked owner only or Version check or A branch in git (at every pause length that was tried, two clients still work at the same time) · TTL at least about 2.7 s (for pauses of up to 3.044 s, with this seed alone) · a pause of at most about 1.9 s.",
        "不可挽回的时刻：3.339 s。若客户端 1 更早醒来，存储接受客户端 1 的写入就会早于客户端 2 读取。要避免两个客户端同时持锁，须在 3.055 s 之前。",
        "以下任一项就够了：存储端检查：唯一 token 或只服务标记的所有者或版本检查或 git 分支（试过的每种停顿时长都有效，期间仍有两个客户端同时在里面） · TTL 至少约 2.7 s（停顿不超过 3.044 s 时，仅对这个种子有效） · 停顿不超过约 1.9 s。",
      ]
    `));
  test('22', () =>
    expect(said('22')).toMatchInlineSnapshot(`
      [
        "Point of no return: 2.800 s. Had the message arrived earlier, client 1’s write would have been in before client 2 read. From 2.546 s on it could only have been less bad.",
        "Any of these would have been enough: storage-side check: Unique token (two clients still work at the same time) · storage-side check: Version check or A branch in git · “client 1 → the storage delays a request” by at most 1.475 s.",
        "不可挽回的时刻：2.800 s。若消息更早到达，存储接受客户端 1 的写入就会早于客户端 2 读取。从 2.546 s 起，只能减轻后果。",
        "以下任一项就够了：存储端检查：唯一 token（期间仍有两个客户端同时在里面） · 存储端检查：版本检查或 git 分支 · “客户端 1 → 存储延迟一个请求”不超过 1.475 s。",
      ]
    `));
  atNight('28', () =>
    expect(said('28')).toMatchInlineSnapshot(`
      [
        "Point of no return: 2.938 s. Had client 1 woken up earlier, its write would have been in before client 2 read. The two could be kept apart only before 2.616 s.",
        "Any of these would have been enough: storage-side check: Marked owner only (at every pause length that was tried, two clients still work at the same time) · storage-side check: Version check or A branch in git (at every pause length that was tried) · a pause of at most about 1.3 s.",
        "不可挽回的时刻：2.938 s。若客户端 1 更早醒来，存储接受客户端 1 的写入就会早于客户端 2 读取。要避免两个客户端同时持锁，须在 2.616 s 之前。",
        "以下任一项就够了：存储端检查：只服务标记的所有者（试过的每种停顿时长都有效，期间仍有两个客户端同时在里面） · 存储端检查：版本检查或 git 分支（试过的每种停顿时长都有效） · 停顿不超过约 1.3 s。",
      ]
    `),
  );
  atNight('42', () =>
    expect(said('42')).toMatchInlineSnapshot(`
      [
        "Point of no return: 2.591 s. Had client 1 woken up earlier, its write would have been in before client 2 read. The two could be kept apart only before 2.528 s.",
        "Any of these would have been enough: storage-side check: Unique token or Marked owner only or Version check or A branch in git (at every pause length that was tried, two clients still work at the same time) · Session timeout at least about 3.5 s (for pauses of up to 2.933 s) · Tick at least 1.328 s (for pauses of up to 2.9 s) · without “client 1 pauses”. Not every change was tried.",
        "不可挽回的时刻：2.591 s。若客户端 1 更早醒来，存储接受客户端 1 的写入就会早于客户端 2 读取。要避免两个客户端同时持锁，须在 2.528 s 之前。",
        "以下任一项就够了：存储端检查：唯一 token 或只服务标记的所有者或版本检查或 git 分支（试过的每种停顿时长都有效，期间仍有两个客户端同时在里面） · 会话超时至少约 3.5 s（停顿不超过 2.933 s 时） · tick 至少 1.328 s（停顿不超过 2.9 s 时） · 没有“客户端 1 停顿”。并未试遍所有改动。",
      ]
    `),
  );
  atNight('55', () =>
    expect(said('55')).toMatchInlineSnapshot(`
      [
        "Point of no return: 3.126 s. Had client 1 woken up earlier, its write would not have been in. The two could be kept apart only before 2.367 s.",
        "Any of these would have been enough: storage-side check: Unique token or Marked owner only or Version check or A branch in git (at every pause length that was tried, two clients still work at the same time). Not every change was tried.",
        "不可挽回的时刻：3.126 s。若客户端 1 更早醒来，就不会有这一步：存储接受客户端 1 的写入。要避免两个客户端同时持锁，须在 2.367 s 之前。",
        "以下任一项就够了：存储端检查：唯一 token 或只服务标记的所有者或版本检查或 git 分支（试过的每种停顿时长都有效，期间仍有两个客户端同时在里面）。并未试遍所有改动。",
      ]
    `),
  );
  atNight('9', () =>
    expect(said('9')).toMatchInlineSnapshot(`
      [
        "Point of no return: 0.240 s, “node A fails over” itself. Without it, client 1 would have released the lock before client 2 got the lock. The storage kept the data.",
        "Any of these would have been enough: Work time at most 498 ms · without “node A fails over”.",
        "不可挽回的时刻：0.240 s，即“节点 A 故障转移”发生之时。若没有它，客户端 1 释放锁就会早于客户端 2 拿到锁。存储保住了数据。",
        "以下任一项就够了：工作时间最多 498 ms · 没有“节点 A 故障转移”。",
      ]
    `),
  );
  test('12', () =>
    expect(said('12')).toMatchInlineSnapshot(`
      [
        "Point of no return: 0.416 s. Had node C restarted earlier, client 1 would have released the lock before client 2 got the lock. The storage kept the data.",
        "Any of these would have been enough: Work time at most 458 ms (at every length of “node C crashes” that was tried) · Persistence (AOF): every second or always (“node C crashes” for up to 577 ms) · without “client 1 → node D loses a request” or “client 1 → node E loses a request” or “node C crashes”.",
        "不可挽回的时刻：0.416 s。若节点 C 更早重启，客户端 1 释放锁就会早于客户端 2 拿到锁。存储保住了数据。",
        "以下任一项就够了：工作时间最多 458 ms（试过的每种“节点 C 崩溃”时长都有效） · 持久化（AOF）：每秒或每次（“节点 C 崩溃”不超过 577 ms 时） · 没有“客户端 1 → 节点 D 丢失一个请求”或“客户端 1 → 节点 E 丢失一个请求”或“节点 C 崩溃”。",
      ]
    `));
  atNight('23', () =>
    expect(said('23')).toMatchInlineSnapshot(`
      [
        "Point of no return: 1.046 s, “node C: clock jumps” itself. Without it, client 1 would have released the lock before client 2 got the lock. The storage kept the data.",
        "Any of these would have been enough: TTL at least 3.208 s · Work time at most 669 ms · Releases on: nodes known to have granted or all, except after a failed attempt (with this seed alone) · without “client 1 → node D loses a request” or “client 1 → node E loses a request”.",
        "不可挽回的时刻：1.046 s，即“节点 C 时钟跳变”发生之时。若没有它，客户端 1 释放锁就会早于客户端 2 拿到锁。存储保住了数据。",
        "以下任一项就够了：TTL 至少 3.208 s · 工作时间最多 669 ms · 向谁释放：已知同意的节点或所有节点，失败的尝试除外（仅对这个种子有效） · 没有“客户端 1 → 节点 D 丢失一个请求”或“客户端 1 → 节点 E 丢失一个请求”。",
      ]
    `),
  );
  test('2', () =>
    expect(said('2')).toMatchInlineSnapshot(`
      [
        "Point of no return: 0.464 s. Had client 1 restarted earlier, it would have deleted a key on node A.",
        "This would have been enough: without “client 1 crashes”.",
        "不可挽回的时刻：0.464 s。若客户端 1 更早重启，就会有这一步：客户端 1 删除节点 A 上的键。",
        "这样就够了：没有“客户端 1 崩溃”。",
      ]
    `));
  test('87', () =>
    expect(said('87')).toMatchInlineSnapshot(`
      [
        "Point of no return: 0.518 s, “the storage → client 1 loses a reply” itself. Without it, client 2 would not have sent the email.",
        "This would have been enough: without “the storage → client 1 loses a reply”.",
        "不可挽回的时刻：0.518 s，即“存储 → 客户端 1 丢失一个应答”发生之时。若没有它，就不会有这一步：客户端 2 发出邮件。",
        "这样就够了：没有“存储 → 客户端 1 丢失一个应答”。",
      ]
    `));
  it('says nothing of a run without harm', () => expect(said('1')).toEqual([]));
});

const late: TooLate = {
  asked: 'lost',
  spans: [{ from: 0, to: 6000, chance: 'too-late' }],
  since: 3339,
  isMomentary: false,
  decided: null,
  isConfirmed: true,
};
const rescue: Remedies = {
  asked: 'lost',
  isRefused: false,
  isFromStart: false,
  late,
  apart: null,
  momentary: null,
  changes: [],
  isWhole: true,
  isOwnSeedAlone: false,
};
const ends = (chance: TooLate['spans'][number]['chance']): Remedies => ({
  ...rescue,
  late: { ...late, since: null, spans: [{ from: 0, to: 6000, chance }] },
});
const spans = (...all: readonly (readonly [number, number, TooLate['spans'][number]['chance']])[]): Remedies => ({
  ...rescue,
  late: { ...late, spans: all.map(([from, to, chance]) => ({ from, to, chance })) },
});
const atEndToo: Remedies = {
  ...rescue,
  late: { ...late, since: null, spans: [...late.spans, { from: 6001, to: 7000, chance: 'avoidable' }] },
};
const setsKey = (seqs: Pick<DecidingEvent, 'before' | 'at'>): DecidingEvent => ({
  kind: 'entrySet',
  process: 'nodeA',
  peer: 'client1',
  ...seqs,
});
const rows: readonly (readonly [claim: string, one: Remedies, said: readonly string[]])[] = [
  [
    'nothing helps',
    rescue,
    [
      'Point of no return: 3.339 s.',
      'No single one of the changes that were tried saves it.',
      '不可挽回的时刻：3.339 s。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'what decides is about two keys',
    {
      ...rescue,
      late: { ...late, decided: { better: setsKey({ before: 7, at: null }), worse: setsKey({ before: null, at: 7 }) } },
    },
    [
      'Point of no return: 3.339 s.',
      'No single one of the changes that were tried saves it.',
      '不可挽回的时刻：3.339 s。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'no fault is needed',
    { ...rescue, isFromStart: true, late: null },
    [
      'No fault is needed: it was too late from the start.',
      'No single one of the changes that were tried saves it.',
      '不需要任何故障：从一开始就来不及。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'nothing helps where the harm counts as usual',
    { ...rescue, isFromStart: true, late: null, changes: null },
    ['No fault is needed: it was too late from the start.', '不需要任何故障：从一开始就来不及。'],
  ],
  [
    'not everything was tried',
    { ...rescue, late: { ...late, isConfirmed: false }, isWhole: false, isOwnSeedAlone: true },
    [
      'Point of no return: about 3.339 s.',
      'No single one of the changes that were tried saves it. Not every change was tried. Only this seed was tried.',
      '不可挽回的时刻：约 3.339 s。',
      '试过的改动中，没有一项能单独避免。并未试遍所有改动。只试了这一个种子。',
    ],
  ],
  [
    'not known at the end',
    ends('unknown'),
    [
      'It is not known since when it was too late.',
      'No single one of the changes that were tried saves it.',
      '无法断定从何时起来不及。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'not too late at the end',
    ends('avoidable'),
    [
      'Even at the end of the run it was not too late.',
      'No single one of the changes that were tried saves it.',
      '直到运行结束都还来得及。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'less bad at the end',
    ends('less-bad'),
    [
      'Even at the end of the run it could have been less bad.',
      'No single one of the changes that were tried saves it.',
      '直到运行结束，都还能减轻后果。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'too late before, and not at the end',
    atEndToo,
    [
      'Even at the end of the run it was not too late. At some earlier instants it was too late.',
      'No single one of the changes that were tried saves it.',
      '直到运行结束都还来得及。更早时也有来不及的时刻。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'less bad before',
    spans([0, 3054, 'avoidable'], [3055, 3338, 'less-bad'], [3339, 6000, 'too-late']),
    [
      'Point of no return: 3.339 s. From 3.055 s on it could only have been less bad.',
      'No single one of the changes that were tried saves it.',
      '不可挽回的时刻：3.339 s。从 3.055 s 起，只能减轻后果。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'not known before',
    spans([0, 3054, 'avoidable'], [3055, 3338, 'unknown'], [3339, 6000, 'too-late']),
    [
      'Point of no return: 3.339 s. From 3.055 s to 3.338 s it is not known.',
      'No single one of the changes that were tried saves it.',
      '不可挽回的时刻：3.339 s。3.055 s 到 3.338 s 之间，结果无法断定。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
  [
    'not monotone',
    spans([0, 99, 'avoidable'], [100, 199, 'too-late'], [200, 3338, 'avoidable'], [3339, 6000, 'too-late']),
    [
      'Point of no return: 3.339 s. At some earlier instants it was too late.',
      'No single one of the changes that were tried saves it.',
      '不可挽回的时刻：3.339 s。更早时也有来不及的时刻。',
      '试过的改动中，没有一项能单独避免。',
    ],
  ],
];

test.each(rows)('says it where: %s', (_claim, one, lines) => expect(inWords(one, '20')).toEqual(lines));

it('says how far a clock may jump back', () => {
  const { scenario } = storyVersionOf('20');
  const jump = { kind: 'clock-jump', process: 'nodeA', when: { kind: 'time', at: 100 }, by: -500 } as const;
  const jumped: Scenario = { ...scenario, faults: { jump } };
  const parameter = parametersOf(jumped, parts).find(({ of }) => of === 'length');
  if (parameter === undefined) throw new Error('A jump has no strength.');
  const change: LeastChange = {
    parameter,
    value: -300,
    ownSeedValue: -300,
    roundedLength: null,
    factor: 2,
    isTwoInside: false,
    isConfirmed: true,
    reach: null,
  };
  const titles = languages.map(
    (language) => changeInWords(change, { scenario: jumped, parts, speech: speechOf[language] }).title,
  );
  expect(titles).toEqual(['“node A: clock jumps” back by at most 300 ms', '“节点 A 时钟跳变”往回不超过 300 ms']);
});

describe('the events that a sentence names', { timeout }, () => {
  test.each(['20', '22', '28', '42', '55', '9', '12', '23', '2', '87'])('come in either order (story %s)', (name) => {
    const run = runScenario(storyVersionOf(name).scenario, parts);
    const asked = harmOf(run.verdict);
    if (asked === null) throw new Error('The run does no harm.');
    const { since, decided } = finished(tooLate(run, asked, parts));
    if (since === null || decided === null) throw new Error('Nothing decides.');
    const strikes = faultHitsIn(run.trace);
    const healed = (ms: number): Trace =>
      runScenario(withFaultsEndedAt(run.scenario, strikes, instant(fromMs(ms)), parts), parts).trace;
    const [before, at] = [healed(since - 1), healed(since)];
    const { better, worse } = decided;
    for (const event of [better, worse]) {
      if (event === null) continue;
      expect(isAt(before, event.before, event)).toBe(event.before !== null);
      expect(isAt(at, event.at, event)).toBe(event.at !== null);
    }
    const comesFirst = (which: 'before' | 'at'): boolean =>
      (better?.[which] ?? Number.POSITIVE_INFINITY) < (worse?.[which] ?? Number.POSITIVE_INFINITY);
    expect([comesFirst('before'), comesFirst('at')]).toEqual([better !== null, false]);
  });

  function isAt(trace: Trace, seq: number | null, { kind, process, peer }: DecidingEvent): boolean {
    if (seq === null) return false;
    expect([kindNames[kindAt(trace, seq)], processId(trace, processAt(trace, seq))]).toEqual([kind, process]);
    if (peer !== null) expect(processId(trace, column.read.peer(trace, seq))).toBe(peer);
    return true;
  }
});
