/** The way to the code that reads exercises that come as text. */
import { partMissing } from '../files/problems';
import type { Given } from './given';

/** If the code for it cannot be loaded, that is the problem. */
export async function readGiven(text: string): Promise<Given> {
  try {
    return (await import('./given')).readGiven(text);
  } catch (error) {
    return { ok: false, problems: [partMissing(error instanceof Error ? error.message : String(error))] };
  }
}
