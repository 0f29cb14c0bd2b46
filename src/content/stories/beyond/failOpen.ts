/** The lock cannot be reached, and the client works without it: who catches every error of a lock has no lock. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'A payment job takes a lock in Redis, and its code catches every lock error and carries on, so that a Redis outage stops no payment. Client 1’s link to Redis is cut for a few seconds. Client 2 still reaches Redis, gets the lock, and both are inside.',
    '一个付款任务先在 Redis 里加锁，代码把锁的一切错误都 catch 住接着往下走，免得 Redis 一挂，付款就停。客户端 1 到 Redis 的链路断了几秒。客户端 2 照样连得上，拿到锁，于是两个都在里面。',
  ),
  beats: [
    opening(
      'The code takes the lock in `try`, logs in `catch`, and works either way: it fails open.',
      '代码在 `try` 里加锁，在 `catch` 里写一行日志，不管怎样都往下干：这叫 fail open。',
      text('The code logs an error of the lock, and works either way.', '加锁出错就写行日志，照样干活。'),
    ),
    beat(
      once('faultStruck'),
      'Client 1’s link to Redis is cut. It asks for the lock, and hears nothing.',
      '客户端 1 到 Redis 的链路断了。它请求加锁，却听不到应答。',
      text('Client 1’s link to Redis is cut.', '客户端 1 到 Redis 的链路断了。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 reaches Redis. The key is free, and it gets the lock as it should.',
      '客户端 2 连得上 Redis。键空着，它正当地拿到了锁。',
      text('Client 2 reaches Redis, and gets the lock.', '客户端 2 连得上，拿到了锁。'),
    ),
    beat(
      once('acquired', 'client1'),
      'No answer within the time limit. Client 1 logs that, and works without the lock, beside client 2.',
      '时限内没有应答。客户端 1 写一行日志，不拿锁就干，和客户端 2 同时在里面。',
      text('No answer: client 1 works without the lock.', '没有应答：客户端 1 不拿锁就干。'),
    ),
    beat(once('wrote', 'storage'), 'Client 2, which has the lock, writes 52.', '持锁的客户端 2 写下 52。'),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 writes 43 over it: the update of the one that had the lock is lost.',
      '客户端 1 写下 43 把它覆盖：正当持锁的那次更新丢了。',
      text('Client 1 writes 43 over 52: client 2’s update is lost.', '客户端 1 用 43 覆盖 52：客户端 2 的更新丢了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'code that people publish this year: rate limiters that return “allowed” when Redis does not answer (pschlan/cron-job.org, issue 446, 7 July 2026), and others that were changed to refuse (SdSarthak/AegisAI, pull request 866, 31 May 2026); some do so on purpose and say it (crbnos/carbon, issue 1079, 6 July 2026)',
    '今年公开的代码：Redis 没有应答就返回“允许”的限流器（pschlan/cron-job.org 的 issue 446，2026 年 7 月 7 日），后来改成拒绝的（SdSarthak/AegisAI 的 pull request 866，2026 年 5 月 31 日），也有特意这么做并写明的（crbnos/carbon 的 issue 1079，2026 年 7 月 6 日）',
  ),
  modelled: text(
    'A lock on one node, a cut between one client and Redis, and a program that goes on after any failed acquire that was not a refusal.',
    '单个节点上的锁、一个客户端与 Redis 之间的断线，以及一个“只要不是被拒绝、加锁失败也照干”的程序。',
  ),
  notModelled: text(
    'A fallback to a lock in the memory of the process, which keeps out the same process alone.',
    '退而用进程内存里的锁：它只挡得住同一个进程。',
  ),
  scenario: {
    version: 2,
    seed: 112,
    lock: { id: 'single-node', settings: { nodeTimeout: 500 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      nodes: { ...defaultSettings.nodes, count: 1 },
      stagger: 300,
      work: 1000,
      connection: { ifUnreachable: 'works-without' },
      duration: 10_000,
      patience: 8000,
    },
    faults: {
      cut: {
        kind: 'cut',
        from: ['client1'],
        to: ['nodeA'],
        bothWays: true,
        when: { kind: 'time', at: 50 },
        for: 3000,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update', 'entry-left'],
  scene: {
    question: text('What should it do when the lock is down?', '连不上锁，该怎么办？'),
    answers: ['fix', 'fix2', 'fix3', 'b'],
  },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('It asks again until it hears', '再试，直到有应答'),
      short: text('Ask again', '再试'),
      text: text(
        'Fail closed: client 1 asks again until Redis answers. It works some seconds later, and nothing is lost.',
        'fail closed：客户端 1 一直再试，直到 Redis 应答。晚了几秒，但什么也没丢。',
      ),
      patch: { settings: { connection: { ifUnreachable: 'asks-again' } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('It gives up and says so', '放弃，并说出来'),
      short: text('Give up', '放弃'),
      text: text(
        'Fail closed: client 1 leaves this round out and reports it. Where somebody waits for the result, that is an error; where the job comes again, it costs nothing.',
        'fail closed：客户端 1 这一轮不做了，并报告出来。若有人等着结果，这就是一次错误；若任务还会再来，那就没什么损失。',
      ),
      patch: { settings: { connection: { ifUnreachable: 'gives-up' } } },
      lock: 'held',
      data: 'safe',
      facts: ['entry-left'],
    },
    {
      id: 'fix3',
      fix: true,
      title: text('It works without, and the storage checks', '照样干，由存储检查'),
      short: text('A version check', '版本检查'),
      text: text(
        'If the payment must go on, the lock cannot be what protects it. The storage compares versions: the second write is rejected, with or without a lock.',
        '付款若非继续不可，保护它的就不能是这把锁。存储比较版本：第二次写入被拒绝，有没有锁都一样。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'entry-left'],
    },
    {
      id: 'b',
      title: text('Redis is down for everybody', 'Redis 对谁都不在'),
      short: text('Redis is down', 'Redis 挂了'),
      text: text(
        'Redis itself is down for four seconds, and all clients work without the lock, at the same time. That is the moment when most of them fail open.',
        'Redis 自己停了四秒，所有客户端同时不拿锁就干。多数 fail open 正是在这种时候一起发生的。',
      ),
      patch: {
        faults: {
          cut: null,
          down: { kind: 'crash', process: 'nodeA', when: { kind: 'time', at: 50 }, restartAfter: 4000 },
        },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
    },
  ],
};
