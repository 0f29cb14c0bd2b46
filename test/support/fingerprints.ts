/**
 * Turns the result of a run into text that two engines can be compared by. The engine test bundles it for the
 * browser.
 */

import type { Scenario } from '../../src/core/model/scenario/scenario';
import { digest } from '../../src/core/model/values/digest';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';

/** A line for each scenario: every column and string of the trace, its header, its verdict. */
export const fingerprints = (scenarios: readonly Scenario[]): readonly string[] =>
  scenarios.map((scenario) => {
    const { trace, verdict } = runScenario(scenario, parts);
    return `${digest(trace)} ${trace.count} ${trace.at.at(-1)} ${JSON.stringify({ ...trace.header, verdict })}`;
  });

/** The bytes of a run's columns, one list after the other, and its strings. */
export function bytesOf(scenario: Scenario): {
  readonly columns: readonly number[][];
  readonly strings: readonly string[];
} {
  const { trace } = runScenario(scenario, parts);
  const { at, kind, process, a, b, c, d, e, f, strings } = trace;
  return {
    columns: [at, kind, process, a, b, c, d, e, f].map(({ buffer, byteOffset, byteLength }) => [
      ...new Uint8Array(buffer, byteOffset, byteLength),
    ]),
    strings,
  };
}
