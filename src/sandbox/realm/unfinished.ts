/** Functions of a reader's code that never ended, found in a run in which nothing is left to happen. */

import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import type { OwnProblem } from '../own/ownCalls';

const { acquiring, acquired, refused, releasing, released, crashed } = kindNumber;

export function unfinished({ header, kind, process, count }: Trace): readonly OwnProblem[] {
  if (header.ended !== 'quiet') return [];
  /** The event since which each process waits. */
  const waits = new Map<number, { readonly seq: number; readonly releases: boolean }>();
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    const what = kind[seq];
    if (what === acquiring || what === releasing) waits.set(who, { seq, releases: what === releasing });
    else if (what === acquired || what === refused || what === released || what === crashed) waits.delete(who);
  }
  return [...waits].map(([who, { seq, releases }]) => ({
    kind: releases ? ('never-released' as const) : ('lost-answer' as const),
    message: `${releases ? 'release' : 'acquire'} waits for something that can never come.`,
    place: null,
    client: nth(header.processes, who).id,
    seq,
  }));
}
