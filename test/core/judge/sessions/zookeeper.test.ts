// Scenarios of ZooKeeper's two locks: sessions that outlive pauses and partitions, or do not, and queues of znodes.
import { describe } from 'vitest';
import type { Setting } from '../../../../src/core/model/scenario/scenario';
import { atStep, crashAt, pauseAt } from '../../../support/faultsAt';
import { endAsWritten, hourLater, leaderless, oneWay, type Row, runsWrong, threadDies } from './writtenFirst';

type Settings = Readonly<Record<string, Setting>>;

const times = { sessionTimeout: 1500, tickTime: 300 };
const node = (settings: Settings = {}) => ({ id: 'zookeeper-node', settings: { ...times, ...settings } });
const queue = (settings: Settings = {}) => ({ id: 'zookeeper-sequential', settings: { ...times, ...settings } });

const rows: readonly Row[] = [
  {
    when: 'the holder pauses for less than two thirds of its session',
    ends: 'held',
    because: 'a session lasts its whole timeout after each heartbeat, and a heartbeat came within a third of it',
    source: 'SessionTrackerImpl.touchSession; ClientCnxn.SendThread.run',
    setup: { lock: node(), faults: { pause: pauseAt('client1', 'write', 950) } },
  },
  {
    when: 'the holder pauses before its read until the next holder is done',
    ends: 'overlap',
    because: 'it reads what the other wrote, and is told that its session has expired before it writes',
    source: 'Programmer’s Guide, ZooKeeper Sessions',
    setup: { lock: queue(), faults: { pause: pauseAt('client1', 'read', 4000) } },
    overlapMs: [300, 345],
  },
  {
    when: 'no answer reaches the holder any more, and what it sends arrives',
    ends: 'held',
    because:
      'it stops after two thirds of the timeout, and without answers it opens no connection that would go on with the session',
    source: 'ClientCnxn.SendThread.run: readTimeout, startConnect, primeConnection',
    setup: {
      lock: node(),
      settings: { work: 3000, whenLost: 'at-once' },
      faults: { cut: oneWay('service', 'client1', atStep('client1', 'work'), 6000) },
    },
    getsIn: { client: 'client2', from: 2100, to: 2450 },
  },
  {
    when: 'nothing that the holder sends arrives any more',
    ends: 'held',
    because:
      'it stops after two thirds of the timeout, and the server ends its session at the first tick after the whole',
    source: 'ExpiryQueue.roundToNextInterval; ClientCnxn: readTimeout',
    setup: {
      lock: node(),
      settings: { work: 3000, whenLost: 'at-once' },
      faults: { cut: oneWay('client1', 'service', atStep('client1', 'work'), 4000) },
    },
    getsIn: { client: 'client2', from: 1625, to: 1935 },
  },
  {
    when: 'the wall clocks of the server and of the holder jump by an hour',
    ends: 'held',
    because: 'ZooKeeper does not use clock time but for stamps in the stat structure',
    source: 'Programmer’s Guide, Time in ZooKeeper; Time.currentElapsedTime',
    setup: {
      lock: queue(),
      settings: { work: 2500 },
      faults: {
        server: hourLater('service', atStep('client1', 'work')),
        client: hourLater('client1', atStep('client1', 'work')),
      },
    },
  },
  {
    when: 'the server’s clock runs half as fast again',
    ends: 'held',
    because: 'a heartbeat each third of the timeout comes long before two thirds of it are over',
    source: 'ClientCnxn.SendThread.run: timeToNextPing is half of readTimeout',
    setup: { lock: node(), settings: { work: 4000 }, faults: { fast: runsWrong('service', 500_000) } },
  },
  {
    when: 'there is no leader for longer than a session lasts',
    ends: 'held',
    because: 'the new leader tracks every session of the log for its whole timeout, and the holder is back before that',
    source: 'ZooKeeperServer.createSessionTracker; SessionTrackerImpl.trackSession',
    setup: {
      lock: queue(),
      settings: { work: 5000, whenLost: 'never' },
      faults: { election: leaderless(atStep('client1', 'work'), 2500) },
    },
  },
  {
    when: 'the holder is killed and starts again at once',
    ends: 'held',
    because: 'the znode of its life before stays until that session has timed out, although its connection is closed',
    source: 'Programmer’s Guide, Ephemeral Nodes and ZooKeeper Sessions',
    setup: { lock: node(), faults: { crash: crashAt('client1', 'work', 200) } },
    getsIn: { client: 'client2', from: 1625, to: 2400 },
  },
  {
    when: 'the thread of a client in the queue dies, and its process lives',
    ends: 'stuck',
    because: 'heartbeats go on, so its znode stays in the queue, and the client behind it waits for that znode alone',
    source: 'Recipes, Locks, steps 3 to 5; ClientCnxn.SendThread',
    setup: {
      lock: queue(),
      settings: { clients: 3 },
      faults: { death: threadDies('client2', atStep('client2', 'watch')) },
    },
  },
  {
    when: 'a client in the queue crashes, and the one behind it takes that for its turn',
    ends: 'lost',
    because: 'the znode before its own goes with that session, and the recipe’s new look at the children is left out',
    source: 'Recipes, Locks, step 5',
    setup: {
      lock: queue({ recheck: false }),
      settings: { clients: 3, work: 6000 },
      faults: { crash: crashAt('client2', 'watch') },
    },
  },
];

describe('ZooKeeper', () => endAsWritten(rows));
