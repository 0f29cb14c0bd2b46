// Runs a sequence of requests on a real Redis in one pipeline, and reads the server's clock before and after each
// request.
import type { Redis } from 'ioredis';
import { command, type Reply, type Request, type Value } from '../../../../src/core/model/effects/request';

export interface ServerAnswer {
  readonly reply: Reply;
  /** The server's wall clock in µs, before and after the request. */
  readonly fromMicros: number;
  readonly toMicros: number;
}

/** A request is assumed to run within this time. If the machine was busier, the sequence is repeated. */
const spanMaxMicros = 1_000;
const triesMax = 200;

/** @returns an answer for each request, from an empty server, each executed within one millisecond */
export async function runOnServer(redis: Redis, requests: readonly Request[]): Promise<readonly ServerAnswer[]> {
  for (let tries = 0; tries < triesMax; tries++) {
    const answers = await runOnce(redis, requests);
    if (answers.every(({ fromMicros, toMicros }) => toMicros - fromMicros <= spanMaxMicros)) return answers;
  }
  throw new Error(`No run of ${requests.length} requests out of ${triesMax} took less than 1 ms for each of them.`);
}

async function runOnce(redis: Redis, requests: readonly Request[]): Promise<readonly ServerAnswer[]> {
  const time = command('TIME');
  const sent: Request[] = [command('FLUSHALL'), time];
  const indices: number[] = [];
  for (const request of requests) {
    const onWire = toWire(request);
    // The last of the three answers is that of the transaction.
    indices.push(sent.length + onWire.length - 1);
    sent.push(...onWire, time);
  }
  const pipeline = redis.pipeline();
  for (const { command: name, args } of sent) pipeline.call(name, ...args);
  const results = (await pipeline.exec()) ?? [];
  const clockAt = (index: number): number => toMicros(results[index]?.[1]);
  return requests.map((request, index) => {
    const resultIndex = indices[index] ?? 0;
    const [error, answer] = results[resultIndex] ?? [];
    const first = resultIndex - toWire(request).length;
    return {
      reply: toReply(error ?? answer, isBlocking(request)),
      fromMicros: clockAt(first),
      toMicros: clockAt(resultIndex + 1),
    };
  });
}

const isBlocking = ({ command: name }: Request): boolean => ['BLPOP', 'BRPOP', 'BZPOPMIN'].includes(name);

/** Inside a transaction nothing blocks, as in the model. */
function toWire(request: Request): readonly Request[] {
  const { script, args } = request;
  if (script !== undefined) return [command('EVAL', script.script.lua, script.keyCount, ...args)];
  return isBlocking(request) ? [command('MULTI'), request, command('EXEC')] : [request];
}

function toReply(answer: unknown, inTransaction: boolean): Reply {
  const inner = inTransaction && Array.isArray(answer) ? answer[0] : answer;
  if (inner instanceof Error) return { kind: 'error', message: withoutScriptLine(inner.message) };
  return { kind: 'ok', value: inner as Value };
}

/** The error of a failing script ends with its digest and line, which the model does not have. */
const withoutScriptLine = (message: string): string =>
  message.replace(/ script: [0-9a-f]{40}, on @user_script:\d+\.$/, '');

function toMicros(answer: unknown): number {
  const [seconds, micros] = answer as [string, string];
  return Number(seconds) * 1_000_000 + Number(micros);
}
