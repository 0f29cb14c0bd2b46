// Runs as people read them: a whole short one in both languages, and what single lines say.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Trace } from '../../../src/core/model/trace/trace';
import type { Language } from '../../../src/core/model/values/text';
import { explain } from '../../../src/core/narrate/explain';
import { narrate } from '../../../src/core/narrate/narrate';
import { sentence } from '../../../src/core/narrate/sentence';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';
import * as runs from '../judge/runs';

const narrated = (trace: Trace, language: Language): string =>
  `\n${narrate(trace, speechOf[language])
    .map(({ at, text }) => `${(at / 1e6).toFixed(3)}  ${text}`)
    .join('\n')}\n`;

const explained = (trace: Trace, language: Language): string => {
  const { headline, sentence: outcome, chain, facts } = explain(judge(trace, parts), speechOf[language]);
  const steps = chain.map(({ text }, i) => `${i + 1}. ${text}`);
  return `\n${[headline, outcome, ...steps, ...facts.map(({ text }) => `· ${text}`)].join('\n')}\n`;
};

describe('the pause before the write', () => {
  test('in English', () => {
    expect(narrated(runs.pauseBeforeTheWrite(), 'en')).toMatchInlineSnapshot(`
      "
      0.000  Client 1 wants the lock.
      0.020  Client 1 has the lock on A, B, C, D and E, valid for 1.98 s.
      0.040  Client 1 reads 41, version 0.
      0.060  Client 1 is paused.
      2.010  Client 1’s key stock expires on A, B, C, D and E.
      2.100  Client 2 wants the lock.
      2.120  Client 2 has the lock on A, B, C, D and E, valid for 1.98 s.
      2.140  Client 2 reads 41, version 0.
      2.300  The storage accepts 42 from client 2 as version 1, based on version 0.
      2.960  Client 1 runs again.
      2.980  The storage accepts 42 from client 1 as version 2, based on version 0. It destroys what client 2 wrote.
      3.000  Client 1 releases the lock.
      3.040  Client 1 has finished round 1.
      3.100  Client 2 releases the lock.
      3.140  Client 2 has finished round 1.
      "
    `);
    expect(explained(runs.pauseBeforeTheWrite(), 'en')).toMatchInlineSnapshot(`
      "
      An update was lost
      Client 1 overwrote what client 2 had written.
      1. Client 1 got the lock on A, B, C, D and E, valid for 1.98 s.
      2. Client 1 paused at 0.060 s for 2.9 s and ran no code.
      3. The key of client 1 expired on A, B, C, D and E from 2.010 s on.
      4. Client 2 got the lock on A, B, C, D and E at 2.120 s.
      5. Client 2 wrote 42, which became version 1.
      6. Client 1 wrote 42, based on version 0, over client 2’s 42.
      · Client 1 overwrote client 2’s 42 with 42, based on version 0.
      · Client 1 and client 2 held the lock at the same time for 880 ms.
      "
    `);
  });

  test('in Chinese', () => {
    expect(narrated(runs.pauseBeforeTheWrite(), 'zh')).toMatchInlineSnapshot(`
      "
      0.000  客户端 1 想要获得锁。
      0.020  客户端 1 在 A、B、C、D、E 上获得锁，有效时间 1.98 s。
      0.040  客户端 1 读到 41，版本 0。
      0.060  客户端 1 停顿。
      2.010  客户端 1 的键 stock 在 A、B、C、D、E 上过期。
      2.100  客户端 2 想要获得锁。
      2.120  客户端 2 在 A、B、C、D、E 上获得锁，有效时间 1.98 s。
      2.140  客户端 2 读到 41，版本 0。
      2.300  存储接受客户端 2 写入 42，成为版本 1，依据版本 0。
      2.960  客户端 1 继续运行。
      2.980  存储接受客户端 1 写入 42，成为版本 2，依据版本 0。客户端 2 写入的内容被覆盖。
      3.000  客户端 1 释放锁。
      3.040  客户端 1 完成第 1 轮。
      3.100  客户端 2 释放锁。
      3.140  客户端 2 完成第 1 轮。
      "
    `);
    expect(explained(runs.pauseBeforeTheWrite(), 'zh')).toMatchInlineSnapshot(`
      "
      丢了一次更新
      客户端 1 覆盖了客户端 2 写下的内容。
      1. 客户端 1 在 A、B、C、D、E 上获得了锁，有效时间 1.98 s。
      2. 客户端 1 在 0.060 s 停顿了 2.9 s，期间一行代码也没有执行。
      3. 从 2.010 s 起，客户端 1 的键在 A、B、C、D、E 上陆续过期。
      4. 客户端 2 于 2.120 s 在 A、B、C、D、E 上获得了锁。
      5. 客户端 2 写入 42，成为版本 1。
      6. 客户端 1 依据版本 0 写入 42，覆盖了客户端 2 写的 42。
      · 客户端 1 依据版本 0 写入 42，覆盖了客户端 2 写的 42。
      · 客户端 1 和客户端 2 同时持锁 880 ms。
      "
    `);
  });
});

describe('a verdict in words', () => {
  test.each([
    ['a key that never goes', runs.noExpiry()],
    ['a release that deletes another’s key', runs.fixedValue()],
    ['a wait beyond the patience', runs.crashedHolder(1500)],
    ['a check that refuses', runs.pauseWithTokens()],
    ['a pause that the client notices', runs.pauseThatIsNoticed()],
  ])('of %s', (_, trace) => {
    expect(explained(trace, 'en')).toMatchSnapshot();
    expect(explained(trace, 'zh')).toMatchSnapshot();
  });

  test('says why nothing can be said', () => {
    const trace = runs.oneAfterTheOther();
    const stopped = { ...trace, header: { ...trace.header, ended: 'stopped' as const } };
    expect(explain(judge(stopped, parts), speechOf.en)).toMatchObject({
      headline: 'Undecided',
      sentence: 'The run was stopped before it ended. Nothing had broken by then.',
    });
  });

  test('joins what differs in the node alone', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1);
    run.release(100, 'client1', 1, 'ABC');
    run.gone(2010, 'DE', 1);
    const { facts } = explain(judge(run.trace(), parts), speechOf.en);
    expect(facts.map(({ text }) => text)).toEqual([
      'The key of client 1 stayed on D and E for 1.89 s after it was done.',
    ]);
  });
});

describe('one line', () => {
  const ask = (run: ReturnType<typeof traceOf>, ms: number, node: string, message: number, text: string): number =>
    run.add(ms, 'sent', 'client1', { peer: `node${node}`, message, text, leg: 0 });

  test('for one request to many nodes, and another for those that never arrive', () => {
    const run = traceOf();
    for (const [i, node] of [...'ABC'].entries()) {
      ask(run, 5, node, 2 * i, 'SET stock 7f3a NX PX 3000');
      if (node !== 'A') run.add(5, 'lost', 'client1', { peer: `node${node}`, message: 2 * i, cause: 1 });
    }
    expect(narrate(run.trace(), speechOf.en).map(({ text }) => text)).toEqual([
      'Client 1 asks A, B and C: SET stock 7f3a NX PX 3000',
      'Requests from client 1 to B and C are lost: its connection has ended.',
    ]);
  });

  test('each for the same request at another time, and for another request', () => {
    const run = traceOf();
    ask(run, 5, 'A', 0, 'SET');
    ask(run, 6, 'B', 2, 'SET');
    ask(run, 6, 'C', 4, 'DEL');
    expect(narrate(run.trace(), speechOf.en).map(({ text }) => text)).toEqual([
      'Client 1 asks node A: SET',
      'Client 1 asks node B: SET',
      'Client 1 asks node C: DEL',
    ]);
  });

  test('for keys that expire one after the other, none for what its owner deletes', () => {
    const run = traceOf();
    run.grant(0, 'client1', 1);
    run.gone(2010, 'A', 1);
    run.gone(2030, 'B', 1);
    run.gone(2400, 'C', 1);
    run.gone(2500, 'DE', 0, 'client1');
    const lines = narrate(run.trace(), speechOf.en).filter(({ text }) => text.includes('key'));
    expect(lines.map(({ text }) => text)).toEqual([
      'Client 1’s key stock expires on A and B.',
      'Client 1’s key stock expires on node C.',
    ]);
  });

  test('for a key that is set when its client has given up', () => {
    const run = traceOf();
    run.add(0, 'acquiring', 'client1', { hold: 1 });
    run.set(10, 'client1', 'A', 2000, '7f3a');
    run.add(20, 'refused', 'client1', { hold: 1, reason: 2 });
    run.set(30, 'client1', 'B', 2000, '7f3a');
    expect(narrate(run.trace(), speechOf.en).map(({ text }) => text)).toEqual([
      'Client 1 wants the lock.',
      'Client 1 does not get the lock: no quorum.',
      'Node B sets stock to 7f3a for client 1, for 2 s.',
    ]);
  });
});

describe('the sentence of an event', () => {
  test('says what a message carries, whichever of its events it is', () => {
    const run = traceOf();
    const events = [
      run.add(0, 'sent', 'client1', { peer: 'nodeA', message: 0, text: 'GET stock', leg: 0 }),
      run.add(5, 'arrived', 'nodeA', { peer: 'client1', message: 0 }),
      run.add(5, 'received', 'nodeA', { peer: 'client1', message: 0, ok: 1 }),
      run.add(5, 'sent', 'nodeA', { peer: 'client1', message: 1, text: '7f3a', leg: 1 }),
      run.add(9, 'timedOut', 'client1', { peer: 'nodeA', message: 0 }),
      run.add(10, 'late', 'client1', { peer: 'nodeA', message: 1 }),
    ];
    expect(events.map((seq) => sentence(run.trace(), seq, speechOf.en))).toEqual([
      'Client 1 asks node A: GET stock',
      'The request from client 1 reaches node A: GET stock',
      'Node A says yes to client 1’s GET stock',
      'Node A answers client 1: 7f3a',
      'Client 1 stops waiting for node A: GET stock',
      'The reply from node A arrives too late for client 1: 7f3a',
    ]);
  });

  test('names the write that is destroyed', () => {
    const trace = runs.pauseBeforeTheWrite();
    const seq = judge(trace, parts).facts.find(({ kind }) => kind === 'lost-update')?.to ?? -1;
    expect(sentence(trace, seq, speechOf.en)).toBe(
      'The storage accepts 42 from client 1 as version 2, based on version 0. It destroys what client 2 wrote.',
    );
    expect(sentence(trace, seq, speechOf.zh)).toBe(
      '存储接受客户端 1 写入 42，成为版本 2，依据版本 0。客户端 2 写入的内容被覆盖。',
    );
  });

  test('throws where there is no event', () => {
    expect(() => sentence(traceOf().trace(), 0, speechOf.en)).toThrow('The trace has no event 0');
  });
});
