/** The words of a recommendation, in English: the page, the decision record and the terminal say the same. */
import { formatMs, formatNumber } from '../../model/format';

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A name in the middle of a sentence. */
const amid = (name: string): string => name.replace(/^(?:An?|One|No)(?= )/, (word) => word.toLowerCase());

export const recommend = {
  guards: {
    none: 'No check',
    token: 'A fencing token',
    version: 'A version check',
    unique: 'A unique key',
    key: 'An idempotency key',
  },
  /** Both `lock` and `guard` where there are both. */
  title: {
    lock: (lock: string) => lock,
    guard: (guard: string) => `${guard}, and no lock`,
    both: (guard: string, lock: string) => `${guard}, and ${amid(lock)} in front of it`,
  },
  /** Two sentences each. */
  reasons: {
    'recognize-repeats':
      'Every lock of the table lets it happen twice, so the receiver has to recognize a repeat. Send the same key with every attempt, and the second one does nothing.',
    'unique-row':
      'You need no lock: a unique key does it. The second row with the same key is refused, whoever is late.',
    'version-alone':
      'With the version check no single fault of the table loses an update, even without a lock. The work is short, so to do it again costs less than a lock.',
    'version-and-lock':
      'With the version check no single fault of the table loses an update, whatever the lock does. The lock only saves work that would be refused.',
    'version-added':
      'With what you have, no lock of the table keeps the data safe. Add a version check: with it no single fault of the table loses an update.',
    'dead-servers':
      'No server that dies and no lost message makes this lock lose an update in the table. A client that stops for too long still does.',
    'saves-work':
      'Two inside cost you only work, so a lock without a check will do. Of the locks that come free again when a holder dies, this one goes wrong in the fewest kinds of faults.',
  },
  mustAdd: 'This check has to be added. Without it, this recommendation does not hold.',
  copy: 'Copy as a decision record',
  copied: 'Copied',
  copyCode: 'Copy the code',
  watch: 'Watch',
  /** Above the title. */
  kicker: {
    answered: (n: number) => (n === 1 ? 'For your answer' : `For your ${n} answers`),
    example: (answers: string) => `An example, until you answer: ${answers}`,
  },
  /** What the code does not say. */
  codeNotes: {
    none: '',
    token: 'If no row has changed, the token is too old: stop.',
    version: 'If no row has changed, it was refused: read again, and start over.',
    unique: 'The second one fails with a duplicate key: roll back, and stop.',
    key: 'Each attempt sends the same key.',
  },
  parts: {
    settings: 'Settings',
    code: 'The check',
    conditions: 'Under these conditions',
    cannot: 'What it still cannot do',
    shows: 'The run that shows it',
    runnersUp: 'Runners-up',
    changes: 'What would change this answer',
    basis: 'What it rests on',
    answers: 'Your answers',
    record: 'Decision record: which lock',
    why: 'Why',
  },
  settings: {
    lease: (ms: number | null) => (ms === null ? 'Lease: none, it does not expire' : `Lease: ${formatMs(ms)}`),
    renewEvery: (ms: number | null) => (ms === null ? 'Renewal: none' : `Renewal: every ${formatMs(ms)}`),
    timeout: (ms: number | null) =>
      ms === null ? 'Timeout: none of its own' : `Timeout of a request: ${formatMs(ms)}`,
    blockedFor: (ms: number | null) =>
      ms === null
        ? 'A holder that dies blocks the others until somebody repairs it'
        : `A holder that dies blocks the others for up to ${formatMs(ms)}`,
    asMeasured: 'These are the settings of the table, with which the lock was tried.',
  },
  claims: {
    /** How many kinds of faults, and how many runs with one of them. */
    'no-loss': (kinds: number, runs: number) =>
      `No update was lost in ${formatNumber(runs)} runs with one fault each: ${kinds} kinds, every place, many strengths.`,
    loses: (kinds: string) => `It loses an update or does something twice: ${kinds}.`,
    stuck: (kinds: string) => `It stays locked forever: ${kinds}.`,
    inside: (kinds: string) => `It lets two clients in at once: ${kinds}.`,
    refuses: (kinds: string) => `Work is done that is then refused: ${kinds}.`,
    waits: (kinds: string) => `Nobody gets through for a while: ${kinds}.`,
    unguarded: (kinds: string) => `Without the check an update is lost: ${kinds}.`,
    twice: (row: string, kinds: string) => `It happens twice even with “${row}”: ${kinds}.`,
    'existing-rows': (kinds: string) =>
      `It does not guard a change of a row that is there already. Such an update is lost: ${kinds}.`,
    'token-fails': (rows: string) =>
      `A fencing token alone is not enough. The late write may come before the next holder’s, and then nothing refuses it. So it is with ${rows}.`,
  },
  recognized: 'A receiver that recognizes a repeat does it once, even when the answer is lost.',
  conditions: {
    'one-statement':
      'The version is compared in the very statement that writes. After a refusal the client reads again and starts over.',
    'same-transaction':
      'The row with the unique key and the result are written in one transaction. Only new rows are guarded: a change of an existing row needs a version check.',
    'same-key':
      'Every attempt sends the same key, made from the job and not from the time. The receiver keeps keys for longer than you go on trying.',
    'own-connection':
      'The lock lives as long as its database connection. Set TCP keepalives, so that the database notices when a whole machine vanishes.',
    'no-pooler':
      'No pooler that changes sessions between transactions, such as PgBouncer in transaction mode, may stand between.',
    'repeatable-job':
      'The job may safely run twice: ShedLock says so itself. Its clocks have to agree, and whoever comes second does not wait.',
    'no-lease-time': 'No lease time is given to lock(): with one, the watchdog does not renew.',
    'fsync-always': 'Redis runs with appendfsync always. Otherwise it forgets the lock when it restarts.',
    'independent-nodes':
      'There are five masters that do not replicate each other. They come back from a crash only after the lease has passed, or write to disk.',
    'stop-when-disconnected':
      'The client stops its work when its session is disconnected. Until it is connected again, it cannot be certain that it still holds the lock.',
    'lease-is-time':
      'The lease ends by time, so a client that was paused may still believe in it. Jepsen saw updates lost with etcd’s locks.',
    'lock-delay': 'The lock-delay stays at 15 s or more. It gives a late write time to arrive, and does not refuse it.',
  },
  /** A kind of fault with the least length that does it. */
  kindFrom: (kind: string, from: string | null) => (from === null ? kind : `${kind} (from ${from} on)`),
  kinds: (kinds: readonly string[], more: number) => `${kinds.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
  assumed: (question: string, answer: string) => `“${question}” is open. It is taken as: ${answer}.`,
  ignored: (question: string) => `No lock is left with your answer to “${question}”, so it is left out.`,
  runnerUp: {
    elsewhere: 'It needs something that you do not run yet.',
    better: (kinds: string, outcome: string, instead: string) =>
      `Better: ${kinds}. ${capital(outcome)}; with the first choice, ${instead}.`,
    worse: (kinds: string, outcome: string, instead: string) =>
      `Worse: ${kinds}. ${capital(outcome)}; with the first choice, ${instead}.`,
    inFront: 'It can stand in front, if work done in vain is expensive.',
    blocks: (text: string) => `${text}.`,
    same: 'The cells of the table say the same of both.',
  },
  /** What another answer would be like. */
  changeIf: {
    harm: {
      work: 'A lost lock costs only work',
      servers: 'Only dead servers must not lose data',
      never: 'Nothing may lose data',
      outside: 'Something outside must not be done twice',
    },
    check: {
      nothing: 'The resource can check nothing',
      token: 'The resource can only check a token',
      version: 'The resource can check a version',
      unique: 'The resource has a unique key',
    },
    runs: {
      redis: 'One Redis runs',
      'several-redis': 'Several Redis run',
      sql: 'Postgres or another SQL database runs',
      etcd: 'etcd runs',
      zookeeper: 'ZooKeeper runs',
      consul: 'Consul runs',
      anything: 'Nothing runs yet',
    },
    work: {
      second: 'The work takes a second',
      seconds: 'The work takes ten seconds',
      minutes: 'The work takes minutes',
    },
  },
  change: (condition: string, title: string) => `${condition}: ${title}`,
  /** A question with its answer. */
  answered: (question: string, answer: string) => `${question} ${answer}`,
  /** Sentences that follow each other. */
  sentences: (all: readonly string[]) => all.join(' '),
  noChange: 'No other answer to one question changes it.',
  left: (rows: number, all: number) => `Answered from the table: ${rows} of ${all} rows are left.`,
  noPromise: 'A cell says what was tried. “Held” is no promise.',
};
