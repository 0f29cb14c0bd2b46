/** What a step of the essay is. It knows no step. */

import type { ProcessId } from '../../core/model/scenario/processId';
import type { Patch } from '../../core/model/scenario/scenario';
import type { SceneNumber } from '../../core/model/scenario/story';
import type { DataFact } from '../../core/model/trace/outcome';
import type { Severity } from '../../core/model/trace/severity';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';
import type { Ms } from '../../core/model/values/time';

/** A number in a sentence that a reader drags. */
export type Knob = { readonly label: Text } & (
  | ({ readonly kind: 'fault' /** Its strength changes: the length of a pause. */; readonly fault: string } & Range)
  | ({ readonly kind: 'setting'; readonly number: SceneNumber } & Range)
  /** One of several runs, each by its name in the sentence. */
  | { readonly kind: 'runs'; readonly choices: readonly Choice[] }
);

/** In ms. */
interface Range {
  readonly min: number;
  readonly max: number;
}

export interface Choice {
  readonly name: Text;
  readonly run: string;
  /** Applied over the run. Absent: nothing is changed. */
  readonly patch?: Patch;
}

/** A sentence, and what must have happened for it to be true. */
export interface Said {
  readonly outcome: Severity;
  readonly data?: DataFact;
  /** The client that destroyed the write of another client. */
  readonly by?: ProcessId;
  readonly text: Text;
}

/** A paragraph. */
export interface Block {
  /** `{knob}` marks where the knob stands. */
  readonly text: Text;
  /** The run beside it, as people name it: `20`, `29:fix2`. Absent: the one before. */
  readonly run?: string;
  /** How that run must end for the paragraph to be true. */
  readonly shows?: Severity;
  /** From and to, in ms: the stretch of the run that it speaks of, shown larger until the reader has nearly passed it. */
  readonly zoom?: readonly [Ms, Ms];
  readonly knob?: Knob;
  /** What it says of the run, whatever the knob is turned to: the first one that is true; else the verdict speaks. */
  readonly says?: readonly Said[];
}

export interface Step {
  /** It is in addresses and never changes. */
  readonly id: string;
  /** The point. */
  readonly title: Text;
  /** The first one names a run. */
  readonly blocks: readonly Block[];
}

const text = (en: string, zh: string): Text => ({ en, zh });

type When = Severity | Omit<Said, 'text'>;

export const sentence = (when: When, en: string, zh: string): Said => ({
  ...(typeof when === 'string' ? { outcome: when } : when),
  text: text(en, zh),
});

/** What is said of the run of the text, which ends so: the first of its sentences with that outcome. */
export const firstSaid = (says: readonly Said[], shows: Severity): Text | undefined =>
  says.find(({ outcome }) => outcome === shows)?.text;

/** Of a run in which work went on after the end of its lock, and nobody happened to come in. */
const luck = text(
  'Its lock had ended by then. Only luck kept the other client out.',
  '那时它的锁已经结束，只是碰巧没有别人进来。',
);

/** The sentence that is true of a run. Undefined: none is. */
export const saidOf = (says: readonly Said[], { outcome, data, facts }: Verdict): Text | undefined =>
  says.find(
    (one) =>
      one.outcome === outcome &&
      (one.data ?? data) === data &&
      (one.by === undefined || facts.some(({ kind, who }) => kind === 'lost-update' && who[0] === one.by)),
  )?.text ?? (outcome === 'expired' ? luck : undefined);

/** A paragraph, with the run beside it, how it must end, and the stretch that it speaks of. */
export const say = (
  en: string,
  zh: string,
  ...[run, shows, zoom]: readonly [string, Severity, (readonly [Ms, Ms])?] | readonly []
): Block => ({
  text: text(en, zh),
  ...(run !== undefined && { run }),
  ...(shows !== undefined && { shows }),
  ...(zoom !== undefined && { zoom }),
});

export const choice = (en: string, zh: string, run: string, patch?: Patch): Choice => ({
  name: text(en, zh),
  run,
  ...(patch && { patch }),
});
