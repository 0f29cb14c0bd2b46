/** Wires scenario → trace → verdict. */
import type { Run } from '../model/run';
import { clientId, nodeId, type Scenario } from '../model/scenario';
import { instant } from '../model/time';
import { TraceWriter } from '../model/traceWriter';

/** Simulates and judges. Cost: one simulation. Throws where an invariant is broken. */
export function runScenario(scenario: Scenario): Run {
  const { clients, nodes, duration } = scenario.settings;
  const trace = new TraceWriter().finish({
    version: 1,
    engine: 'none',
    origin: 'simulated',
    scenario,
    ended: 'quiet',
    endedAt: instant(duration * 1000),
    processes: [
      ...Array.from({ length: clients }, (_, i) => ({ id: clientId(i + 1), role: 'client' as const, uncertainty: 0 })),
      ...Array.from({ length: nodes.count }, (_, i) => ({ id: nodeId(i), role: 'node' as const, uncertainty: 0 })),
      { id: 'storage', role: 'storage', uncertainty: 0 },
    ],
    lockEntry: 'stock',
    quorum: 3,
    emulated: [],
    missed: {},
  });
  const none = null;
  const measures = {
    acquired: none,
    refused: none,
    rounds: none,
    requestsPerAcquisition: none,
    wokenPerRelease: none,
    freeAfterCrash: none,
    overlapTime: none,
    waitMax: none,
  };
  return { scenario, trace, verdict: { outcome: 'unknown', chain: [], facts: [], measures } };
}
