/** The words of the table “What breaks what”, in English. */
import type { FaultKind } from '../../../core/model/scenario/fault';
import { formatMs, formatNumber } from '../../../core/model/values/format';
import { severityWords, signWords } from '../severities';

const kinds: Readonly<Record<FaultKind, string>> = {
  pause: 'Client pause',
  crash: 'Crash',
  suspend: 'Machine suspended',
  'power-loss': 'Power loss',
  restart: 'Node restart',
  failover: 'Failover',
  'no-leader': 'No leader',
  'key-vanishes': 'Key vanishes',
  'session-ends': 'Session ends',
  lose: 'Lost message',
  delay: 'Late message',
  cut: 'Cut link',
  slow: 'Slow link',
  'clock-jump': 'Clock jump',
  'clock-drift': 'Clock drift',
  'clock-slew': 'Clock slew',
};

/** By the id of a check. */
const checkNames: Readonly<Record<string, string>> = {
  'no-check': 'none',
  fencing: 'fencing token',
  'two-step': 'token, then write',
  'unique-token': 'unique token',
  'marked-owner': 'marked owner only',
  version: 'version',
  'check-sequencer': 'CheckSequencer',
  'newest-sequencer': 'newest sequencer seen',
  chunks: 'none, written in chunks',
  replicas: 'marked replicas',
  'lagging-replica': 'a replica that lags',
  mail: 'none, sends an email',
  repository: 'a push in git',
  'same-database': 'a row of the same database',
};

const times = (margin: number): string => (margin < 10 ? margin.toFixed(1) : String(Math.round(margin)));

/** Each in words. `from`: the shortest length of the fault; null if that does not apply. */
interface SaidOfCell extends Readonly<Record<'row' | 'kind' | 'outcome', string>> {
  readonly from: string | null;
}

export const matrix = {
  name: 'Redlock Playground: what breaks what',
  title: 'What breaks what',
  lead: 'Each cell: the worst a single fault of this kind can do, at any moment. Select a cell to watch the smallest run that does it.',
  check: 'Storage-side check',
  checks: checkNames,
  leases: 'Leases',
  leaseOf: { own: 'Library’s default', same: '10 s for all' },
  table: 'Locks and libraries by kinds of faults',
  lock: 'Lock or library',
  /** Whose clock ends the lease of a holder that is silent. */
  clock: 'Whose clock',
  clocks: { server: 'server', writer: 'holder', observer: 'waiter', nobody: 'nobody' },
  /** What an acquire does when the lock's service cannot be reached. */
  unreachable: 'Service unreachable',
  without: {
    'asks-again': 'asks again',
    'gives-up': 'gives up',
    hangs: 'may hang',
    'says-no': 'says no',
    caller: 'your code',
    'no-service': '–',
    unknown: 'cannot say',
  },
  ifUnreachable: {
    'asks-again': 'If its service cannot be reached, it asks again until an answer comes.',
    'gives-up':
      'If its service cannot be reached, it gives up with an error. Code that catches the error and goes on works without the lock.',
    hangs:
      'If its service refuses the connection, it gives up with an error. If no answer comes, it waits without limit.',
    'says-no':
      'If its service cannot be reached, it returns a no and raises no error. Code that does not look works without the lock.',
    caller:
      'If its service cannot be reached, your code decides: ask again, give up, or work without the lock. In these runs it asks again.',
    'no-service': 'It has no service that could be out of reach.',
    unknown: 'What it does when its service cannot be reached is not known.',
  },
  various: 'various',
  endedBy: {
    server: 'The clock of the lock server ends its lease.',
    writer: 'The holder writes when its lease ends, and the others compare that with their own clocks.',
    observer: 'Each waiter ends its lease by a stopwatch of its own.',
    nobody: 'Its lock does not end by time.',
  },
  loading: 'Loading the table …',
  failed: 'The table could not be loaded.',
  again: 'Try again',
  partFailed: 'This part of the page could not be loaded.',
  reload: 'Reload the page',
  kinds,
  /** The families of the table, by their ids. */
  families: {
    'single-node': 'One Redis node',
    'token-lock': 'A token as its value',
    setnx: 'SETNX recipes',
    redisson: 'Redisson RLock',
    'python-redis-lock': 'python-redis-lock',
    jobs: 'ShedLock, BullMQ job',
    'agent-lease': 'Agent’s lease',
    redlock: 'Redlock, as specified',
    'redlock-libraries': 'Redlock libraries',
    'redisson-redlock': 'Redisson RedLock',
    'redlock-py': 'redlock-py',
    zookeeper: 'ZooKeeper',
    chubby: 'Chubby',
    etcd: 'etcd, Consul',
    records: 'Kubernetes, S3, others',
    files: 'Files, GitHub',
    sql: 'SQL databases',
    'no-lock': 'No lock',
  } as Readonly<Record<string, string>>,
  familyGroups: {
    'one-redis': 'One Redis',
    'several-nodes': 'Several Redis nodes',
    'not-redis': 'Not Redis',
  },
  kindGroups: {
    late: 'The client is late',
    server: 'A server dies or forgets',
    message: 'Message',
    clock: 'A clock is off',
  },
  signs: signWords.en,
  shareOf: (count: number, of: number) => `${count}/${of}`,
  inRows: (count: number, of: number) => `in ${count} of ${of} rows`,
  shortMargin: (margin: number) => `${times(margin)}×`,
  shapes:
    'Red = unsafe · filled = permanent · 2/3 = in 2 of 3 variants · 0.7× = if the fault lasts 0.7 of the lease · blank = not applicable',
  unfold: (rows: number) => `${rows} rows`,
  /** One row is without a lock, and counts of locks leave it out. */
  openAll: (rows: number) => `Open all rows: ${rows - 1} with a lock, 1 without`,
  foldAll: 'Fold all',
  order: 'Order',
  orders: { kind: 'By kind', least: 'Hardest to break first' },
  conclusions: {
    title: 'What the table says',
    late: {
      title: 'If a client stalls, every expiring lock loses data.',
      text: (lost: string, others: number) =>
        `A client pause loses data in ${lost} rows with a lock. The locks of the other ${others} never expire: they get stuck or become unavailable instead.`,
    },
    server: {
      title: 'If a server dies, one Redis loses data; several do not.',
      text: (one: string, several: string) =>
        `A crash loses data in ${one} rows on one Redis, and in ${several} on several nodes.`,
    },
    check: {
      title: 'A check at the resource saves the data. A better lock does not.',
      text: (none: string, token: string, version: string) =>
        `Data is lost in ${none} cells without a check, in ${token} with a fencing token, and in ${version} with a version check.`,
    },
    ofLocks: (count: number, of: number) => `${formatNumber(count)} of ${formatNumber(of)}`,
    ofCells: (count: number, of: number) => `${formatNumber(count)} of ${formatNumber(of)}`,
    watch: 'Watch one',
    rows: 'Show these rows',
    switchOn: 'Switch the version check on',
  },
  /** In a cell. */
  outcomes: {
    lost: 'lost',
    torn: 'torn',
    twice: 'twice',
    stuck: 'stuck',
    overlap: 'two holders',
    'deleted-another': 'key deleted',
    'changed-another': 'key changed',
    'late-refused': 'rejected',
    unavailable: 'unavailable',
    expired: 'by luck',
    unknown: 'undecided',
    held: 'held',
  },
  /** In a sentence. */
  outcomesInWords: severityWords.en,
  /** In a cell that was not tried: what is missing, keyed by the reason. */
  blank: {
    'needs-token': 'no token',
    'needs-service': 'other service',
    'no-lease': 'no lease',
    'lease-refused': 'lease refused',
    'no-replica': 'no replica',
    'no-key': 'no key',
    'no-leader': 'has no leader',
    'no-place': 'no place',
  },
  margin: (margin: number) => `${times(margin)} × lease`,
  least: (length: string) => `from ${length}`,
  cell: ({ row, kind, outcome, from }: SaidOfCell) => `${row}, ${kind}: ${outcome}${from === null ? '' : `, ${from}`}`,
  fromMargin: (margin: number, ms: number) => `at ${formatMs(ms)} or more (${times(margin)} × the lease)`,
  fromLength: (ms: number) => `at ${formatMs(ms)} or more`,
  confirmed: 'confirmed on real Redis',
  confirmedHelp: 'A test does the same on real Redis servers with real processes, and gets the same outcome.',
  /** Behaviour of a library that no setting of the simulation has. */
  itself: {
    title: 'What libraries do that is not simulated',
    short: 'not simulated',
    fromSource: (outcome: string) => `${outcome}, according to the library’s source; the simulation cannot show it`,
    note: (row: string, kind: string, text: string) => `${row}, ${kind}: ${text}`,
    simulated: (outcome: string) => `Simulated: ${outcome}.`,
    source: 'Source',
  },
  legend: 'Signs',
  lessons: 'What the table teaches',
  reading: 'How to read it',
  notes: [
    'Every row runs the same story: two clients, one a little after the other. Each reads, works for 1 s and writes. A lock is unavailable if no client finishes for 15 s.',
    'A margin may be below 1 × lease: the work takes a part of the lease, and the fault only has to last for the rest.',
    '“from 1 ms” means that even the shortest stop of a process is enough.',
    'Without a lock, or where the resource reads from a replica that lags, something goes wrong without any fault. Such a cell opens a run without a fault.',
    'A pale cell was not tried. It says why: for example, the lock has no replica that could take over.',
    'A cell only says what was tried. “held” is no promise: a stronger fault, or two at once, may break the lock.',
  ],
  /** The immediate answer of a cell. */
  card: {
    space: 'Space',
    oneFault: 'one fault of this kind, anywhere in the run',
    faultless: 'no fault: it goes wrong without one',
    runs: 'Runs',
    tried: (runs: number) => formatNumber(runs),
    held: (runs: number) => `${formatNumber(runs)}, and the lock worked in each. That is no proof.`,
    of: (caption: string, row: string, kind: string) => `${caption}: ${row}, ${kind}`,
    open: 'Open',
  },
  panel: 'Selected',
  close: 'Close',
  tried: (runs: number) =>
    runs === 1 ? 'One run was tried.' : `${formatNumber(runs)} runs were tried, one fault in each.`,
  held: (runs: number) =>
    `The lock worked in all ${formatNumber(runs)} runs. That is no proof: it only says what was tried.`,
  smallest: 'The smallest run that does it',
  faultless: 'The run without a fault',
  opening: 'Opening the run …',
  open: 'Open in the playground',
  copy: 'Copy address',
  copied: 'Copied',
  embed: 'Embed',
  code: 'Code for your page',
  compareWith: 'Compare with',
  nobody: 'nothing',
  wholeRow: (row: string) => `All cells of ${row}`,
  address: 'Address',
  sentence: (outcome: string, from: string | null) =>
    `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}${from === null ? '' : `, ${from}`}${outcome.endsWith('.') ? '' : '.'}`,
  differs: 'differs',
  differences: (n: number) => (n === 0 ? 'No cell differs.' : n === 1 ? 'One cell differs.' : `${n} cells differ.`),
  shownRun: 'Run of',
  row: {
    specified: 'This row follows what its authors or a recipe specify.',
    library: (version: string, lock: string) => `Version ${version} with its default settings. It implements ${lock}.`,
    run: (date: string) =>
      `Its source was read on ${date}. Its runs were compared with those of the library itself, with one fault at each place. Where a message is lost or a server dies, the library reconnects and resends, so its run differs.`,
    source: (date: string, commit: string) => `Its source was read on ${date}, at commit ${commit}.`,
    repository: 'Repository',
    documented: 'Source',
    computed: (date: string) => `Computed on ${date}.`,
    wrong: 'Report a mistake',
    wrongHelp: 'Say what the library does instead, and where its source or documentation says so.',
    report: 'Your report',
    send: 'Open as an issue',
    reportTitle: (row: string) => `What breaks what: ${row}`,
    reportText: ({
      row,
      cell,
      read,
      link,
      version,
    }: Readonly<Record<'row' | 'cell' | 'read' | 'link' | 'version', string>>) =>
      [
        `Row: ${row}`,
        ...(cell === '' ? [] : [`Cell: ${cell}`]),
        ...(read === '' ? [] : [`Read from: ${read}`]),
        `Address: ${link}`,
        `Playground: ${version}`,
        '',
        'What it does instead:',
        '',
        'Where its source or documentation says so:',
      ].join('\n'),
  },
  change: {
    title: 'Other settings',
    lead: 'Change the settings of this row, and your browser computes its cells again.',
    start: 'Compute',
    stop: 'Stop',
    reset: 'Reset',
    column: 'With your settings',
    progress: (done: number, all: number) => `${done} of ${all} cells`,
    done: (time: string) => `Computed in ${time}.`,
    failed: (problem: string) => `It could not be computed: ${problem || 'a part of the page could not be loaded.'}`,
    more: 'More settings',
    waiting: 'waiting',
  },
};
