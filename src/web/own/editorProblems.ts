/** Problems of a reader's code at their lines. */
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { SourcePosition } from '../../sandbox/own/ownCalls';

export interface Marked {
  readonly place: SourcePosition;
  readonly message: string;
  readonly isWarning: boolean;
}

export const markProblems = (state: EditorState, problems: readonly Marked[]): TransactionSpec =>
  setDiagnostics(
    state,
    problems.map((problem) => diagnosticOf(state, problem)),
  );

function diagnosticOf({ doc }: EditorState, { place, message, isWarning }: Marked): Diagnostic {
  // The code may have become shorter since it was read.
  const line = doc.line(Math.max(1, Math.min(doc.lines, place.line)));
  const from = Math.min(line.to, line.from + Math.max(0, place.column - 1));
  // A place at the end of a line marks the whole line.
  const start = from === line.to ? line.from : from;
  return { from: start, to: line.to, severity: isWarning ? 'warning' : 'error', message };
}
