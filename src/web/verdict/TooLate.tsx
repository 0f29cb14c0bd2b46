// Since when it was too late, and what would have been enough, computed in a worker that a change ends.
import type { Run } from '../../core/model/run';
import { useJob } from '../state/useJob';
import { useLanguage, useWords } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import { inOwnWorker } from '../workers/startWorker';

/** A scenario that is still being dragged is not worth the work. */
const quietMs = 250;

export interface TooLateProps {
  readonly run: Run;
}

export function TooLate({ run: { scenario, trace } }: TooLateProps) {
  const words = useWords().verdict;
  const language = useLanguage();
  const isReal = trace.header.origin === 'live';
  const { value, error } = useJob(
    [scenario, language, isReal],
    (signal) => inOwnWorker((calls) => calls.late({ scenario, language, isReal }, { signal })),
    { afterMs: quietMs },
  );
  return (
    <div className="stack gap-3 below pretty loose" aria-live="polite">
      {error !== null && <p>{words.notFound}</p>}
      {error === null && value === null && <p className="quiet">{words.trying}</p>}
      {value?.map((line) => (
        <p key={line}>{unbroken(line)}</p>
      ))}
    </div>
  );
}
