// What a client's library resends because no answer came, event by event.
import { describe, expect, it } from 'vitest';
import { all, call, fork, mono, type Program, sleep, to } from '../../../src/core/model/effects/effect';
import { command, type Reply } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { fromMs, localInstant } from '../../../src/core/model/values/time';
import { narrate } from '../../../src/core/narrate/narrate';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { spansOf } from '../../../src/core/spans/spans';
import { lines, play } from '../../support/play';
import { messagesEndOnce, restIsRest } from '../../support/rules/messages';
import { nobodyActsWhileStopped } from '../../support/rules/processes';
import { brokenRules } from '../../support/rules/rule';

const set = command('SET', 'k', 'mine', 'NX', 'PX', 5000);
const kinds = ['sent', 'timedOut', 'closed', 'late'] as const;

const lose = (leg: 'request' | 'reply', nth = 1, node: ProcessId = 'nodeA'): Fault => ({
  kind: 'lose',
  message: leg === 'request' ? { from: 'client1', to: node, leg, nth } : { from: node, to: 'client1', leg, nth },
});

const asking = (replies: Reply[], resends: number) =>
  function* (): Program {
    replies.push(yield* call('nodeA', set, { timeout: fromMs(50), resends }));
  };

describe('a command without an answer', () => {
  it('is sent again at its timeout, and the trace says so', () => {
    const replies: Reply[] = [];
    const trace = play({ programs: { client1: asking(replies, 2) }, faults: { lost: lose('reply') } });
    expect(replies).toEqual([{ kind: 'ok', value: null }]);
    expect(lines(trace, kinds, ['client1'])).toEqual([
      '0.0 client1 sent',
      '50.0 client1 timedOut',
      '50.0 client1 sent',
    ]);
    const requests = eventsOf(trace, 'sent').filter(({ leg }) => leg === 0);
    expect(requests.map(({ again }) => again)).toEqual([-1, 1]);
    const { messages } = spansOf(trace);
    expect([0, 1, 2].map((row) => messages.resends(row))).toEqual([0, 0, 1]);
    expect(trace.header.ended).toBe('quiet');
    expect(brokenRules(trace, [messagesEndOnce, restIsRest])).toEqual([]);
  });

  it('is told as sent again in both languages', () => {
    const trace = play({ programs: { client1: asking([], 1) }, faults: { lost: lose('reply') } });
    const said = (language: 'en' | 'zh') => narrate(trace, speechOf[language]).map(({ text }) => text);
    expect(said('en').join('\n')).toContain(
      'The client library of client 1 sends to node A again: SET k mine NX PX 5000',
    );
    expect(said('zh').join('\n')).toContain('客户端 1 的客户端库再次发给节点 A：SET k mine NX PX 5000');
  });

  it('is sent again when its connection has ended', () => {
    const replies: Reply[] = [];
    const trace = play({
      programs: { client1: asking(replies, 2) },
      faults: { kill: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 0 }, restartAfter: 45 } },
    });
    expect(replies).toEqual([{ kind: 'ok', value: 'OK' }]);
    expect(lines(trace, kinds, ['client1'])).toEqual([
      '0.0 client1 sent',
      '20.0 client1 closed',
      '20.0 client1 sent',
      '40.0 client1 closed',
      '40.0 client1 sent',
    ]);
    expect(trace.header.ended).toBe('quiet');
  });

  it('waits its whole timeout each time, and then fails', () => {
    const replies: Reply[] = [];
    const trace = play({
      programs: { client1: asking(replies, 2) },
      faults: { one: lose('request', 1), two: lose('request', 2), three: lose('request', 3) },
    });
    expect(replies.map(({ kind }) => kind)).toEqual(['timeout']);
    expect(trace.header.endedAt).toBe(fromMs(150));
  });

  it('waits no longer than until the deadline', () => {
    const trace = play({
      programs: {
        *client1() {
          const until = localInstant((yield* mono()) + fromMs(70));
          yield* call('nodeA', set, { timeout: fromMs(50), resends: 9, until });
        },
      },
      faults: { one: lose('request', 1), two: lose('request', 2) },
    });
    expect(lines(trace, ['sent', 'timedOut'], ['client1'])).toEqual([
      '0.0 client1 sent',
      '50.0 client1 timedOut',
      '50.0 client1 sent',
      '70.0 client1 timedOut',
    ]);
  });

  it('is sent again by a new connection where the timeout drops the old one', () => {
    const trace = play({
      programs: {
        *client1() {
          yield* call('nodeA', set, { timeout: fromMs(50), resends: 1, reconnect: true });
        },
      },
      faults: { slow: { kind: 'delay', message: { from: 'client1', to: 'nodeA', leg: 'request', nth: 1 }, by: 500 } },
    });
    const atNode = eventsOf(trace, 'received').filter(({ message }) => message % 2 === 0);
    expect(atNode.map(({ message, ok }) => `${message} ${ok}`)).toEqual(['2 1', '0 0']);
  });

  it('is not sent again for a task that was cancelled or a process that has ended', () => {
    const trace = play({
      programs: { client1: asking([], 5) },
      faults: {
        lost: lose('request'),
        crash: { kind: 'crash', process: 'client1', when: { kind: 'time', at: 30 }, restartAfter: 'never' },
      },
    });
    expect(eventsOf(trace, 'sent')).toHaveLength(1);
  });

  it('is sent again after the pause in which its timeout was over', () => {
    const trace = play({
      programs: { client1: asking([], 1) },
      faults: {
        lost: lose('request'),
        pause: { kind: 'pause', process: 'client1', when: { kind: 'time', at: 30 }, for: 100 },
      },
    });
    expect(lines(trace, ['sent', 'timedOut'], ['client1'])).toEqual([
      '0.0 client1 sent',
      '130.0 client1 timedOut',
      '130.0 client1 sent',
    ]);
    expect(brokenRules(trace, [messagesEndOnce, nobodyActsWhileStopped])).toEqual([]);
  });

  it('may be what a fault waits for', () => {
    const trace = play({
      programs: { client1: asking([], 3) },
      faults: {
        lost: lose('request'),
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'request', to: 'nodeA', side: 'before', nth: 2 },
          for: 100,
        },
      },
    });
    expect(lines(trace, ['sent', 'timedOut', 'paused'], ['client1'])).toEqual([
      '0.0 client1 sent',
      '50.0 client1 timedOut',
      '50.0 client1 paused',
      '150.0 client1 sent',
    ]);
  });

  it('leaves the others of its group alone, also when they fail later', () => {
    const replies: (readonly Reply[])[] = [];
    const trace = play({
      nodes: { count: 3 },
      programs: {
        *client1() {
          const calls = (['nodeA', 'nodeB', 'nodeC'] as const).map((one, i) =>
            to(one, set, { timeout: fromMs(40 + 20 * i), resends: 1 }),
          );
          replies.push(yield* all(calls));
        },
      },
      faults: { a: lose('request', 1, 'nodeA'), c: lose('reply', 1, 'nodeC') },
    });
    expect(replies[0]?.map((reply) => (reply.kind === 'ok' ? reply.value : reply.kind))).toEqual(['OK', 'OK', null]);
    expect(trace.header.ended).toBe('quiet');
    expect(brokenRules(trace, [messagesEndOnce, restIsRest])).toEqual([]);
  });

  it('is sent again where another task drops its connection', () => {
    const replies: Reply[] = [];
    const trace = play({
      programs: {
        *client1() {
          yield* fork(
            (function* (): Program {
              yield* sleep(fromMs(5));
              yield* call('nodeA', command('GET', 'k'), { reconnect: 'first' });
            })(),
          );
          replies.push(yield* call('nodeA', set, { resends: 1 }));
        },
      },
    });
    expect(replies).toEqual([{ kind: 'ok', value: null }]);
    expect(lines(trace, ['sent', 'closed'], ['client1'])).toEqual([
      '0.0 client1 sent',
      '5.0 client1 closed',
      '5.0 client1 sent',
      '5.0 client1 sent',
    ]);
  });
});
