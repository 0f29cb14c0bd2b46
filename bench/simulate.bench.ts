/**
 * Measures how long it takes to simulate a run, judge it and cut it into spans, compared with promises on a fake clock.
 */
import { judge, parts, simulate, spansOf } from './measured/simulator';
import { heading, order, report, say } from './support/figures';
import { inMs, sideBySide, type Timing } from './support/sideBySide';
import { minute } from './workloads/minute';
import { runPromises } from './workloads/promises';

const roundCount = order.isCompared ? 60 : 100;
const promises = 'promises on fake timers';

const trace = simulate(minute, parts);

const timings = await sideBySide(
  {
    simulate: { run: () => simulate(minute, parts) },
    // It shows how fast the machine is. It does not depend on the commit.
    ...(!order.isCompared && { [promises]: { run: () => runPromises(minute), everyNth: 5 } }),
    // Spans are cached by their trace, so each round gets a copy without them.
    spans: { run: () => spansOf({ ...trace }) },
    judge: { run: () => judge({ ...trace }, parts) },
  },
  { roundCount },
);

heading('Three clients, five nodes, a minute of virtual time:');
if (!order.isCompared) await describe();
reportTime('simulate');
if (!order.isCompared) reportTime(promises);
reportTime('spans');
reportTime('judge', 'judge, spans included', 'target: less than 5 ms');
if (!order.isCompared) compareAlike();

async function describe(): Promise<void> {
  const { measures, outcome } = judge(trace, parts);
  say('events, granted, outcome', `${trace.count}, ${measures.acquired}, ${outcome}`);
  say('granted with promises', `${await runPromises(minute)}`);
}

function reportTime(name: string, label = name, target = ''): void {
  const timing = timingOf(name);
  report({ name, unit: 'ms', better: 'lower', value: timing.least }, { label, measured: inMs(timing), target });
}

function compareAlike(): void {
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
