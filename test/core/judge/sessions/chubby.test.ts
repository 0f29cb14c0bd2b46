// Ten scenarios of Chubby's lock: KeepAlives that the master holds back, jeopardy and grace, lock-delay, sequencers.
import { describe } from 'vitest';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { atStep, crashAt, pauseAt } from '../../../support/faultsAt';
import { atTime, bothWays, endAsWritten, leaderless, losesPower, oneWay, type Row, runsWrong } from './writtenFirst';

const lock = (settings: Readonly<Record<string, Setting>> = {}) => ({
  id: 'chubby',
  settings: { sessionTimeout: 2000, lockDelay: 1000, acquireTimeout: 30_000, ...settings },
});

const rows: readonly Row[] = [
  {
    when: 'the holder pauses for longer than a lease, and the master answers its KeepAlive meanwhile',
    ends: 'held',
    because: 'the answer gives the session one more lease, whether or not the client reads it in time',
    source: 'Burrows 2006, 2.8',
    setup: { lock: lock(), faults: { pause: pauseAt('client1', 'write', 2900) } },
  },
  {
    when: 'the holder pauses for longer than two leases and the lock-delay',
    ends: 'lost',
    because: 'the lock goes to another after the lease that the last answered KeepAlive gave, and the lock-delay',
    source: 'Burrows 2006, 2.4 and 2.8',
    setup: { lock: lock(), faults: { pause: pauseAt('client1', 'write', 7000) } },
    getsIn: { client: 'client2', from: 4850, to: 4900 },
  },
  {
    when: 'the same, and the storage asks whether a sequencer is still valid',
    ends: 'overlap',
    because: 'a server refuses a request whose sequencer is no longer valid',
    source: 'Burrows 2006, 2.4',
    setup: {
      lock: lock(),
      storage: { id: 'check-sequencer' },
      faults: { pause: pauseAt('client1', 'write', 7000) },
    },
  },
  {
    when: 'the holder’s process is killed, and its KeepAlive stands at the master',
    ends: 'held',
    because:
      'KeepAlives travel by UDP, which tells the master nothing, so it answers the dead client and gives it one more lease',
    source: 'Burrows 2006, 2.8 and 4.6, RPC use affects transport protocols',
    setup: { lock: lock(), faults: { crash: crashAt('client1', 'work') } },
    getsIn: { client: 'client2', from: 4800, to: 4950 },
  },
  {
    when: 'the holder’s machine loses power',
    ends: 'held',
    because: 'its last KeepAlive is answered near the end of the lease, and after one more lease comes the lock-delay',
    source: 'Burrows 2006, 2.4 and 2.8',
    setup: { lock: lock(), faults: { dark: losesPower('client1', atStep('client1', 'work')) } },
    getsIn: { client: 'client2', from: 4800, to: 4950 },
  },
  {
    when: 'there is no master for longer than a lease, and not for longer than the grace period',
    ends: 'held',
    because: 'a session in jeopardy is safe again with the first KeepAlive that the new master answers',
    source: 'Burrows 2006, 2.8 and 2.9, figure 2',
    setup: {
      lock: lock({ grace: 5000 }),
      settings: { work: 6000, whenLost: 'at-once' },
      faults: { election: leaderless(atStep('client1', 'work'), 3000) },
    },
    getsIn: { client: 'client2', from: 6100, to: 6300 },
  },
  {
    when: 'there is no master for longer than a lease, and there is no grace period',
    ends: 'held',
    because:
      'the client gives up and stops, and the new master keeps its lock closed for a whole lease and the lock-delay',
    source: 'Burrows 2006, 2.4 and 2.9',
    setup: {
      lock: lock(),
      settings: { work: 6000, whenLost: 'at-once', patience: 15_000 },
      faults: { election: leaderless(atStep('client1', 'work'), 3000) },
    },
    getsIn: { client: 'client2', from: 6100, to: 6400 },
  },
  {
    when: 'no answer of the master reaches the holder any more',
    ends: 'held',
    because:
      'the client’s lease ends before the master’s, which has answered once more, and the lock-delay comes on top',
    source: 'Burrows 2006, 2.8',
    setup: {
      lock: lock(),
      settings: { work: 6000, whenLost: 'at-once', patience: 15_000 },
      faults: { cut: oneWay('service', 'client1', atStep('client1', 'work'), 'ever') },
    },
    getsIn: { client: 'client2', from: 4800, to: 4950 },
  },
  {
    when: 'the holder’s clock runs slower by a hundredth, without a lock-delay, and a partition parts it from the master',
    ends: 'held',
    because:
      'the client’s lease is a conservative one: it allows for a master’s clock that is faster by a known factor',
    source: 'Burrows 2006, 2.8',
    setup: {
      lock: lock({ lockDelay: 0 }),
      settings: { work: 6000, whenLost: 'at-once', patience: 15_000 },
      faults: { slow: runsWrong('client1', -10_000), cut: bothWays('client1', 'service', atTime(1857), 'ever') },
    },
    getsIn: { client: 'client2', from: 3855, to: 3900 },
  },
  {
    when: 'the holder crashes, and its write comes three seconds late',
    ends: 'held',
    because: 'the lock-delay is for requests that are still under way when their client is lost',
    source: 'Burrows 2006, 2.4',
    setup: {
      lock: lock({ lockDelay: 4000 }),
      faults: {
        late: { kind: 'delay', message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 }, by: 3000 },
        crash: {
          kind: 'crash',
          process: 'client1',
          when: { kind: 'request', to: 'storage', from: 'client1', side: 'after', nth: 2 },
          restartAfter: 'never',
        },
      },
    },
  },
];

describe('Chubby', () => endAsWritten(rows));
