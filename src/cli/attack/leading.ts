/** The functions of a thread that leads an attack, for any runtime of its code. */
import { RealmEnded } from '../../sandbox/own/realm';
import { type AttackJob, type AttackReport, exitBadInput, type LeadFunctions } from './attackMessages';
import * as words from './attackWords';

export interface Around {
  readonly report: (message: AttackReport) => void;
  readonly signal: AbortSignal;
}

export function leading<Job extends AttackJob>(
  attack: (job: Job, around: Around) => Promise<number>,
): LeadFunctions<Job> {
  const stopping = new AbortController();
  return {
    lead: async (job, { report }) => {
      try {
        return await attack(job, { report, signal: stopping.signal });
      } catch (error) {
        if (!(error instanceof RealmEnded)) throw error;
        report({ kind: 'errors', text: `${words.tooMuch(error.problem)[job.command.language]}\n` });
        return exitBadInput;
      }
    },
    stop: () => stopping.abort(),
  };
}
