/**
 * Caches the runs of a script as a tree. A script sees only its keys, its arguments and the answers to its calls, so it
 * does the same for the same inputs, and Lua runs only for new ones. In a search nearly every run of a script is
 * cached.
 */
import { type Argument, ScriptFailed, type ScriptModel, type Value } from '../model/effects/request';

/** What a script does next: it sends a command and continues by the answer, or it ends. */
type Next =
  | { readonly kind: 'asks'; readonly command: string; readonly args: readonly Argument[]; readonly then: Beginnings }
  | { readonly kind: 'ends'; readonly value: Value }
  | { readonly kind: 'fails'; readonly message: string };

type Beginnings = Map<string, Next>;

type Answer = { readonly value: Value } | { readonly failed: ScriptFailed };

/** The most cached beginnings of one script. Above that, all of them are dropped. */
const beginningsMost = 2000;
/** The most characters of a cached run's keys and arguments. */
const keyMost = 10_000;

/** @param run depends only on its keys, its arguments and the answers */
export function cachedModel(run: ScriptModel): ScriptModel {
  const beginnings: Beginnings = new Map();
  return (redis, keys, args) => {
    const answers: Answer[] = [];
    let following = beginnings;
    let key = JSON.stringify([keys, args]);
    if (key.length > keyMost) return run(redis, keys, args);
    for (let next = following.get(key); next !== undefined; next = following.get(key)) {
      if (next.kind === 'ends') return next.value;
      if (next.kind === 'fails') throw new ScriptFailed(next.message);
      const answer = answerOf(() => redis(next.command, ...next.args));
      answers.push(answer);
      following = next.then;
      key = keyOf(answer);
    }
    if (beginnings.size >= beginningsMost) beginnings.clear();
    const asks = (command: string, ...parameters: Argument[]): Value => {
      const before = answers.shift();
      if (before !== undefined) return valueIn(before);
      const then: Beginnings = new Map();
      following.set(key, { kind: 'asks', command, args: parameters, then });
      const answer = answerOf(() => redis(command, ...parameters));
      following = then;
      key = keyOf(answer);
      return valueIn(answer);
    };
    try {
      const value = run(asks, keys, args);
      following.set(key, { kind: 'ends', value });
      return value;
    } catch (error) {
      if (error instanceof ScriptFailed) following.set(key, { kind: 'fails', message: error.message });
      throw error;
    }
  };
}

function answerOf(ask: () => Value): Answer {
  try {
    return { value: ask() };
  } catch (error) {
    if (error instanceof ScriptFailed) return { failed: error };
    throw error;
  }
}

function valueIn(answer: Answer): Value {
  if ('failed' in answer) throw answer.failed;
  return answer.value;
}

const keyOf = (answer: Answer): string =>
  'failed' in answer ? `failed ${answer.failed.message}` : JSON.stringify(answer.value);
