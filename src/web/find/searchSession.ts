/**
 * One search of the page: its question, its progress, and what it has found. Its answers belong to one scenario. A
 * change of the scenario ends the search, and the answer says that it is about the scenario before. Opening a found
 * run does not count as a change. Real Redis ends the search at once, because a search takes the processors whose
 * time is measured there: making one break smaller may take seconds. Knows no worker and no React.
 */
import { createStore } from 'zustand/vanilla';
import type { InWorker } from '../../core/model/effects/calls';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Text } from '../../core/model/values/text';
import type { InjectionFate } from '../../search/explore/injectionFates';
import type { useEdition } from '../state/edition';
import type { useLive } from '../state/live';
import type { WorkerFunctions } from '../workers/functions';
import type { Answer, FoundBreak, Progress, Question, SearchOrder, SearchUpdate, Surveyed } from '../workers/messages';
import { type Claim, usualQuestion } from './findLink';

export interface Sought {
  /** The scenario that the question is about. */
  readonly scenario: Scenario;
  /** The story that it was made from. */
  readonly storyId: string | null;
  readonly variantId: string | null;
  readonly question: Question;
  /** changed: the scenario was changed meanwhile; live: real Redis was switched on. There will be no answer. */
  readonly phase: 'searching' | 'stopping' | 'done' | 'changed' | 'live' | 'failed';
  /** Why it failed. */
  readonly reason: string | null;
  readonly surveyed: Surveyed | null;
  readonly fates: readonly InjectionFate[];
  readonly progress: Progress | null;
  readonly breaks: readonly FoundBreak[];
  readonly answer: Answer | null;
}

interface SessionState {
  /** The next question to ask. */
  readonly question: Question;
  readonly sought: Sought | null;
  /** Whether the scenario on screen is another one than the answer's. */
  readonly isStale: boolean;
  /** What the maker of the link saw. */
  readonly claim: Claim | null;
  readonly badLink: { readonly problem: Text; readonly text: string } | null;
}

/** A host that works beside the page. */
type HostInWorker = InWorker<Pick<WorkerFunctions, 'search' | 'stopSearch'>>;

interface Surroundings {
  readonly scenario: Pick<typeof useEdition, 'getState' | 'subscribe'>;
  readonly live: Pick<typeof useLive, 'subscribe'>;
  readonly startHost: () => HostInWorker;
  readonly workers: number;
  /** Those of the open story. */
  readonly names: () => ProcessNames | undefined;
}

export class SearchSession {
  readonly store = createStore<SessionState>()(() => ({
    question: usualQuestion,
    sought: null,
    isStale: false,
    claim: null,
    badLink: null,
  }));
  private host: HostInWorker | null = null;
  /** The runs that were opened from here. */
  private readonly opened = new WeakSet<Scenario>();

  constructor(private readonly around: Surroundings) {
    around.scenario.subscribe(({ committed, draft }, before) => {
      if (committed !== before.committed || (draft !== null && before.draft === null)) this.hear(committed, draft);
    });
    around.live.subscribe(({ isOn }, before) => {
      if (isOn && !before.isOn) this.endWith('live');
    });
  }

  ask(change: Partial<Question>): void {
    const { question } = this.store.getState();
    this.store.setState({ question: { ...question, ...change } });
  }

  /** A search under way continues, whatever is pressed. */
  start(): void {
    const { question, sought } = this.store.getState();
    if (this.isUnderWay(sought) || question.kinds.length === 0) return;
    this.host?.end();
    const { committed: scenario, storyId, variantId } = this.around.scenario.getState();
    const blank = {
      storyId,
      variantId,
      reason: null,
      surveyed: null,
      fates: [],
      progress: null,
      breaks: [],
      answer: null,
    };
    this.store.setState({
      sought: { scenario, question, phase: 'searching', ...blank },
      isStale: false,
      badLink: null,
    });
    const { workers, names } = this.around;
    void this.search({ scenario, question, workers, names: names() });
  }

  private async search(order: SearchOrder): Promise<void> {
    const host = this.around.startHost();
    this.host = host;
    try {
      const answer = await host.calls.search(order, { onProgress: (update) => this.take(update) });
      if (this.host === host) this.change({ answer, phase: 'done' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (this.host === host) this.change({ phase: 'failed', reason });
    }
    if (this.host === host) this.endHost();
  }

  /** What was found so far is still reported. */
  stop(): void {
    if (this.store.getState().sought?.phase !== 'searching') return;
    this.change({ phase: 'stopping' });
    // The search itself rejects with what is wrong with its host.
    this.host?.calls.stopSearch().catch(() => undefined);
  }

  /** Ends it at once and drops everything but the question. */
  close(): void {
    this.endHost();
    this.store.setState({ sought: null, isStale: false, claim: null, badLink: null });
  }

  /** Sets the question of a link. */
  askAs(question: Question, claim: Claim | null): void {
    this.close();
    this.store.setState({ question, claim });
  }

  refuseLink(problem: Text, text: string): void {
    this.store.setState({ badLink: { problem, text } });
  }

  /** Call this before a run is opened from here. */
  willOpen(scenario: Scenario): void {
    this.opened.add(scenario);
  }

  private hear(committed: Scenario, draft: Scenario | null): void {
    const { sought } = this.store.getState();
    if (sought === null) return;
    const isOwn = committed === sought.scenario || this.opened.has(committed) || sameJson(committed, sought.scenario);
    const isChange = draft !== null || !isOwn;
    this.store.setState({ isStale: !isOwn });
    if (isChange) this.endWith('changed');
  }

  private endWith(phase: 'changed' | 'live'): void {
    if (!this.isUnderWay(this.store.getState().sought)) return;
    this.endHost();
    this.change({ phase });
  }

  private readonly isUnderWay = (sought: Sought | null): boolean =>
    sought?.phase === 'searching' || sought?.phase === 'stopping';

  private take(update: SearchUpdate): void {
    const { sought } = this.store.getState();
    if (sought === null || !this.isUnderWay(sought)) return;
    switch (update.kind) {
      case 'surveyed':
        return this.change({ surveyed: update.surveyed });
      case 'places':
        return this.change({ fates: [...sought.fates, ...update.fates] });
      case 'progress':
        return this.change({ progress: update.progress });
      case 'breaks':
        return this.change({ breaks: update.breaks });
      default:
        return update satisfies never;
    }
  }

  private endHost(): void {
    this.host?.end();
    this.host = null;
  }

  private change(part: Partial<Sought>): void {
    this.store.setState(({ sought }) => ({ sought: sought && { ...sought, ...part } }));
  }
}
