/** The words of the sheet that shows why the page claims what it claims. */
const en = {
  title: 'Report a mistake',
  lead: 'Here is what the page claims and what it is based on. If any of it is wrong, the report at the end has what is needed to look into it.',
  article: {
    title: 'What the article says',
    from: (source: string) => `From: ${source}`,
    original: 'In the article',
    none: 'No article says it. This story goes beyond the articles.',
    own: 'No article says it. This scenario belongs to no story.',
    variant: 'The article is about the original story. On screen is a variant of it.',
    changed: 'The article is about the original story. The scenario on screen has been changed.',
  },
  run: {
    title: 'The run',
    link: 'Link to this run',
    making: 'The link is being made …',
    where: 'Where it ran',
    simulated: 'simulated in the browser',
    live: 'on real Redis; the link opens it in the simulation',
    lock: 'Lock',
    check: 'Storage-side check',
    faults: 'Faults',
    noFaults: 'none',
    outcome: 'Outcome',
  },
  rules: {
    title: 'The rule that decided',
    open: 'The run is not complete, so no rule has decided yet.',
    source: ({ file, line }: { readonly file: string; readonly line: number }) => `src/${file}, line ${line}`,
    lock: {
      overlap:
        'There are two holders at once if one client gets the lock before the other is done with it. A client counts as a holder from the moment its acquire returns with a yes until it calls its last release, its process or thread dies, or its work has really stopped. What it believes does not count: a paused client is still a holder, and so is one whose lease is over. Two holders of a shared lock do not count as an overlap.',
      stuckKey:
        'At the end of the run no client holds the lock, and a client wants it. Keys of clients that are gone or done leave it no quorum. They have no expiry, or something renews them forever. Nobody can get the lock again, however long the run lasts.',
      stuckMark:
        'The storage serves only the client whose mark it has. That client is gone and has not removed its mark. The storage has turned away every other client that still wants to set its mark. Nobody can get through again, however long the run lasts.',
      silent:
        'Nothing is left to happen in this run, and a running client still wants to finish a round. It waits for something that will never come.',
      unavailable:
        'For longer than the scenario’s patience, there was always a running client that wanted to finish a round, the same one or one after another, and nobody finished one. Time in which all of them were paused does not count.',
      expired:
        'A read or write of a client was applied when its lock had ended, and enough servers would have let another client in. None happened to be inside. A client that does nothing after the end of its lock does not count.',
      rightful:
        'The storage rejected a write from the rightful holder, and the write would have destroyed nothing. A client is the rightful holder if it holds the lock, its lease is not over, and no other client has got the lock after it.',
      held: 'No other rule applies. No two clients held the lock at once unless the lock allows it. No client is stuck. There was no time longer than the scenario’s patience in which some client always wanted to finish a round and nobody finished one.',
      short:
        'A client was still asking for the lock when the run ended, and the scenario’s patience had not passed. The client had never held it, or had waited for longer than any client whose wait came to an end. A longer run decides it.',
      late: 'The machine was late while this ran, and the outcome was decided by a margin no wider than that. With a faster machine, the run might have ended otherwise.',
      unproven:
        'The run was cut off, it failed, or its clocks do not say which of two events came first. The page claims nothing that a run does not prove.',
    },
    data: {
      torn: 'A part of one write landed in or over another client’s write. Half of the object is from one write and half from the other.',
      twice: 'Something that should happen once, such as an email, was done again.',
      lost: 'The storage accepted a write that was not based on the newest write that it had accepted. The newer one is destroyed. A write is based on the version that its client read or, if it read none, on the version when its acquire returned.',
      lostReplicas:
        'A write counts as accepted when a majority of the replicas has it. On some replica, an accepted write landed on another accepted one without being based on it. The other one is destroyed. A write is based on the version that its client read.',
      refused:
        'The storage rejected a write that would have destroyed another, or might have. Its client was no longer the rightful holder, it held the lock in shared mode, or it had read a version that was no longer the newest. No accepted write was destroyed.',
      lucky:
        'Two clients held the lock at once, or a write was accepted although the keys of its client were gone. No write was destroyed, but nothing prevented it.',
      safe: 'No write was destroyed. Nothing threatened the data, or the storage-side check prevents every loss. A check of tokens does so only while the lock’s tokens rise.',
      late: 'The machine was late while this ran, and the outcome was decided by a margin no wider than that. With a faster machine, the run might have ended otherwise.',
      unproven:
        'The run was cut off, it failed, or its clocks do not say which of two events came first. Harm that it does not show is not ruled out.',
    },
  },
  report: {
    title: 'The report',
    lead: 'Write in the first line what is wrong, and send the text to the people who make this playground. Nothing is sent unless you send it.',
    label: 'The report as text',
    issue: 'Open it as an issue of the project',
    issueTitle: (what: string) => `Mistake: ${what}`,
    cut: '(Lines were left out because the address had no room for them. The page has the whole report.)',
    wrong: 'What is wrong: …',
    line: (name: string, value: string) => `${name}: ${value}`,
    story: 'Story',
    noStory: 'none, a scenario of its own',
    changed: 'changed, no longer the original',
    article: 'Article',
    rules: 'Rules of the judge',
    version: 'Version',
    versions: ({
      playground,
      scenario,
      trace,
    }: Readonly<Record<'playground' | 'scenario' | 'trace', string | number>>) =>
      `playground ${playground}, scenario format ${scenario}, trace format ${trace}`,
    language: 'Language',
    languages: ({ page, browser }: Readonly<Record<'page' | 'browser', string>>) => `page ${page}, browser ${browser}`,
  },
};

const zh: typeof en = {
  title: '报告错误',
  lead: '下面是页面的说法和依据。如果其中有错，末尾的报告包含了查清问题所需的内容。',
  article: {
    title: '文章怎么说',
    from: (source) => `出自：${source}`,
    original: '原文',
    none: '没有文章这么说：这个故事在文章之外。',
    own: '没有文章这么说：这个场景不属于任何故事。',
    variant: '文章说的是故事原样，屏幕上是它的一个变体。',
    changed: '文章说的是故事原样，屏幕上的场景已经改动过。',
  },
  run: {
    title: '这次运行',
    link: '这次运行的链接',
    making: '正在生成链接……',
    where: '在哪里运行',
    simulated: '在浏览器中模拟',
    live: '在真实 Redis 上；链接打开的是模拟',
    lock: '锁',
    check: '存储端的检查',
    faults: '故障',
    noFaults: '无',
    outcome: '结果',
  },
  rules: {
    title: '由哪条规则判定',
    open: '运行还没有结束，尚无规则作出判定。',
    source: ({ file, line }) => `src/${file}，第 ${line} 行`,
    lock: {
      overlap:
        '一个客户端还没用完锁，另一个就拿到了锁，便是两个客户端同时持锁。从加锁成功返回的那一刻起，客户端就算持锁，直到它调用最后一次释放、进程或线程死亡、或者工作真正停下。它自己怎么认为不算数：停顿中的客户端仍算持锁，租约已到期的也一样。两个共享持有者不算重叠。',
      stuckKey:
        '运行结束时没有客户端持锁，却有客户端想要锁。崩溃或用完锁的客户端留下了键，想要锁的客户端因此凑不齐多数；这些键没有过期时间，或者一直在续期。再等多久也不会有客户端能拿到锁。',
      stuckMark:
        '存储只为标记所属的那个客户端服务。该客户端已经不在，标记却没有撤掉；其他想做标记的客户端都被拒绝。再等多久也不会有客户端能完成。',
      silent: '这次运行里不会再发生任何事，而一个仍在运行的客户端还想完成一轮。它等的东西永远不会来。',
      unavailable:
        '在超过场景所设耐心的一段时间里，一直有仍在运行的客户端想完成一轮（同一个，或先后几个），却没有客户端完成。它们全都停顿的时间不计。',
      expired:
        '一个客户端的读写生效时，它的锁已经结束，足够多的服务器会让别的客户端进来，只是恰好没有别人在里面。锁结束后什么也没做的客户端不算。',
      rightful:
        '存储拒绝了合法持有者的写入，而这次写入本来不会毁掉任何东西。客户端持锁、租约未到期，并且在它之后没有别的客户端拿到锁，就是合法持有者。',
      held: '其他规则都不适用：除锁允许的情况外，从未有两个客户端同时持锁；没有卡死；从未有超过场景所设耐心的一段时间，其间一直有客户端想完成一轮，却无人完成。',
      short:
        '运行结束时还有客户端在请求锁，而场景所设的耐心还没有用完。这个客户端从未持有过锁，或者已经等得比谁都久（只算等到了结果的）。运行得再久一些才能断定。',
      late: '运行期间机器有延迟，而决定结果的时间差没有超过这个延迟。换一台更快的机器，结果也许不同。',
      unproven: '运行被截断、运行失败，或者时钟不足以说明两个事件孰先孰后。运行没有证明的，不作断言。',
    },
    data: {
      torn: '一次写入的一部分混进或覆盖了另一个客户端写下的内容，对象一半来自这次写入，一半来自另一次。',
      twice: '本应只做一次的事（例如发一封邮件）又做了一次。',
      lost: '存储接受了一次写入，它依据的却不是当时的最新版本，于是最新的写入被毁掉。一次写入依据的是客户端读到的版本；没有读过的客户端，依据加锁返回时的版本。',
      lostReplicas:
        '多数副本都收下，一次写入才算被接受。在某个副本上，一次被接受的写入覆盖了另一次，却不是依据后者写的，后者因此被毁掉。一次写入依据的是客户端读到的版本。',
      refused:
        '存储拒绝了一次会毁掉或可能毁掉其他写入的写入：它的客户端已不是合法持有者，或者只以共享模式持有锁，或者读到的已不是最新版本。已被接受的写入都没有被毁掉。',
      lucky:
        '两个客户端同时持锁，或者存储接受了一次写入，而那时该客户端的键已经没有了。没有写入被毁掉，但也没有什么能防止它被毁掉。',
      safe: '没有写入被毁掉：数据没有受到威胁，或者存储端的检查能防止一切丢失。检查 token 的存储，只有在锁给出的 token 一直递增时才防得住。',
      late: '运行期间机器有延迟，而决定结果的时间差没有超过这个延迟。换一台更快的机器，结果也许不同。',
      unproven: '运行被截断、运行失败，或者时钟不足以说明两个事件孰先孰后。没有显示出来的损害，不能排除。',
    },
  },
  report: {
    title: '报告',
    lead: '请在第一行写明哪里不对，把这段文字发给这个试验场的作者。你不发送，什么也不会发出去。',
    label: '报告的文字',
    issue: '在项目中新建 issue',
    issueTitle: (what) => `这里不对：${what}`,
    cut: '（地址放不下，省略了若干行。完整的报告在页面上。）',
    wrong: '哪里不对：……',
    line: (name, value) => `${name}：${value}`,
    story: '故事',
    noStory: '无，是自己的场景',
    changed: '已改动，不再是原样',
    article: '文章',
    rules: '判定的规则',
    version: '版本',
    versions: ({ playground, scenario, trace }) => `试验场 ${playground}，场景格式 ${scenario}，trace 格式 ${trace}`,
    language: '语言',
    languages: ({ page, browser }) => `页面 ${page}，浏览器 ${browser}`,
  },
};

export type HowDecidedWords = typeof en;

export const howDecidedWords = { en, zh };
