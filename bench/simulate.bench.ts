/** How long a run takes: simulated, judged and cut into spans, beside a bare event queue and beside promises on a fake clock. */
import { registry } from '../src/explore/registry';
import { judge } from '../src/judge/judge';
import { spansOf } from '../src/model/spans';
import { simulate } from '../src/sim/simulate';
import { inMs, report, sideBySide, type Timing } from './support/sideBySide';
import { queueLoadOf, runBareQueue } from './workloads/bareQueue';
import { minute } from './workloads/minute';
import { runPromises } from './workloads/promises';

const roundCount = 100;

const trace = simulate(minute, registry);
const load = queueLoadOf(() => simulate(minute, registry));
const { measures, outcome } = judge(trace);
const grantedToPromises = await runPromises(minute);

const timings = await sideBySide(
  {
    simulate: { run: () => simulate(minute, registry) },
    bareQueue: { run: () => runBareQueue(load, trace.count) },
    promises: { run: () => runPromises(minute), everyNth: 5 },
    // Spans are kept with their trace: a copy has none yet.
    spans: { run: () => spansOf({ ...trace }) },
    judge: { run: () => judge({ ...trace }) },
  },
  roundCount,
);

const ratio = (a: Timing, b: Timing): string =>
  `${(a.median / b.median).toFixed(2)} (least ${(a.least / b.least).toFixed(2)})`;

console.log('Three clients, five nodes, a minute of virtual time:');
report('events, granted, outcome', `${trace.count}, ${measures.acquired}, ${outcome}`);
report('granted with promises', `${grantedToPromises}`);
report('pushes of the run, waiting on average', `${load.delays.length}, ${load.pending}`);
report('simulate', inMs(timings.simulate));
report('bare queue, as many pushes as events', inMs(timings.bareQueue));
report('promises on fake timers', inMs(timings.promises));
report('spans', inMs(timings.spans));
report('judge, spans included', inMs(timings.judge), 'target: less than 5 ms');
report('simulate : bare queue', ratio(timings.simulate, timings.bareQueue), 'target: at most 2');
report('promises : simulate', ratio(timings.promises, timings.simulate), 'target: at least 4');
