/** The words of the page on which readers attack their own lock, in English. */

import { severityWords } from '../severities';

/** Keyed by the kind of a problem (`own/ownCalls.ts`): what was wrong, and what is allowed. */
const problems = {
  syntax: { said: 'Syntax error', allowed: 'TypeScript and JavaScript up to ES2022 are allowed.' },
  'other-language': {
    said: 'The page runs TypeScript and JavaScript, and this is another language',
    allowed: 'Write the same commands in TypeScript, or begin with a template.',
  },
  form: {
    said: 'This is not a lock yet',
    allowed: 'Export acquire and release, a class with these methods, or withLock. A check exports write.',
  },
  threw: {
    said: 'The code threw',
    allowed: 'An error in acquire counts as a refusal; one in release may leave the lock taken.',
  },
  rejected: {
    said: 'A promise was rejected, and nobody caught it',
    allowed:
      'The client crashes, as Node does. Await the promise, or catch the error. One case cannot be detected here: for await leaves an async generator through break, and its finally throws. The attack command in a terminal handles that case as Node does.',
  },
  'lost-answer': {
    said: 'A promise waits for something that never comes',
    allowed: 'Give each call a time limit: redis[i].timeout(ms).',
  },
  'too-long': { said: 'The code does not stop', allowed: 'A loop needs an await, and has to end.' },
  'too-much-memory': {
    said: 'The code used too much memory',
    allowed: 'The code may use 64 MB. In one run, what is sent and what the servers keep may be 32 MB.',
  },
  'too-deep': { said: 'The calls are nested too deeply', allowed: 'A recursion has to end.' },
  'not-simulated': {
    said: 'This is not simulated',
    allowed: '“How to write it” lists what is. Network, files and threads are not.',
  },
  'no-text': {
    said: 'A value that is not text was sent to Redis',
    allowed: 'A parameter is missing somewhere, or an object was passed instead of its id.',
  },
  'never-released': { said: 'The lock was acquired and never released', allowed: 'Await everything in release.' },
  'not-acquired': {
    said: 'No other client is inside, and acquire refuses',
    allowed: 'Return what was acquired, or true.',
  },
  'not-released': {
    said: 'Without a fault, the release leaves the lock taken until it expires',
    allowed: 'Delete the key that acquire set, with the same value.',
  },
  'unclear-call': {
    said: 'Nobody knows how to call this lock',
    allowed: 'Export acquire(lock) and release(lock, held) that call it; lock has redis, nodes, key and ttl.',
  },
  'other-lease': {
    said: 'The lock lasts longer or shorter than its TTL says',
    allowed: 'ttl is in milliseconds: PX takes it as it is, EX takes seconds.',
  },
  'asks-too-often': {
    said: 'The code asks too often for such a long lease',
    allowed: 'Let acquire wait longer between two attempts, or give up, or take a shorter lease.',
  },
  'other-bytes': {
    said: 'The same run came out differently the second time',
    allowed: 'Keep nothing between clients: each has its own copy of the module.',
  },
  'tasks-inside': {
    said: 'Two tasks of one process hold the lock at once, without any fault',
    allowed: 'Give each task an owner value of its own.',
  },
  'tasks-release': {
    said: 'Two tasks of one process: a release does not free the lock of its own task, without any fault',
    allowed: 'Give each task its own value: return it from acquire, and do not keep it in a variable.',
  },
  'tasks-waiting': {
    said: 'Two tasks of one process: one of them waits forever, without any fault',
    allowed: 'Give each task its own value: return it from acquire, and do not keep it in a variable.',
  },
  'tasks-reentrant': {
    said: 'The lock is re-entrant: two tasks of one process hold it together',
    allowed: 'Give each task an owner value of its own, if they should not.',
  },
  'tasks-sharing': {
    said: 'Two tasks of one process that share an instance of this lock break it without a fault',
    allowed: 'Give each task an instance of its own. What follows is about such tasks.',
  },
};

/** Keyed by the id of an attack (`sandbox/own/attacks.ts`). */
const attacks = {
  'pause-each-step': 'A pause at each step',
  sleep: 'The machine sleeps',
  'lost-replies': 'Replies are lost',
  'late-requests': 'Requests arrive late',
  'client-clock': 'A client’s clock is wrong',
  'node-clock': 'A node’s clock is wrong',
  'crash-with-keys': 'A node crashes and keeps its keys',
  'crash-without-keys': 'A node crashes and forgets its keys',
  failover: 'A failover',
  cut: 'A link is cut',
  'slow-network': 'A slow network',
  'holder-dies': 'The holder dies',
};

const files = { lock: 'Lock', check: 'Check at the resource' };

export const own = {
  name: 'Redlock Playground: bring your own lock',
  title: 'Bring your own lock',
  loading: 'Loading the editor …',
  parts: { code: 'Code', run: 'Run', attacks: 'Attacks' },
  partsLabel: 'Parts of the page',
  files,
  filesLabel: 'Your files',
  paste: 'Paste your code as it is: withLock, acquire and release, or a class. ioredis and node-redis work.',
  keys: 'Tab indents. Press Escape, then Tab, to leave the editor.',
  phrases: { Completions: 'Completions', Diagnostics: 'Problems' } as Readonly<Record<string, string>>,
  templates: 'Start over from a template',
  choose: 'Choose a template …',
  replaced: (title: string) => `Your code was replaced by “${title}”.`,
  broken: {
    group: 'Broken locks that people publish',
    fix: 'Fix it',
    breakAgain: 'Break it again',
    itsBreak: 'Its break',
    inThisRun: (outcome: string) => `In this run ${outcome}.`,
  },
  bringBack: 'Bring my code back',
  dismiss: 'Dismiss',
  runFile: {
    run: (name: string) => `${name} is a recorded run of a lock that broke. It plays on a page of its own.`,
    other: (name: string) => `${name} is not the code of a lock. Drop a TypeScript or JavaScript file into the editor.`,
    open: 'Play it',
  },
  sent: {
    title: 'This code came with a link. It runs once you click or tap “Run it”.',
    why: 'Somebody else wrote it, so read it first. It runs in a sandbox in this browser, without access to the network, storage or the page.',
    run: 'Run it',
    waits: 'The run appears here once you click or tap “Run it”.',
    replaced: 'Your code was replaced by the code of a link.',
  },
  embedded: {
    name: 'A lock to try',
    open: 'Open',
    noSandbox: 'This frame allows no sandbox, so the code is only shown. “Open” leads to a page that runs it.',
  },
  share: {
    open: 'Share',
    title: 'Share your lock',
    lead: 'The link carries your code and the faults of its run. Anyone with the link can read the code and run it with one click.',
    secret: 'The code is in the part of the address after #, which browsers never send to a server.',
    label: 'Link with your code',
    post: 'In a post',
    postNote: 'The tag shows your code and its run on a page that allows scripts. Readers run it with one click.',
    readers: 'Readers',
    editable: 'may change the code',
    tag: 'Tag for a post',
    tooLong: (size: string, most: string) =>
      `Your code has ${size} kB. A link carries at most ${most} kB, so send the file itself.`,
  },
  guide: 'How to write it',
  guard: 'Check at the resource',
  guards: { none: 'None', version: 'Version', own: 'Yours' },
  guardNotes: {
    none: 'The storage accepts every write.',
    version: 'The storage rejects a write that is based on an outdated version.',
    own: 'The storage asks the function below before each write.',
  },
  faults: 'Faults in the run',
  faultsOf: { faultless: 'None', pause: 'A pause', found: 'From an attack', sent: 'As sent' },
  first: 'Preparing the first run …',
  running: 'Running …',
  noSandbox: 'The sandbox could not be loaded.',
  lost: {
    time: 'Time ran out: there was no answer after 15 s, so the run was stopped. On a busy machine, try again.',
    memory: 'Memory ran out: the code used up the 64 MB of its sandbox.',
    other: (message: string) => `The sandbox failed: ${message}`,
  },
  again: 'Try again',
  wrong: 'Still showing the last run without an error.',
  line: (file: string, line: number) => `${file}, line ${line}`,
  ofClient: (client: string, at: string) => `${client}, at ${at}`,
  problems,
  refusals: (message: string, times: string) =>
    times === '1'
      ? `threw “${message}” once: counted as a refusal`
      : `threw “${message}” ${times} times: counted as refusals`,
  times: (times: string) => `${times} times`,
  said: 'What your code logged',
  unread: (lines: number): string => `${lines} more ${lines === 1 ? 'line is' : 'lines are'} not shown.`,
  attack: {
    onlyHere: 'Your lock’s own mistake',
    everywhere: 'What every lock with a lease suffers from',
    fixes: {
      value:
        'What fixes it: a value of its own for each client, and a script that touches the key only if it holds that value.',
      version:
        'The lock alone cannot prevent it. What fixes it: a version check at the resource, which refuses a write that is not based on the current value. A fencing token refuses only writes that come after one with a newer token.',
      expiry: 'What fixes it: an expiry, set by the same command as the key.',
    },
    readStory: (number: string, title: string) => `Story ${number}: ${title}`,
    openTemplate: (title: string) => `Open the template “${title}”`,
    checkVersion: 'Let the resource check the version',
    title: 'Attack',
    lead: 'Tries every place where one fault can hit your lock, and shows the smallest fault that breaks it.',
    start: 'Attack it',
    stop: 'Stop',
    stopped: 'Stopped.',
    going: (runs: string, of: string) => `${runs} of ${of} runs`,
    progress: 'Runs tried',
    faults: (count: number) => ['one fault', 'two faults', 'three faults'][count - 1] ?? '',
    broken: 'It breaks',
    none: (runs: string, faults: string) => `No break in ${runs} runs with ${faults}.`,
    part: (runs: string) => `No break in ${runs} runs so far.`,
    next: (faults: string) => `Try ${faults}`,
    show: 'Show the run',
    outdated: 'Your code has changed since.',
  },
  attacks: {
    title: 'Twelve attacks',
    lead: 'Things that have broken locks in production, one by one, each at its worst moment.',
    start: 'Run all twelve',
    result: (held: number, all: number) => `${held} of ${all} held`,
    runs: (count: string) => (count === '1' ? '1 run' : `${count} runs`),
    names: attacks,
    noTarget: 'nothing to hit',
    waiting: 'not tried yet',
  },
  onRedis: {
    label: 'Your file on real Redis',
    here: (nodes: number, ttl: string) => `, on this machine: ${nodes === 1 ? '1 node' : `${nodes} nodes`}, TTL ${ttl}`,
    real: 'On real Redis',
    came: (where: string, outcome: string) => `${where}: ${outcome}`,
    simulated: 'Simulated, with the code in the editor',
  },
  outcomes: severityWords.en,
  api: {
    lead: 'Your code runs in this browser, in a sandbox without access to the network, storage or the page. Each client has its own copy, with its own clocks, timers and randomness.',
    file: 'What your files export',
    Lock: 'What you are given',
    Held: 'What acquire returns',
    Redis: 'Redis',
    Clock: 'Clocks',
    Random: 'Randomness',
    Write: 'The write that arrives',
    Stored: 'What the storage holds',
    standard: 'As in Node',
    example: 'Example',
    simulated: 'What is simulated',
    is: [
      'Redis commands on strings, hashes, lists and scripts, with expiry, replicas and failover.',
      'ioredis and redis: import Redis from ‘ioredis’ and import { createClient } from ‘redis’ work as well.',
      'setTimeout, Date, performance, Math.random and crypto.randomUUID: they belong to the simulated client.',
      'createHash of node:crypto makes SHA-1 and SHA-256, as the digests of scripts for EVALSHA.',
      'An unhandled rejection ends the client, as in Node: of an async function or a command, of then, Promise.all, any, race or reject.',
      'Every request and reply takes time, may come late or never, and can be hit by a fault. So can each await log().',
    ],
    isNot: 'What is not simulated',
    not: [
      'The network, files, threads and other packages.',
      'Time that code itself takes: between two awaits no time passes.',
      'Redis Cluster, TLS and modules.',
      'An unhandled rejection of new Promise: it is not reported. Nor is one whose error was handled elsewhere.',
      'What a module keeps between clients: each client has its own copy.',
    ],
    types: 'All types',
    copy: 'Copy',
    copied: 'Copied',
  },
};
