/** The processes that descend from a given one, according to the operating system. */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns its children and their descendants, without zombies; null if there is no /proc. */
export function childrenOf(pid: number): readonly number[] | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : null;
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const below = (one: number): readonly number[] =>
    (parents.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** The fields follow the name, which is in parentheses and may contain any character. */
function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [letter = 'Z', parent = '0'] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return letter === 'Z' ? null : Number(parent);
  } catch {
    // The process has ended meanwhile.
    return null;
  }
}
