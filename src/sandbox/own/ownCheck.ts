/** A reader's check at the resource, as a resource like any other. Check and write are one step. */
import { call, type Program } from '../../core/model/effects/effect';
import { command, type Reply, type Request, type Value } from '../../core/model/effects/request';
import type { Held } from '../../core/model/scenario/lock';
import {
  type Change,
  defineResource,
  type Reading,
  type Resource,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../../core/model/scenario/resource';
import type { Running } from './guestProcess';
import { ownCheckTexts } from './ownLockFields';
import { ownProblem } from './realm';

export const ownCheckId = 'own-check';

type Context = ResourceContext<unknown>;

/** @param running null: it can only be judged and drawn */
export function ownCheck(running: Running | null): Resource {
  return defineResource({
    id: ownCheckId,
    ...ownCheckTexts,
    fields: {},
    needsToken: false,
    keepsData: 'in-some-cases',
    serve: (request, server) => serve(request, server, running),
    *read(context) {
      return readingOf(yield* ask(context, command('READ')));
    },
    *write(context, held, change) {
      return writingOf(yield* ask(context, writeOf(held, change)));
    },
    source: 'own/ownCheck.ts',
  });
}

const ask = ({ storage, timeout }: Context, request: Request) => call(storage, request, { timeout });

const writeOf = ({ token }: Held, { value, base }: Change): Request =>
  token === null ? command('WRITE', value, base) : command('WRITE', value, base, token);

function* serve(
  { command: name, args }: Request,
  { cell, reportRead, accept, reject }: ResourceServer<unknown>,
  running: Running | null,
): Program<Value> {
  if (name === 'READ') {
    reportRead(null);
    return [cell.value, cell.version];
  }
  const [value = 0, base = -1] = args.map(Number);
  const token = args[2] === undefined ? null : Number(args[2]);
  if (running === null) throw new Error('This page cannot run the check: a worker does.');
  const stored = { version: cell.version, value: cell.value, token: cell.token };
  const decided = running.engine.decide({ write: { base, value, token }, stored });
  if ('problem' in decided) running.recorder?.problems.push(ownProblem(decided.problem, 'check'));
  if ('problem' in decided || !decided.isGood) {
    if (token === null || base !== cell.version) reject({ check: 'version', base, against: cell.version, value });
    else reject({ check: 'token', token, against: cell.token, value });
    return null;
  }
  if (token !== null) cell.token = Math.max(cell.token ?? token, token);
  return accept({ value, base, token });
}

const readingOf = (reply: Reply): Reading =>
  reply.kind === 'ok' && Array.isArray(reply.value)
    ? { kind: 'read', value: Number(reply.value[0]), version: Number(reply.value[1]) }
    : { kind: 'failed' };

const writingOf = (reply: Reply): Writing =>
  reply.kind === 'ok' && reply.value !== null
    ? { kind: 'written', version: Number(reply.value) }
    : { kind: reply.kind === 'ok' ? 'rejected' : 'failed' };
