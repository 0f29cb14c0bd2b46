/**
 * A frame that is far from the reader's window is its picture alone. It asks for its program when the post says that it
 * is near.
 */
import { hearHost, sayToHost } from './hostMessages';
import { settings } from './still';

/** Without a surrounding post, the scripts that the frame's page marks for later are loaded at once. */
export function loadLater(): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')];
  if (scripts.length === 0) return;
  const load = (): void => {
    for (const { href } of scripts.splice(0))
      document.head.append(Object.assign(document.createElement('script'), { src: href, async: false }));
  };
  const { frame } = settings;
  if (frame === null || window.parent === window) return load();
  hearHost(frame, ({ type, theme }) => {
    if (type === 'near') load();
    if (type === 'theme' && typeof theme === 'string') document.documentElement.dataset['theme'] = theme;
  });
  sayToHost(frame, { type: 'waits' });
}
