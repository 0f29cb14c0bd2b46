// Why a lock is not attacked, or what is wrong with it without faults: at which line, and what is allowed.
import type { OwnProblem } from '../../sandbox/own/ownCalls';
import { useOwnWords } from './ownWords';
import { useProblemText } from './problemText';

export function ProblemNotice({ problem }: { readonly problem: OwnProblem }) {
  const words = useOwnWords();
  const { message, allowed } = useProblemText()(problem);
  const { place } = problem;
  return (
    <>
      <p>
        <b>
          {message}
          {place !== null && ` (${words.line(words.files[place.file], place.line)})`}
        </b>
      </p>
      <p>{allowed}</p>
    </>
  );
}
