/**
 * Reads what comes over the border like an untrusted file: the code on the other side may have changed its own tools.
 */
import { command, type Request } from '../../core/model/effects/request';
import type { AcquireResult, Called, Thrown } from './host';

/** A message over the border that our own side never sends. */
class Forged extends Error {
  constructor() {
    super('The code has changed the tools that the sandbox itself works with, such as JSON or Array.');
  }
}

const nodesMost = 100;
const commandsMost = 10_000;

export function readCalled(text: string): Called {
  const { node, connection, commands, transaction, timeout } = objectIn(text);
  if (!isCount(node, nodesMost) || !isCount(connection, Number.MAX_SAFE_INTEGER)) throw new Forged();
  if (timeout !== null && !isLength(timeout)) throw new Forged();
  if (!Array.isArray(commands) || commands.length > commandsMost || !commands.every(isCommand)) throw new Forged();
  return { node, connection, commands, transaction: transaction === true, timeout };
}

export function readFileCall(text: string): Request {
  const words: unknown = JSON.parse(text);
  if (!isCommand(words)) throw new Forged();
  const [name, ...args] = words;
  return command(String(name), ...args);
}

export interface Subscribing {
  readonly node: number;
  readonly channel: string;
  readonly timeout: number | null;
}

export function readSubscribing(text: string): Subscribing {
  const { node, channel, timeout } = objectIn(text);
  if (!isCount(node, nodesMost) || (timeout !== null && !isLength(timeout))) throw new Forged();
  return { node, channel: String(channel), timeout };
}

export function readThrown(text: string): Thrown {
  const { name, message, line, column } = objectIn(text);
  return {
    name: String(name),
    message: String(message),
    line: isCount(line, Number.MAX_SAFE_INTEGER) ? line : 0,
    column: isCount(column, Number.MAX_SAFE_INTEGER) ? column : 0,
  };
}

export function readReturned(text: string): readonly [types: number, values: number, isRefusal: boolean, said: string] {
  const json: unknown = JSON.parse(text);
  if (!Array.isArray(json) || !json.slice(0, 2).every((one) => isCount(one, 2 ** 31))) throw new Forged();
  return [Number(json[0]), Number(json[1]), json[2] === true, String(json[3])];
}

/** Lengths and tokens too large for a run are reduced to this. */
const mostMs = 1_000_000_000;

export function readGot(value: unknown): AcquireResult | null {
  if (value === null) return null;
  if (typeof value !== 'object') throw new Forged();
  const { id, validFor, token, owner, isNothing } = value as Record<string, unknown>;
  if (!isCount(id, Number.MAX_SAFE_INTEGER)) throw new Forged();
  return {
    id,
    validFor: typeof validFor === 'number' ? Math.min(Math.max(validFor, 0), mostMs) : null,
    token: typeof token === 'number' ? Math.trunc(Math.min(Math.max(token, 0), mostMs)) : null,
    owner: String(owner ?? ''),
    isNothing: isNothing === true,
  };
}

function objectIn(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Forged();
  return value as Record<string, unknown>;
}

const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= mostMs;

const isCommand = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string' || Number.isFinite(part));
