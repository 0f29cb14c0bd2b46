/**
 * How the simulation of a live run's scenario ends. Another process computes it, so that runs that are going on are not
 * delayed.
 */
import { text } from 'node:stream/consumers';
import type { Scenario } from '../../../core/model/scenario/scenario';
import type { Severity } from '../../../core/model/trace/severity';
import type { Guard } from '../redis/contract';
import type { Programs } from './programs';

/** Generous, because a late machine is also late with this. */
const withinMs = 30_000;

/** Returns its outcome; null if the simulation failed. Never rejects. */
export async function simulateOutcome(
  scenario: Scenario,
  { guard, programs }: { readonly guard: Guard; readonly programs: Programs },
): Promise<Severity | null> {
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
    return JSON.parse(await text(stdout)) as Severity;
  } catch {
    return null;
  }
}
