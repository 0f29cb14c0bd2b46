/** The end of an attack in a CI: compares what was found with what is known, and writes the report and its files. */
import { appendFile, readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { Text } from '../../../core/model/values/text';
import { say } from '../../say';
import { type Attacking, exitBadInput } from '../attackMessages';
import {
  type Accepted,
  type AcceptedRead,
  acceptedText,
  compare,
  readAccepted,
  updatedWith,
  writeAccepted,
} from './accepted';
import { asJson, asText } from './asData';
import { namedBreaks } from './breakName';
import * as words from './ciWords';
import { exitCodeOf } from './exitCode';
import type { Found } from './found';
import { asAnnotations, asSummary } from './github';
import { asJunit } from './junit';
import type { Reported, Reporter } from './reported';
import { asSarif } from './sarif';

/** What GitHub's runner says about a step. Undefined: it does not run here. */
export interface Runner {
  /** The folder of the repository. */
  readonly root?: string | undefined;
  /** The file that gets the summary of the step. */
  readonly summary?: string | undefined;
}

interface Concluding {
  readonly command: Attacking;
  readonly accepted: Accepted;
  /** The path of the file, absolute. Null: functions were attacked. */
  readonly path: string | null;
  readonly runner?: Runner;
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
}

const forms: Readonly<Record<Reporter, (reported: Reported) => string>> = {
  text: asText,
  junit: asJunit,
  github: asAnnotations,
  sarif: asSarif,
  json: asJson,
};

/** Without a file of known breaks, none is known. */
export const knownBreaks = async ({ accept, isUpdated }: Attacking): Promise<AcceptedRead> =>
  accept === null ? { ok: true, accepted: new Map() } : readAccepted(accept, { mayBeMissing: isUpdated });

/** @returns the exit code */
export async function conclude(result: Found, concluding: Concluding): Promise<number> {
  const { command, accepted, path, runner = {}, out, errors } = concluding;
  const { language, isJson, reporter, accept, isUpdated, shard } = command;
  const tell = (text: Text): void => say(errors, text[language]);
  const breaks = namedBreaks(result.breaks, path === null ? '' : await readFile(path, 'utf8').catch(() => ''));
  const compared = compare(breaks, accepted, { isAll: result.isWhole && shard === null });
  const reported: Reported = {
    ...compared,
    findings: result,
    language,
    shard,
    file: path === null ? command.file : fromRoot(runner, path),
    unreasoned: new Set([...accepted].flatMap(([name, { reason }]) => (reason.trim() === '' ? [name] : []))),
  };
  out(forms[reporter ?? (isJson ? 'json' : 'text')](reported));
  if (reporter === 'github' && runner.summary) {
    const problem = await appended(runner.summary, asSummary(reported));
    if (problem !== null) tell(problem);
  }
  if (result.isIdle) tell(words.noEffect);
  const { failing, gone } = compared;
  if (accept === null) return exitCodeOf(result, failing.length);
  let unreasoned = failing
    .map(({ name }) => name)
    .filter((name) => reported.unreasoned.has(name))
    .sort();
  if (isUpdated && !result.isWhole) tell(words.notUpdated(accept));
  else if (isUpdated) {
    const after = updatedWith(accepted, compared);
    const problem = await writeAccepted(accept, acceptedText(after));
    const added = failing.filter(({ name }) => !accepted.has(name)).length;
    tell(problem ?? words.updated(accept, added, gone.length));
    if (problem !== null) return exitBadInput;
    unreasoned = [...after.keys()].filter((name) => after.get(name)?.reason.trim() === '');
  }
  const anyLength = compared.accepted.filter(({ needs, acceptedNeeds }) => needs !== null && acceptedNeeds === null);
  if (anyLength.length > 0 && !(isUpdated && result.isWhole)) tell(words.anyLength(accept, anyLength.length));
  if (unreasoned.length > 0) tell(words.needReason(accept, unreasoned));
  return exitCodeOf(result, failing.length);
}

/** The path as a repository names it. */
const fromRoot = ({ root }: Runner, path: string): string =>
  relative(root ?? process.env['INIT_CWD'] ?? '.', path)
    .split(sep)
    .join('/');

/** @returns the problem; null: it was written */
const appended = (file: string, text: string): Promise<Text | null> =>
  appendFile(file, text).then(
    () => null,
    (error: NodeJS.ErrnoException) => words.unwritable(file, error.code ?? String(error)),
  );
