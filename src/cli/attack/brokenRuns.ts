/** Writes the runs that break a lock to files, and says what each shows about the code. */
import { basename } from 'node:path';
import { isKeyHarm } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import { runScenario } from '../../core/run/runScenario';
import { encodeTrace } from '../../live/wire/traceJson';
import type { AttackSession } from '../../sandbox/attack/attackSession';
import { harmfulCall } from '../../sandbox/own/lockSpecificHarms';
import type { SmallestFound } from '../../search/explore/searchReport';
import type { Shown } from '../exploreReport';
import type { AttackJob, AttackReport } from './attackMessages';
import * as words from './attackWords';
import { problemsInWords } from './problemsInWords';

export class BrokenRuns {
  private count = 0;
  private readonly name: string;

  constructor(
    private readonly job: AttackJob,
    private readonly session: AttackSession,
    private readonly report: (message: AttackReport) => void,
  ) {
    // Such a name can be copied into a command or a call without quotation marks.
    this.name = basename(job.command.file)
      .replace(/\.[a-z]+"?$/, '')
      .replace(/[^\p{L}\p{N}\p{M}@._-]+/gu, '-');
  }

  /** The line of code that did it, the file of the break, how to replay it, and what else went wrong in the run. */
  addressOf({ smallestBreak, isOwn = false }: Shown): string | null {
    if (smallestBreak === undefined) return null;
    const { called, command } = this.job;
    const { file, language, isJson } = command;
    const problems = this.saidOf(smallestBreak, isOwn).map((each) => each[language]);
    if (called === null) return problems.length === 0 ? null : problems.join('\n   ');
    const name = this.write(smallestBreak);
    return isJson || name === null ? name : [...problems, name, words.playAgain(called, file, name)].join('\n   ');
  }

  /** @returns the name of the file of a run. Null: nobody calls this command, and none is written */
  write(smallestBreak: SmallestFound): string | null {
    const { called, command } = this.job;
    if (called === null) return null;
    const name = `${command.folder}/${this.name}-${++this.count}.json`;
    this.report({ kind: 'file', name, text: encodeTrace(smallestBreak.trace) });
    return name;
  }

  private saidOf({ scenario, harm }: SmallestFound, isOwn: boolean): readonly Text[] {
    const { parts, recorder } = this.session.recorded();
    const { trace } = runScenario(scenario, parts);
    const isKnown = isOwn || isKeyHarm(harm);
    const call = isKnown ? harmfulCall(harm, trace, { lines: recorder.lines, parts }) : null;
    const line = call === null ? [] : [words.doneAt(basename(this.job.command.file), call.line)];
    return [...line, ...problemsInWords(recorder.problems)];
  }
}
