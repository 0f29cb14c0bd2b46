/** What a reader has written, as this browser keeps it. If storage is forbidden, it lasts as long as the page. */

import { store, stored } from '../state/stored';
import type { Guard, Written } from './ownCode';

const key = 'redlock-own';

const guards: readonly Guard[] = ['none', 'version', 'own'];

/** Null: no code was kept, or it cannot be read. */
export function readKept(text = stored(key)): Written | null {
  const value = parsed(text);
  if (value === null) return null;
  const { lock, check, guard, isWaiting, before } = value;
  if (typeof lock !== 'string' || typeof check !== 'string') return null;
  return { lock, check, guard: guardIn(guard), isWaiting: isWaiting === true, before: codeIn(before) };
}

export const keep = ({ lock, check, guard, isWaiting, before }: Written): boolean =>
  store(key, JSON.stringify({ lock, check, guard, isWaiting, before }));

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const guardIn = (value: unknown): Guard => guards.find((one) => one === value) ?? 'none';

function codeIn(value: unknown): Written['before'] {
  if (!isRecord(value)) return null;
  const { lock, check, guard, template, isWaiting } = value;
  const isCode = typeof lock === 'string' && typeof check === 'string' && typeof template === 'string';
  return isCode ? { lock, check, guard: guardIn(guard), template, isWaiting: isWaiting === true } : null;
}
