/**
 * One run on real Redis, from the request to its end. The rows so far are drawn now and then, judged, and kept in the
 * store of `state/live.ts`. Knows no socket and no phase.
 */

import { judge } from '../../core/judge/judge';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { LateSpan, Trace, TraceHeader } from '../../core/model/trace/trace';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';
import { instant } from '../../core/model/values/time';
import { GrowingTrace } from '../../live/wire/growingTrace';
import { contradictsItself, notUnderstood } from '../../live/wire/liveProblems';
import type { NewRows } from '../../live/wire/messages';
import type { AfterMs } from '../state/afterMs';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { keepLiveRun, type LiveRun, useLive } from '../state/live';
import { currentParts } from '../state/parts';
import { parkAtViolation } from '../state/playhead';
import { currentLive } from '../state/shownLive';

/** What was asked for, and under which id. */
export interface Question {
  readonly id: string;
  readonly requestedScenario: Scenario;
  readonly storyId: string | null;
  readonly variantId: string | null;
}

interface Surroundings {
  readonly afterMs: AfterMs;
  /** In ms. */
  readonly now: () => number;
  /** Called if the rows cannot be shown. */
  readonly onProblem: (problem: Text) => void;
}

/**
 * The least time between two pictures of a growing run, in ms. It is also at least `showShare` times as long as one
 * picture takes.
 */
const showMsMin = 80;
const showShare = 4;

export class GrowingRun {
  private growing: { readonly header: TraceHeader; readonly trace: GrowingTrace } | null = null;
  /** When the machine was late, as far as the server has reported it. */
  private late: readonly LateSpan[] | null = null;
  /** Shows the rows so far; if showing takes long, later than they arrive. */
  private callOffShowing: (() => void) | null = null;
  private showMs = showMsMin;
  /** The time of the last event that was shown. */
  private shownTo = 0;

  constructor(
    private readonly question: Question,
    private readonly around: Surroundings,
  ) {}

  get id(): string {
    return this.question.id;
  }

  get hasBegun(): boolean {
    return this.growing !== null;
  }

  begin(header: TraceHeader): void {
    this.growing = { header: { ...header, ended: 'not-yet' }, trace: new GrowingTrace(header) };
    const { setAt, setPlaying } = useCursor.getState();
    const { select, selection } = useEdition.getState();
    setPlaying(false);
    if (selection?.kind === 'event') select(null);
    this.shownTo = 0;
    setAt(0);
    this.show();
    if (this.isOnScreen()) setPlaying(true);
  }

  /** Returns what is wrong with the rows; null: they are accepted. */
  add({ strings, rows, late }: NewRows): Text | null {
    if (this.growing === null) return tooEarly('rows');
    if (late !== undefined) this.late = late;
    const problem = this.growing.trace.add({ strings, rows });
    if (problem !== null) return notUnderstood(problem);
    this.callOffShowing ??= this.around.afterMs(() => {
      this.callOffShowing = null;
      this.show();
    }, this.showMs);
    return null;
  }

  /** Whether this header is the end of the same run: the rows refer to its processes and faults. */
  isEndedBy(header: TraceHeader): boolean {
    if (this.growing === null) return false;
    const begun = this.growing.header;
    const idsOf = ({ processes }: TraceHeader): readonly string[] => processes.map(({ id }) => id);
    return sameJson(idsOf(header), idsOf(begun)) && sameJson(header.scenario, begun.scenario);
  }

  /** Returns whether the events are consistent. If not, their last picture stays. */
  finish(header: TraceHeader, state: LiveRun['state'] = 'ended'): boolean {
    this.callOffShowing?.();
    if (this.growing === null) return true;
    const trace = this.growing.trace.trace(header);
    const verdict = judged(() => judge(trace, currentParts()));
    if (verdict === null) {
      const liveRun = useLive.getState().runs.find(({ id }) => id === this.id);
      if (liveRun !== undefined) this.keep(endedAsShown(liveRun.run), 'cut-off');
      return false;
    }
    const whole = { scenario: header.scenario, trace, verdict };
    const isFollowed = this.isFollowed();
    this.keep(whole, state);
    if (isFollowed) {
      useCursor.getState().setPlaying(false);
      parkAtViolation(whole);
    }
    return true;
  }

  /**
   * The run failed: its rows stay and prove nothing.
   * @param header its end, if known
   */
  fail(header: TraceHeader | undefined): void {
    if (this.growing === null) return;
    const { header: begun, trace } = this.growing;
    const ended =
      header !== undefined && this.isEndedBy(header) ? header : { ...begun, endedAt: instant(trace.lastAt) };
    this.finish({ ...ended, ended: 'failed' });
  }

  /** The run will not go on; its rows stay. */
  cutOff(): void {
    if (this.growing === null) return;
    const { header, trace } = this.growing;
    const late = this.late === null ? {} : { late: this.late };
    this.finish({ ...header, ended: 'stopped', endedAt: instant(trace.lastAt), ...late }, 'cut-off');
  }

  /** Draws the rows so far, and moves the playhead along if it plays at their end. */
  private show(): void {
    if (this.growing === null) return;
    const { now, onProblem } = this.around;
    const startedAt = now();
    const { header, trace: growing } = this.growing;
    const trace = growing.trace({ ...header, endedAt: instant(growing.lastAt) });
    const verdict = judged(() => judge(trace, currentParts()));
    if (verdict === null) return onProblem(contradictsItself);
    const isFollowed = this.isFollowed();
    this.keep({ scenario: header.scenario, trace, verdict }, 'growing');
    this.shownTo = growing.lastAt;
    if (isFollowed) useCursor.getState().setAt(growing.lastAt);
    this.showMs = Math.max(showMsMin, showShare * (now() - startedAt));
  }

  private isOnScreen(): boolean {
    return currentLive()?.id === this.id;
  }

  /** Whether it is on screen and playing, with the playhead at the last event that was shown. */
  private isFollowed(): boolean {
    const { at, playing } = useCursor.getState();
    return playing && at === this.shownTo && this.isOnScreen();
  }

  private keep(run: LiveRun['run'], state: LiveRun['state']): void {
    keepLiveRun({ ...this.question, run, state, file: null });
  }
}

/** The shown part of a run that will not continue. */
function endedAsShown({ scenario, trace: partialTrace, verdict }: Run): Run {
  const trace: Trace = { ...partialTrace, header: { ...partialTrace.header, ended: 'stopped' } };
  return { scenario, trace, verdict: judged(() => judge(trace, currentParts())) ?? verdict };
}

/** Null: each row may be possible alone, but not all of them together. */
function judged(judging: () => Verdict): Verdict | null {
  try {
    return judging();
  } catch {
    return null;
  }
}

/** A message that arrived before the run began. */
export const tooEarly = (type: string): Text => notUnderstood({ en: type, zh: type });
