/** The words of the strip about a run on real Redis, in English. They are loaded with it. */
import type { ProcessId } from '../../model/scenario';
import type { StandIn } from '../../model/standIn';

/** @param name puts the name of a process into words. */
function standIn(one: StandIn, name: (process: ProcessId) => string): string {
  switch (one.kind) {
    case 'expiry-shifted':
      return 'a clock jump is imitated by shifting the expiry of keys';
    case 'suspend-stops':
      return 'a suspended server is a stopped process: its monotonic clock runs on';
    case 'disk-estimated':
      return 'what the disk had at power loss is estimated';
    case 'others-write':
      return 'an extra write makes everysec flush before the run begins';
    case 'keep-alive':
      return 'our proxy, and not the kernel of the database’s machine, noticed that a client’s machine was silent';
    case 'eviction-by-del':
      return 'an eviction is imitated by DEL of the key';
    case 'flush-by-del':
      return 'FLUSHALL is imitated by DEL of this run’s own keys: nobody else’s key is touched';
    case 'garbled':
      return `${name(one.process)} and ${name(one.peer)} exchanged something unreadable`;
    case 'unasked':
      return `${name(one.process)} sent a reply that nobody had asked for`;
    case 'unexplained':
      return `the recorded keys of ${name(one.process)} do not explain all its replies`;
    default:
      return one satisfies never;
  }
}

export const live = {
  label: 'Real Redis',
  connecting: 'Connecting to the server …',
  missing: (how: string, hasFailed: boolean) =>
    `There is no Redis here${hasFailed ? ', and it could not be built' : ''}. ${how}`,
  build: 'Build one',
  lookAgain: 'Look again',
  building: 'Building Redis …',
  looking: 'Asking the servers …',
  lines: 'Build output',
  ready: 'Not run yet: what you see is simulated.',
  preview: 'While you drag, you see a simulation. You decide when real Redis runs it.',
  queued: (place: number) => (place === 1 ? 'You are next in line.' : `Waiting in line: place ${place}.`),
  preparing: 'Starting servers and processes …',
  running: 'Running on real Redis',
  runningEarlier: 'An earlier scenario is still running on real Redis.',
  lost: 'The connection is lost. What has arrived is kept.',
  refused: 'The server refused the connection. Did you use the full address that it printed, token included?',
  failed: (problem: string) => `It did not run: ${problem}`,
  failedInside: (problem: string) => `The run failed: ${problem}`,
  lastWords: 'Last output',
  live: (engine: string) => `Live · ${engine}`,
  simulated: 'Simulated',
  late: (length: string) => `up to ${length} late`,
  againSlower: 'Run again at half speed',
  againSlowerHelp: 'All times of the scenario become twice as long, so that lateness matters less. Undo takes it back.',
  noSlower: 'It cannot run slower than this. Run it again when the machine has less to do.',
  brokeDown: 'failed',
  cutOff: 'cut off',
  stopped: 'stopped',
  stale: 'from an earlier scenario',
  file: (name: string) => `from ${name}`,
  uncertainty: (length: string) => `± ${length}`,
  uncertaintyHelp: 'How far the times of two processes may be off from each other.',
  redis: (version: string) => `Redis ${version}`,
  existing: 'your own servers',
  clock: {
    shim: 'clocks are moved by a preload',
    'shifted-expiry': 'clock jumps are imitated',
    none: 'clocks cannot be moved',
  },
  clockHelp: {
    shim: 'A library loaded before Redis answers when Redis asks for the time; its monotonic clock stays true.',
    'shifted-expiry':
      'A clock that jumps forward is imitated by shifting the expiry of every key: real jumps need servers of our own, Linux and a C compiler.',
    none: 'There is no server here, so clock faults are not possible.',
  },
  emulated: (list: string) => `Stand-ins: ${list}`,
  standIn,
  run: 'Run',
  runAgain: 'Run again',
  stop: 'Stop',
  connect: 'Connect again',
  compare: 'Compare with the simulated run',
  ghost: 'Show the simulated run behind it',
  save: 'Save this run',
  open: 'Open a saved run',
};
