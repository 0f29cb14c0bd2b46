// A run as `attack` writes it: the events of code that exists nowhere else.

import type { Trace } from '../../src/core/model/trace/trace';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import { encodeTrace } from '../../src/live/wire/traceJson';
import { attackScenario } from '../../src/sandbox/own/attackScenario';
import { openingScenario } from '../../src/web/state/openingScenario';

const scenario = { ...openingScenario, lock: { id: 'single-node' } };
const { trace } = runScenario(scenario, parts);
const { lock } = attackScenario({ nodes: 1, ttl: 2000, token: false });

export const recordedTrace: Trace = { ...trace, header: { ...trace.header, scenario: { ...scenario, lock } } };

/** Its file. */
export const recordedText = encodeTrace(recordedTrace);
