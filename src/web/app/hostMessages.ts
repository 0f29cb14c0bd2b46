/**
 * The messages between an embed and the surrounding page. `web/element` is the other half, and its `main.ts`
 * describes the format. Only messages from the parent are accepted, and only with the number that it drew for this
 * frame. Without a parent nothing is sent.
 */
import { embedVersion } from '../../core/model/links/embedParameters';
import type { Language } from '../../core/model/values/text';

export interface Host {
  /**
   * Reports the height of the content whenever it changes. It observes an inner element, which both grows and shrinks.
   */
  readonly watchHeight: (element: HTMLElement) => () => void;
  /** Names the frame in words, for screen readers. */
  readonly name: (title: string) => void;
  /** Returns the keys and the wheel to the surrounding page. */
  readonly leave: () => void;
}

export interface HostListener {
  readonly onVisible: (visible: boolean) => void;
  readonly onTheme: (theme: 'light' | 'dark') => void;
  readonly onLanguage: (language: Language) => void;
}

type Message = Readonly<Record<string, unknown>>;

/** The surrounding page may have any origin, and no message is secret. */
export const sayToHost = (frame: string, message: Message): void =>
  window.parent.postMessage({ redlock: embedVersion, frame, ...message }, '*');

export function hearHost(frame: string, hear: (message: Message) => void): void {
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    const message = data as Message;
    if (message['redlock'] === embedVersion && message['frame'] === frame) hear(message);
  });
}

/** Reports that the frame is ready, and listens from now on. Null if no surrounding page waits for it. */
export function connectToHost(frame: string | null, { onVisible, onTheme, onLanguage }: HostListener): Host | null {
  if (frame === null || window.parent === window) return null;
  const say = (message: Message): void => sayToHost(frame, message);
  const showTheme = onceAFrame(onTheme);
  hearHost(frame, (message) => {
    if (message['type'] === 'visible' && typeof message['visible'] === 'boolean') onVisible(message['visible']);
    const theme = message['theme'];
    if (message['type'] === 'theme' && (theme === 'light' || theme === 'dark')) showTheme(theme);
    const lang = message['lang'];
    if (message['type'] === 'lang' && (lang === 'en' || lang === 'zh')) onLanguage(lang);
  });
  say({ type: 'ready' });
  return {
    name: (title) => say({ type: 'title', title }),
    leave: () => say({ type: 'leave' }),
    watchHeight: (element) => {
      let before = 0;
      const observer = new ResizeObserver(() => {
        const height = Math.ceil(element.getBoundingClientRect().height);
        if (height === before) return;
        before = height;
        say({ type: 'height', height });
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
  };
}

/** Each theme draws everything again, so only the last one in a frame is shown. */
function onceAFrame<Message>(report: (last: Message) => void): (message: Message) => void {
  let waiting: readonly [last: Message] | null = null;
  return (message) => {
    if (waiting === null)
      requestAnimationFrame(() => {
        const last = waiting;
        waiting = null;
        if (last !== null) report(last[0]);
      });
    waiting = [message];
  };
}
