/** Whether a model of a server and the server itself give the same answer, when their clocks may differ a little. */

import { type Reply, type Request, replyText, type Value } from '../../../core/model/effects/request';
import type { Answer } from '../../../core/sim/redis/answers';

/** Answers that contain the time that is left. They differ by the time between two readings of a clock. */
const timeCommands: ReadonlySet<string> = new Set(['PTTL', 'TTL']);

/** Answers that depend on what the model does not know: the exact microsecond, or the number of listeners. */
const beyondModel: ReadonlySet<string> = new Set(['TIME', 'PUBLISH']);

export function agrees(request: Request, model: Answer, real: Reply, slackMs: number): boolean {
  if (beyondModel.has(request.command)) return true;
  if (model.kind === 'error' || real.kind !== 'ok') return model.kind === 'error' && real.kind === 'error';
  const slack = timeCommands.has(request.command) || request.script !== undefined ? slackMs : 0;
  return isSame(model.value, real.value, slack);
}

function isSame(model: Value, real: Value, slack: number): boolean {
  if (typeof model === 'number' && typeof real === 'number')
    return model === real || (model > 0 && real > 0 && Math.abs(model - real) <= slack);
  if (model === null || real === null || typeof model !== 'object' || typeof real !== 'object')
    return model === real || (model !== null && real !== null && String(model) === String(real));
  if ('error' in model || 'error' in real)
    return replyText({ kind: 'ok', value: model }) === replyText({ kind: 'ok', value: real });
  return model.length === real.length && model.every((item, i) => isSame(item, real[i] ?? null, slack));
}
