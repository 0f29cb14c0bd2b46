/**
 * How long a run takes to be simulated, judged and cut into spans, beside a bare event queue and beside promises on a
 * fake clock.
 */
import { judge, parts, simulate, spansOf } from './measured/simulator';
import { heading, order, say, tell } from './support/figures';
import { inMs, sideBySide, type Timing } from './support/sideBySide';
import { type QueueLoad, queueLoadOf, runBareQueue } from './workloads/bareQueue';
import { minute } from './workloads/minute';
import { runPromises } from './workloads/promises';

const roundCount = order.isCompared ? 60 : 100;
const bareQueue = 'bare queue, as many pushes as events';
const promises = 'promises on fake timers';

const trace = simulate(minute, parts);
let load: QueueLoad | undefined;
const loadOnce = (): QueueLoad => {
  load ??= queueLoadOf(() => simulate(minute, parts));
  return load;
};

const timings = await sideBySide(
  {
    simulate: { run: () => simulate(minute, parts) },
    [bareQueue]: { run: () => runBareQueue(loadOnce(), trace.count) },
    // It tells how quick the machine is, and nothing about a commit.
    ...(!order.isCompared && { [promises]: { run: () => runPromises(minute), everyNth: 5 } }),
    // Spans are remembered for their trace, so each round gets a copy that has none yet.
    spans: { run: () => spansOf({ ...trace }) },
    judge: { run: () => judge({ ...trace }, parts) },
  },
  { roundCount },
);

heading('Three clients, five nodes, a minute of virtual time:');
if (!order.isCompared) await describe();
tellTime('simulate');
tellTime(bareQueue);
if (!order.isCompared) tellTime(promises);
tellTime('spans');
tellTime('judge', 'judge, spans included', 'target: less than 5 ms');
if (!order.isCompared) compareAlike();

async function describe(): Promise<void> {
  const { measures, outcome } = judge(trace, parts);
  const { delays, pending } = loadOnce();
  say('events, granted, outcome', `${trace.count}, ${measures.acquired}, ${outcome}`);
  say('granted with promises', `${await runPromises(minute)}`);
  say('pushes of the run, waiting on average', `${delays.length}, ${pending}`);
}

function tellTime(name: string, label = name, target = ''): void {
  const timing = timingOf(name);
  tell({ name, unit: 'ms', better: 'lower', value: timing.least }, { label, measured: inMs(timing), target });
}

function compareAlike(): void {
  say('simulate : bare queue', ratioOf('simulate', bareQueue), 'target: at most 2');
  say('promises : simulate', ratioOf(promises, 'simulate'), 'target: at least 4');
}

function timingOf(name: string): Timing {
  const timing = timings[name];
  if (timing === undefined) throw new Error(`Nothing called ${name} is measured.`);
  return timing;
}

function ratioOf(one: string, other: string): string {
  const [a, b] = [timingOf(one), timingOf(other)];
  return `${(a.median / b.median).toFixed(2)} (least ${(a.least / b.least).toFixed(2)})`;
}
