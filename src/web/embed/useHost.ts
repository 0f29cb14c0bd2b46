/**
 * Follows the surrounding page: as high as the content, dark or light like the page, playing while in view. A
 * comparison plays once from its beginning when it comes into view, and rests at its break. A scene or a timeline waits
 * for a press unless it has autoplay. If a person wants no motion, nothing plays by itself.
 */
import { type RefObject, useEffect, useState } from 'react';
import type { EmbedParameters } from '../../content/address/embed';
import type { Language } from '../../core/model/values/text';
import { fromMs } from '../../core/model/values/time';
import { connectToHost, type Host } from '../app/hostMessages';
import { useCursor } from '../state/cursor';
import { restAt } from '../state/playhead';
import { usePreferences } from '../state/preferences';
import { currentRun } from '../state/run';

/**
 * @param title what is shown, in words
 * @returns the language that the page asks for now; null: it leaves that to the reader's browser
 */
export function useHost(
  parameters: EmbedParameters,
  content: RefObject<HTMLElement | null>,
  title: string,
): Language | null {
  const [host, setHost] = useState<Host | null>(null);
  const [language, setLanguage] = useState(parameters.language);
  useEffect(() => {
    const player = new Player(parameters);
    const met = connectToHost(parameters.frame, {
      onVisible: (visible) => player.onVisibility(visible),
      onTheme: (theme) => {
        document.documentElement.dataset['theme'] = theme;
      },
      onLanguage: (hostLanguage) => {
        setLanguage(hostLanguage);
        usePreferences.setState({ language: hostLanguage });
      },
    });
    setHost(met);
    const stopWatching = content.current === null ? undefined : met?.watchHeight(content.current);
    const stopPlayer = player.follow();
    const onKeyDown = (event: KeyboardEvent): void => {
      // Escape first ends a drag or closes a dialog.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      met?.leave();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      stopWatching?.();
      stopPlayer();
    };
  }, [parameters, content]);
  useEffect(() => {
    document.title = title;
    host?.name(title);
  }, [host, title]);
  return language;
}

class Player {
  private played = false;
  /** A person has taken over: from then on nothing moves by itself. */
  private isTouched = false;
  /** It plays, or will play again, without a person's request. */
  private isOwn = false;
  /** It was playing when it left the view. */
  private isInterrupted = false;

  constructor(private readonly parameters: EmbedParameters) {}

  onVisibility(visible: boolean): void {
    if (!visible) return this.stop();
    const { view, autoplay, loop } = this.parameters;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isWaiting = view === 'verdict' || (view !== 'compare' && !autoplay && !loop);
    if (this.isTouched || isStill || isWaiting) return;
    if (!this.played) this.start();
    else if (this.isInterrupted) this.goOn();
  }

  /** Rests, or starts over, when playing reaches its end. */
  follow(): () => void {
    const touched = (): void => {
      this.isTouched = true;
    };
    // A finger that touches down does not count, because it may only be scrolling the page.
    addEventListener('pointerup', touched);
    addEventListener('keydown', touched);
    const stopFollowing = useCursor.subscribe((state, before) => {
      if (state.playing && this.isOver(state.at)) useCursor.getState().setPlaying(false);
      if (before.playing && !state.playing) this.ended();
    });
    return () => {
      removeEventListener('pointerup', touched);
      removeEventListener('keydown', touched);
      stopFollowing();
    };
  }

  private isOver(at: number): boolean {
    const { to } = this.parameters;
    return to !== null && at >= fromMs(to);
  }

  private start(): void {
    const { setAt, setPlaying } = useCursor.getState();
    this.played = true;
    this.isOwn = true;
    setAt(fromMs(this.parameters.from ?? 0));
    setPlaying(true);
  }

  private goOn(): void {
    this.isInterrupted = false;
    this.isOwn = true;
    useCursor.getState().setPlaying(true);
  }

  private stop(): void {
    this.isInterrupted ||= this.isOwn;
    this.isOwn = false;
    if (useCursor.getState().playing) useCursor.getState().setPlaying(false);
  }

  private ended(): void {
    const { at, stopsAt } = useCursor.getState();
    const { endedAt } = currentRun().trace.header;
    const isAtEnd = at >= Math.min(endedAt, stopsAt ?? endedAt) || this.isOver(at);
    if (!isAtEnd) return;
    if (this.parameters.loop && this.isOwn) {
      setTimeout(() => this.isOwn && !this.isTouched && this.start(), 1200);
      return;
    }
    this.isOwn = false;
    const { view, at: moment } = this.parameters;
    if (!this.isTouched && view !== 'scene') restAt({ ...this.parameters, at: moment === 'start' ? 'break' : moment });
  }
}
