/**
 * How the simulation of a live run's scenario ends. Another process computes it, so that runs that are going on are not
 * delayed.
 */
import { text } from 'node:stream/consumers';
import type { FactKind } from '../../../core/model/fact';
import type { Scenario } from '../../../core/model/scenario';
import type { Severity } from '../../../core/model/severity';
import type { TraceHeader } from '../../../core/model/trace';
import type { Guard } from '../redis/contract';
import type { Programs } from './programs';

export interface Simulated {
  readonly outcome: Severity;
  readonly ended: TraceHeader['ended'];
  readonly facts: readonly FactKind[];
}

/** Generous, because a late machine is also late with this. */
const withinMs = 30_000;

/** Returns null if the simulation failed. Never rejects. */
export async function endOfSimulated(
  scenario: Scenario,
  { guard, programs }: { readonly guard: Guard; readonly programs: Programs },
): Promise<Simulated | null> {
  const child = guard.spawn(process.execPath, [programs.simulation], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  // A process that cannot start, or was killed, writes no result.
  child.on('error', () => {});
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) return null;
  stdin.on('error', () => {});
  stdin.end(JSON.stringify(scenario));
  try {
    return JSON.parse(await text(stdout)) as Simulated;
  } catch {
    return null;
  }
}
