/**
 * The words that only `attack` uses, in both languages. Its last line is `explore`'s, because scripts read it.
 */

import { injectableKinds } from '../../core/faults';
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import type { OwnSettings } from '../../sandbox/own/ownCalls';
import type { RealmProblem } from '../../sandbox/own/realm';

export const usage = (called: string): Text => ({
  en: `${called} <lock.ts> [story | scenario.json | run.json | link] [--play] [--live] [--faults pause,lose] [--max 1|2|3]
${' '.repeat(called.length)} [--harm HARM] [--seeds N] [--check NAME] [--threads N] [--out FOLDER] [--lang en|zh] [--json]
${' '.repeat(called.length)} [--reporter NAME] [--budget 60s] [--shard 2/4] [--accept breaks.json [--update]]

Runs the code of a lock, with the libraries that it imports, in the simulated world, and looks for the fewest and weakest faults
that do harm. The file exports acquire and release, or a class with these methods, or withLock. It reaches the servers through any
Redis client, at the addresses that acquire gets as nodes. It may also lock by files: it reads those of the disk, and what it
writes by node:fs stays in the simulation.
The code runs in Node itself and without a sandbox: it can do what you can do on this machine. Attack only code that you trust.
--play    one run, with the faults of its scenario, event by event.
--live    the same run on real Redis, where each client is a process that runs the code. Its faults are real.
--faults  kinds of faults, separated by commas: ${injectableKinds.join(', ')}.
          crash also asks clients to stop, by SIGTERM, where the code listens for it.
          all: every kind. Default: pause, crash, lose, clock-jump.
--max     how many faults one run may have. Default: 1.
--harm    any (the default), lost, overlap, deleted-another, changed-another, stuck, unavailable, expired. With any, what breaks
          only this lock comes first.
--check   what the storage checks at a write: no-check (the default), version, fencing, … With its settings: fencing:compare=greater.
          mail is work that must happen once, and asks whether it was done. mail:asks=false: a job that trusts its lock alone.
          mail:recognizes=true: a consumer that is idempotent.
--seeds   how many, from the scenario's own seed on. Default: 1.
--threads default: one less than this machine has cores.
--out     the folder for the runs that break. The page opens them; the code stays here. Default: attack-runs.
--reporter text, junit, github (annotations, and a table in $GITHUB_STEP_SUMMARY), sarif or json: each break once, by its name.
          In junit a known break is a case that passes, “known: …”, and its reason stands in system-out.
--budget  how long it may take: 500ms, 60s, 5m, 1h. It then names what was not searched.
--shard   one of several machines: its number and how many. Runs are shared out; with --max 2 or 3 each makes those with one fault.
--accept  a JSON file of known breaks, { "break": "reason" }: those with a reason do not count. --update writes it, and from
          which length on each is accepted: one that needs less than half of that, relative to the lease, is new.
Without --reporter and --accept the last line is "found: N breaks in M runs" or "found: none in M runs", or "not settled: …".
Exit codes: 0 if everything was searched and nothing breaks but what is accepted, 1 with a break, 2 for bad input, 3 if it was
stopped, or if the budget was spent and no break was found, 4 if there was no break, and no run that could have shown one.`,
  zh: `${called} <lock.ts> [故事 | scenario.json | run.json | 链接] [--play] [--live] [--faults pause,lose] [--max 1|2|3]
${' '.repeat(called.length)} [--harm 危害] [--seeds N] [--check 名称] [--threads N] [--out 文件夹] [--lang en|zh] [--json]
${' '.repeat(called.length)} [--reporter 名称] [--budget 60s] [--shard 2/4] [--accept breaks.json [--update]]

在模拟的世界里运行一把锁的代码和它导入的库，找出造成危害所需的最少、最弱的故障。文件要导出 acquire 和 release，
或带这两个方法的类，或 withLock。它可以用任何 Redis 客户端连接服务器，地址就是传给 acquire 的 nodes。
它也可以用文件加锁：能读磁盘上的文件，用 node:fs 写入的内容只留在模拟里。
代码直接在 Node 里运行，没有沙箱：你在这台机器上能做的事，它都能做。只攻击你信任的代码。
--play    只运行一次，带上场景自己的故障，逐个事件讲述。
--live    同一次运行放到真实的 Redis 上：每个客户端是一个运行这份代码的进程，故障也是真的。
--faults  故障种类，用逗号分隔：${injectableKinds.join('、')}。
          代码监听了 SIGTERM 时，crash 还会用它要求客户端停止。
          all 表示全部种类。不写则使用 pause、crash、lose、clock-jump。
--max     一次运行中最多有几个故障，默认 1。
--harm    any（默认）、lost、overlap、deleted-another、changed-another、stuck、unavailable、expired。用 any 时，先说只有这把锁才有的问题。
--check   存储在写入时检查什么：no-check（默认）、version、fencing 等。可以带设置：fencing:compare=greater。
          mail 是只该做一次的工作，做之前先问做过没有。mail:asks=false：只依赖锁的定时任务。
          mail:recognizes=true：幂等的消费者。
--seeds   从场景自己的种子开始，共几个，默认 1。
--threads 线程数，默认比本机核数少一个。
--out     出问题的运行写到哪个文件夹，默认 attack-runs。页面可以打开它们，代码留在这里。
--reporter text、junit、github（标注，并在 $GITHUB_STEP_SUMMARY 里写表格）、sarif 或 json：每个问题按名称只列一次。
          junit 里，已知的问题是一个通过的用例“known: …”，理由在 system-out 里。
--budget  最多用多长时间：500ms、60s、5m、1h。用完后会说明哪些部分没有搜索。
--shard   由几台机器分担：第几台和总台数。运行由各台分担；--max 为 2 或 3 时，单个故障的运行每台都做。
--accept  已知问题的 JSON 文件 { "问题": "原因" }：写了原因的不算。--update 会写入它，
          并记下每条从多长起接受：若按租约比例只需不到一半，就算新问题。
没有 --reporter 和 --accept 时，最后一行是“found: N breaks in M runs”或“found: none in M runs”，或“not settled: …”。
退出码：0 全部搜索完，除已接受的以外没有出问题，1 出了问题，2 输入有误，3 没有搜索完就停止，或预算用完而没有发现问题，
4 没有出问题，但也没有一次运行能显示出问题。`,
});

export const noFileGiven: Text = {
  en: 'Which lock should be attacked? Give the path of a file that exports acquire and release.',
  zh: '要攻击哪把锁？请给出一个文件的路径，它要导出 acquire 和 release。',
};

export const tooMany: Text = {
  en: 'Please give one file, and at most one story, scenario, run or link.',
  zh: '请给一个文件，外加最多一个故事、场景、运行或链接。',
};

export const keeps: Text = {
  en: 'The run without faults came out differently after the attack: the functions, or a library of theirs, keep something from one client to the next. Give attack the URL of a file instead: its code and libraries are loaded anew for each client.',
  zh: '攻击之后，没有故障的运行结果变了：这些函数或它们用的库把某些状态留给了下一个客户端。请把一个文件的 URL 传给 attack，文件的代码和库会为每个客户端重新加载。',
};

export const noBundler: Text = {
  en: 'The package esbuild, which reads your file and its imports, is missing: npm i -D esbuild',
  zh: '缺少 esbuild 包，它用来读取你的文件和文件导入的内容：npm i -D esbuild',
};

export const needsFolder: Text = { en: '--out takes the path of a folder.', zh: '--out 后面要写文件夹的路径。' };

export const otherLanguage = (file: string, language: string): Text => ({
  en: `${file} is ${language}; the attack runs TypeScript and JavaScript. Write the same commands in TypeScript.`,
  zh: `${file} 是 ${language} 代码；攻击运行的是 TypeScript 和 JavaScript。请用 TypeScript 写出同样的命令。`,
});

/** @param message a string: the English message of a tool or of the code itself */
export const syntax = (file: string, line: number, message: string | Text): Text => ({
  en: `${file}${line > 0 ? `, line ${line}` : ''}: ${typeof message === 'string' ? message : message.en}`,
  zh: `${file}${line > 0 ? ` 第 ${line} 行` : ''}：${typeof message === 'string' ? message : message.zh}`,
});

/**
 * @param name what that line imports and cannot be found
 * @param folder of the file
 */
export function missing(file: string, line: number, name: string, folder: string): Text {
  const [first = '', second = ''] = name.split('/');
  if (/^\.{1,2}$/.test(first) || name.startsWith('/'))
    return syntax(file, line, {
      en: `there is no file "${name}". A relative path begins at the folder of the file that imports it, ${folder}.`,
      zh: `找不到文件“${name}”。相对路径从导入它的文件所在的文件夹 ${folder} 开始。`,
    });
  if (/^[@~#]?$/.test(first) || first.startsWith('#'))
    return syntax(file, line, {
      en: `"${name}" is an alias that is not defined here. Define it in the paths of a tsconfig.json, in ${folder} or above it, or import by a relative path.`,
      zh: `别名“${name}”在这里没有定义。请在 ${folder} 或其上级文件夹的 tsconfig.json 的 paths 里说明它指什么，或改用相对路径导入。`,
    });
  const wanted = first.startsWith('@') ? `${first}/${second}` : first;
  return syntax(file, line, {
    en: `the package "${wanted}" is not installed (import of "${name}"). Install it beside the file: cd ${folder} && npm install ${wanted}`,
    zh: `没有安装包“${wanted}”（导入“${name}”）。请在文件旁边安装：cd ${folder} && npm install ${wanted}`,
  });
}

export const waitsAtTop = (file: string): Text => ({
  en: `${file} waits at its top (await) for an answer that a server gives only in a run. Let acquire ask for it.`,
  zh: `${file} 在顶层用 await 等服务器的回答，而服务器只在运行中才会回答。请改在 acquire 里请求。`,
});

/** @param database a package that talks to Postgres */
export const overPostgres = (file: string, database: string): Text => ({
  en: `${file} locks over Postgres (${database}), and attack has only Redis. The playground has the advisory lock of Postgres, with and without a pooler: play --lock sql-advisory, or play pooled-session`,
  zh: `${file} 的锁基于 Postgres（${database}），而 attack 只有 Redis。试验场里有 Postgres 的咨询锁，连接池也可有可无：play --lock sql-advisory，或 play pooled-session`,
});

export const badSetting = (name: string, allowed: string): Text => ({
  en: `The file's settings.${name} must be a whole number from ${allowed}.`,
  zh: `文件里的 settings.${name} 必须是 ${allowed} 的整数。`,
});

/** @param after how long, in ms */
export const cut = (after: number): Text => ({
  en: `The search was stopped after ${formatMs(after)}, and some places were not tried: a client that waits asks so often that each run is long. Let acquire wait longer between two attempts, or take a shorter lease, and all of them are tried. Nor was it found out what breaks only this lock.`,
  zh: `搜索在 ${formatMs(after)} 后停止，有些位置没有尝试：等待的客户端请求得太频繁，每次运行都很长。让 acquire 两次尝试之间多等一会儿，或者改用更短的租约，就能全部尝试。也没有区分哪些问题是这把锁独有的。`,
});

export const onlyHere: Text = { en: 'What breaks only this lock:', zh: '只有这把锁才有的问题：' };

export const everywhere: Text = {
  en: 'What also breaks the usual lock with a lease, for this number of nodes:',
  zh: '节点数相同时，常见的带租约的锁也有的问题：',
};

export const freedLate: Text = {
  en: 'Without a fault, client 2 asked after client 1 had released, and was refused at first: the release left the key there.',
  zh: '没有故障时，客户端 2 在客户端 1 释放之后请求锁，起初仍被拒绝：释放时键没有被删掉。',
};

/** A hint for functions from which no client got anything. */
export const asFile: Text = {
  en: 'If a library took timers from Node when it was loaded, they are real ones here. Then give attack the URL of a file instead: its libraries are loaded anew.',
  zh: '如果某个库在加载时就取走了 Node 的定时器，那么它在这里用的是真实的定时器。这时请把一个文件的 URL 传给 attack，文件的库会重新加载。',
};

/** Limits of one run. They are the page's limits. */
export const tooMuch = ({ kind, message }: RealmProblem): Text =>
  kind === 'too-long'
    ? { en: message, zh: '这份代码在一次运行中发出的请求或设置的定时器太多，超出了上限（50000 个）。' }
    : { en: message, zh: '这份代码在一次运行中发送、写入服务器或在 Lua 里生成的内容太多，超出了上限。' };

export const doesNotSettle: Text = {
  en: 'The code does not come to rest: it goes on without waiting for anything.',
  zh: '代码停不下来：它一直运行，不等待任何东西。',
};

export const tooBusy: Text = {
  en: 'This machine is too busy: the code had too little processor time to tell whether it comes to rest. Attack it again.',
  zh: '这台机器太忙：代码得到的处理器时间太少，无法判断它会不会停下来。请再攻击一次。',
};

export const threadEnded = (why: string): Text => ({
  en: `The code ended its thread: ${why}`,
  zh: `代码使它的线程结束了：${why}`,
});

export function attacked(form: string, { nodes, ttl, files }: OwnSettings): Text {
  const node = { en: nodes === 1 ? '1 node' : `${nodes} nodes`, zh: `${nodes} 个节点` };
  const where = {
    en: files === 'only' ? 'files' : files === 'also' ? `${node.en} and files` : node.en,
    zh: files === 'only' ? '文件' : files === 'also' ? `${node.zh}和文件` : node.zh,
  };
  return { en: `${form}, ${where.en}, TTL ${formatMs(ttl)}`, zh: `${form}，${where.zh}，TTL ${formatMs(ttl)}` };
}

/** @param name of the first file or folder that was taken exclusively. Null: there was none */
export function inFiles(name: string | null): Text {
  const what = name === null ? { en: 'a file', zh: '文件' } : { en: `“${name}”`, zh: `“${name}”` };
  return {
    en: `Its files are simulated: all clients share them, and none is on the disk. Below, “the lock service” is the file system, and “the key” is ${what.en}.`,
    zh: `它的文件是模拟的：所有客户端共用，磁盘上一个也没有。下文的“锁服务”指文件系统，“键”指${what.zh}。`,
  };
}

export const filesOnServers = (file: string): Text => ({
  en: `${file} makes files, and a run on real servers has no simulated file system. Attack it without --live, where it has one.`,
  zh: `${file} 会写文件，而真实服务器上的运行没有模拟的文件系统。请去掉 --live 再攻击，那样就有。`,
});

/** @param settings of the file of `npm start -- --lock` */
export const opened = (name: string, form: string, settings: OwnSettings): Text => ({
  en: `Your lock: ${name} (${attacked(form, settings).en}). The page own/ runs it on real Redis.`,
  zh: `你的锁：${name}（${attacked(form, settings).zh}）。在 own/ 页面上可以让它在真实的 Redis 上运行。`,
});

export const readAnew = (name: string, form: string, settings: OwnSettings): Text => ({
  en: `${name} has changed and was read again: ${attacked(form, settings).en}.`,
  zh: `${name} 已更改，重新读取：${attacked(form, settings).zh}。`,
});

export const otherNumbers = (name: string, { nodes, ttl }: OwnSettings): Text => ({
  en: `${name} has other settings now: ${nodes === 1 ? '1 node' : `${nodes} nodes`}, TTL ${formatMs(ttl)}. Click or tap again.`,
  zh: `${name} 的设置变了：${nodes} 个节点，TTL ${formatMs(ttl)}。请再点一次。`,
});

export const unfit = (name: string): Text => ({
  en: `This scenario does not fit ${name}.`,
  zh: `这个场景不适用于 ${name}。`,
});

/** What went wrong in a client's code outside the lock. */
export const happened = (client: string, message: string, line: number): Text => ({
  en: `In client ${client}${line > 0 ? `, line ${line}` : ''}: ${message}`,
  zh: `客户端 ${client}${line > 0 ? ` 第 ${line} 行` : ''}：${message}`,
});

export const ended = (client: string, message: string): Text => ({
  en: `Nobody caught an exception, so the process of client ${client} ended: ${message}`,
  zh: `没有人捕获异常，客户端 ${client} 的进程结束了：${message}`,
});

/** What did harm: the line itself, or what a library started when the line called it. */
export const doneAt = (file: string, line: number): Text => ({
  en: `Line ${line} of ${file} led to this.`,
  zh: `起因在 ${file} 第 ${line} 行。`,
});

export const firstBreak = (faults: readonly string[]): Text => ({
  en: `A first break: ${faults.length === 0 ? 'without any fault' : faults.join(', ')}. The search goes on.`,
  zh: `找到了第一个问题：${faults.length === 0 ? '没有任何故障' : faults.join('、')}。搜索还在继续。`,
});

export const worseBreak = (faults: readonly string[]): Text => ({
  en: `A worse break: ${faults.length === 0 ? 'without any fault' : faults.join(', ')}. The search goes on.`,
  zh: `找到了更严重的问题：${faults.length === 0 ? '没有任何故障' : faults.join('、')}。搜索还在继续。`,
});

export const playAgain = (called: string, file: string, run: string): string => `${called} ${file} ${run} --play`;

export const noSuchOption = (name: string, near: string | null): Text => ({
  en: `attack has no option “${name}”.${near === null ? '' : ` Did you mean ${near}?`}`,
  zh: `attack 没有选项“${name}”。${near === null ? '' : `是不是 ${near}？`}`,
});
