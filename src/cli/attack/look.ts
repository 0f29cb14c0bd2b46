/** What the file of a lock is, as far as a run without faults tells it. In the thread of its code. */
import { type Attacked, settingsIn } from '../../attack/session';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import type { OwnSettings } from '../../own/session';
import { inTask } from '../inTask';
import * as words from './attackWords';
import { type Calm, calmRun } from './calmRun';

export type Looked =
  | { readonly ok: true; readonly form: string; readonly settings: OwnSettings; readonly calm: Calm }
  | { readonly ok: false; readonly problem: Text };

interface Asked {
  /** The file, as it is to be called. */
  readonly file: string;
  /** What comes before the settings that the file exports. */
  readonly before: object;
  readonly scenarioFor: (settings: OwnSettings) => Scenario;
}

export async function lookAt(session: Attacked, { file, before, scenarioFor }: Asked): Promise<Looked> {
  const { as } = session;
  if (!as.ok) return { ok: false, problem: words.syntax(file, as.problem.line, as.problem.message) };
  const read = settingsIn(as.settings, before);
  if (!read.ok) return { ok: false, problem: words.badSetting(read.name, read.name === 'nodes' ? '1–9' : '1–3600000') };
  const calm = await inTask(() => calmRun(scenarioFor({ ...read.settings, token: false }), session));
  return { ok: true, form: as.found, settings: { ...read.settings, token: calm.hasToken }, calm };
}
