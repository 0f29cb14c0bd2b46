/** A story as data: its text, the scenario that shows it, and the expected result. This file knows no lock. */

import type { FactKind } from '../trace/fact';
import type { DataFact, LockFact } from '../trace/outcome';
import type { TraceKind } from '../trace/trace';
import type { Text } from '../values/text';
import { applyPatch } from './patch';
import type { ProcessId } from './processId';
import type { Patch, Scenario } from './scenario';

/** The source articles by the names that stories use, and `beyond` for what the articles do not cover. */
export const sources = ['design', 'notes', 'debate', 'redisson', 'python', 'redis.io', 'beyond'] as const;
export type Source = (typeof sources)[number];

/** A claim of an article that a story shows. */
export interface Claim {
  readonly source: Source;
  /** Word for word; ` … ` marks an omission. */
  readonly quote: string;
  /** Its translation into each language that the article is not written in. */
  readonly says: Partial<Text>;
}

/** One sentence of the story, and the event at which it becomes true. The page follows the playhead. */
export interface Beat {
  readonly text: Text;
  /**
   * The same in at most 14 words (28 Chinese characters), for places with less space. Absent: the text itself is as
   * short.
   */
  readonly short?: Text;
  /** The same in some 40 characters (16 Chinese), for playback, which shows only the sentences that have it. */
  readonly brief?: Text;
  /** The nth event of this kind (counted from 1) of this process. Absent: from the start. */
  readonly at?: {
    readonly kind: TraceKind;
    readonly process?: ProcessId;
    readonly nth?: number;
    /** The writer, and the client whose write it destroys. */
    readonly overwrites?: { readonly by: ProcessId; readonly of: ProcessId };
  };
}

/** A number that a scene lets people drag: a setting of the lock or of the run, by its name. */
export interface SceneNumber {
  readonly part: 'lock' | 'run';
  readonly name: string;
}

/** The scene of a story, as far as it differs from the choices of `src/picture/scene`. */
export interface StoryScene {
  /** Processes that have their own lanes besides the clients, the lock and the storage. */
  readonly lanes?: readonly ProcessId[];
  /** The name of the fault that can be dragged; null if absent. */
  readonly fault?: string | null;
  /** The setting that can be dragged if there is no fault; null if absent. */
  readonly number?: SceneNumber | null;
  readonly beats?: readonly Beat[];
  /** The event at which it stops playing; `end`: the end of the run. */
  readonly stopsAt?: Beat['at'] | 'end';
  readonly claim?: Text;
  /** The sentence before the first moment. Absent: the first of the lead. */
  readonly opening?: Text;
  readonly question?: Text;
  /** Ids of variants, in the order in which they are offered. */
  readonly answers?: readonly string[];
  readonly spacing?: 'even' | 'time';
}

/** The expected result of a run. */
interface Ending {
  readonly lock: LockFact;
  readonly data: DataFact;
  /** The lesser facts that the run shows, each kind once. Absent: it shows none. */
  readonly facts?: readonly FactKind[];
}

/** Another run of the same story; `fix` marks one that fixes it. */
export interface Variant extends Ending {
  /** `b`, `c`, `fix`: written after the number of the story. */
  readonly id: string;
  readonly fix?: boolean;
  readonly title: Text;
  /** At most five words (10 Chinese characters), which do not reveal how it ends. Absent: the title is short enough. */
  readonly short?: Text;
  readonly text: Text;
  /** Applied over the story's scenario. */
  readonly patch: Patch;
  readonly beats?: readonly Beat[];
}

/** A story in the list of stories, before its file is loaded. */
export interface StoryEntry {
  /** The name in links: `pause-before-write`. It never changes once it is published. */
  readonly id: string;
  /** The number in the list of stories: `20`. */
  readonly number: string;
  readonly group: 'one-node' | 'redlock' | 'argument' | 'other-locks' | 'beyond' | 'libraries' | 'agents';
  /** A claim or a question that can be understood before the page has been seen. */
  readonly title: Text;
  readonly load: () => Promise<{ readonly story: StoryBody }>;
}

/** What the processes of a story are called, in lower case and without a number: `agent`. */
export interface ProcessNames {
  readonly client: Text;
  readonly storage?: Text;
  readonly lock?: Text;
  /** What the lock lives with, if the word is not `session`. */
  readonly session?: Text;
  /** A client whose thread has ended is said to hang. */
  readonly hangs?: true;
}

/** The part of a story that its file adds. */
export interface StoryBody extends Ending {
  /** Absent: as everywhere. */
  readonly names?: ProcessNames;
  /** The id of the story that continues the thought. Absent: the next one in the list. */
  readonly next?: string;
  /** Its subject, in one or two sentences. */
  readonly lead: Text;
  readonly beats: readonly Beat[];
  readonly sources: readonly Source[];
  /** The author of the argument, if known. */
  readonly argument?: Text;
  readonly modelled: Text;
  readonly notModelled: Text;
  readonly scenario: Scenario;
  readonly variants: readonly Variant[];
  readonly scene?: StoryScene;
}

export type Story = Omit<StoryEntry, 'load'> & StoryBody;

/**
 * The variant that a fix is for: `bfix` fixes variant b. Null for `fix` and `fix2`, which fix the story itself, and for
 * a variant that is not a fix.
 */
export function fixedBy({ variants }: StoryBody, { id, fix = false }: Variant): Variant | null {
  const letter = fix ? id.replace(/fix\d*$/, '') : '';
  return variants.find((variant) => variant.id === letter) ?? null;
}

/** The unchanged scenario of a story or of its variant. */
export const publishedScenario = (story: StoryBody, variant: Variant | null): Scenario =>
  variant === null ? story.scenario : applyPatch(story.scenario, variant.patch);

/** The first fix of a variant, or of the story itself for null. Undefined if there is no fix. */
export const fixOf = (story: StoryBody, fixed: Variant | null): Variant | undefined =>
  story.variants.find((variant) => variant.fix === true && fixedBy(story, variant) === fixed);

export async function loadStory({ load, ...entry }: StoryEntry): Promise<Story> {
  return { ...entry, ...(await load()).story };
}
