/**
 * The page's side of live runs: one connection, the messages over it, and the current phase. Writes the store of
 * `state/live.ts`, which every view reads. Knows no browser: it is given its socket and its clock.
 */

import type { Scenario } from '../../core/model/scenario/scenario';
import type { TraceHeader } from '../../core/model/trace/trace';
import type { Text } from '../../core/model/values/text';
import { parseFromServer } from '../../live/wire/fromServer';
import { contradictsItself } from '../../live/wire/liveProblems';
import type { FromPage, FromServer, Offer } from '../../live/wire/messages';
import type { AfterMs } from '../state/afterMs';
import { useEdition } from '../state/edition';
import { type Phase, useLive } from '../state/live';
import { currentParts } from '../state/parts';
import { GrowingRun, tooEarly } from './growingRun';
import { liveReason } from './liveReason';

/** Opens a connection. It calls back later, and never after it has closed. Returns a function that sends. */
export type OpenSocket = (on: {
  readonly message: (text: string) => void;
  readonly close: (reason: string) => void;
}) => (text: string) => void;

interface Surroundings {
  readonly open: OpenSocket;
  readonly afterMs: AfterMs;
  /** In ms. */
  readonly now: () => number;
  /** A new id each time, because two pages of one server must not share ids. */
  readonly newId: () => string;
  /** What is requested in place of the scenario on screen. Absent: that scenario. */
  readonly asks?: (committed: Scenario, offer: Offer) => Scenario;
}

interface Connection {
  readonly send: (text: string) => void;
  readonly stopWatching: () => void;
}

const linesMax = 200;

/** The pauses before each retry, in seconds. After the last one, the person has to ask again. */
const retryAfter = [1, 2, 4, 8, 15, 30];

const setPhase = (phase: Phase): void => useLive.setState({ phase });

export class LiveSession {
  private connection: Connection | null = null;
  /** The run that was requested last, until it ends. */
  private current: GrowingRun | null = null;
  private wantsRun = false;
  private retries = 0;
  private callOffRetry: (() => void) | null = null;

  constructor(private readonly around: Surroundings) {}

  /** Connects, unless it is connected. */
  connect(): void {
    this.callOffRetry?.();
    this.callOffRetry = null;
    if (this.connection !== null) return;
    setPhase({ kind: 'connecting' });
    const send = this.around.open({
      message: (text) => this.receive(text),
      close: (reason) => this.disconnected(reason),
    });
    this.connection = { send, stopWatching: watchCommits() };
  }

  /** Runs the committed scenario, and stops a run that is under way. */
  runLive(): void {
    this.wantsRun = true;
    if (this.connection === null || useLive.getState().offer === null) return this.connect();
    this.begin();
  }

  /** Ends the run under way; its rows stay. */
  stopLive(): void {
    this.wantsRun = false;
    if (this.current === null) return;
    this.send({ type: 'stop', run: this.current.id });
    // For a run that has not begun there is nothing to wait for.
    if (this.current.hasBegun) return;
    this.current = null;
    setPhase({ kind: 'ready' });
  }

  /** Requests a Redis if none was found. */
  setUp(): void {
    useLive.setState({ setUpLines: [] });
    setPhase({ kind: 'setting-up' });
    this.wantsRun = true;
    this.send({ type: 'set-up' });
  }

  private send(message: FromPage): void {
    this.connection?.send(JSON.stringify(message));
  }

  private begin(): void {
    const { offer } = useLive.getState();
    if (offer?.redis.kind !== 'ready') return;
    this.wantsRun = false;
    if (this.current !== null) {
      this.send({ type: 'stop', run: this.current.id });
      this.cutOff();
    }
    const { committed, storyId, variantId } = useEdition.getState();
    const problem = liveReason(committed, offer);
    if (problem !== null) return setPhase({ kind: 'failed', problem });
    const { afterMs, now, newId, asks } = this.around;
    const id = newId();
    const onProblem = (reason: Text): void => this.fail(reason);
    this.current = new GrowingRun(
      { id, requestedScenario: committed, storyId, variantId },
      { afterMs, now, onProblem },
    );
    setPhase({ kind: 'preparing', what: null });
    const scenario: object = asks?.(committed, offer) ?? committed;
    this.send({ type: 'run', run: id, scenario: { ...scenario } });
  }

  private receive(text: string): void {
    const parsed = parseFromServer(text, currentParts());
    if (!parsed.ok) return this.fail(parsed.problem);
    const { message } = parsed;
    if (message.type === 'offer') return this.offered(message);
    if (message.type === 'setting-up')
      return useLive.setState(({ setUpLines }) => ({ setUpLines: [...setUpLines, message.line].slice(-linesMax) }));
    // The end of a run that was replaced by another one still arrives.
    if (this.current === null || message.run !== this.current.id) return;
    this.hear(this.current, message);
  }

  /** Handles a message about the run under way. */
  private hear(run: GrowingRun, message: Exclude<FromServer, { readonly type: 'offer' | 'setting-up' }>): void {
    switch (message.type) {
      case 'queued':
        return setPhase({ kind: 'queued', place: message.place });
      case 'preparing':
        return setPhase({ kind: 'preparing', what: message.what });
      case 'began':
        setPhase({ kind: 'running' });
        return run.begin(message.header);
      case 'rows': {
        const problem = run.add(message);
        return problem === null ? undefined : this.fail(problem);
      }
      case 'ended':
        return this.ended(run, message.header);
      case 'failed':
        return this.failed(run, message);
      default:
        return message satisfies never;
    }
  }

  private offered(offer: Offer): void {
    this.retries = 0;
    useLive.setState({ offer });
    const { kind } = useLive.getState().phase;
    const isReady = offer.redis.kind === 'ready';
    if (kind === 'connecting' || kind === 'lost' || kind === 'refused' || kind === 'closed' || kind === 'setting-up')
      setPhase({ kind: 'ready' });
    // If getting Redis has failed, the person has to ask again.
    if (kind === 'setting-up') this.wantsRun &&= isReady;
    if (this.wantsRun && isReady) this.begin();
  }

  private ended(run: GrowingRun, header: TraceHeader): void {
    if (!run.hasBegun) return this.fail(tooEarly('ended'));
    if (!run.isEndedBy(header)) return this.fail(contradictsItself);
    const isSound = run.finish(header);
    this.current = null;
    setPhase(isSound ? { kind: 'ready' } : { kind: 'failed', problem: contradictsItself });
  }

  /** The run failed, before it began or in the middle of it. */
  private failed(
    run: GrowingRun,
    { problem, advice, lastWords, header }: Extract<FromServer, { readonly type: 'failed' }>,
  ): void {
    const hadBegun = run.hasBegun;
    run.fail(header);
    this.current = null;
    setPhase({ kind: 'failed', problem, hadBegun, ...(advice ? { advice } : {}), ...(lastWords ? { lastWords } : {}) });
  }

  /** The run under way will not continue; its rows stay. */
  private cutOff(): void {
    const run = this.current;
    this.current = null;
    run?.cutOff();
  }

  /** The server's message makes no sense: the rows so far stay, and the rest of this run is not wanted. */
  private fail(problem: Text): void {
    if (this.current !== null) this.send({ type: 'stop', run: this.current.id });
    this.cutOff();
    setPhase({ kind: 'failed', problem });
  }

  private disconnected(reason: string): void {
    this.connection?.stopWatching();
    this.connection = null;
    useLive.setState({ setUpLines: [] });
    const wasRunning = this.current !== null;
    this.cutOff();
    if (reason !== '') return setPhase({ kind: 'failed', problem: { en: reason, zh: reason } });
    setPhase({ kind: useLive.getState().offer === null ? 'refused' : 'lost' });
    this.wantsRun &&= !wasRunning;
    const seconds = retryAfter[this.retries++];
    if (seconds !== undefined) this.callOffRetry = this.around.afterMs(() => this.connect(), seconds * 1000);
  }
}

/** A problem of one scenario says nothing about the next one. */
const watchCommits = (): (() => void) =>
  useEdition.subscribe(({ committed }, before) => {
    if (committed !== before.committed && useLive.getState().phase.kind === 'failed') setPhase({ kind: 'ready' });
  });
