/**
 * Makes a film in the page: each frame is painted and encoded, and the page stays responsive. Loaded when a film is
 * wanted.
 */

import { type Film, type FilmOptions, filmOf } from '../../picture/film/film';
import { beginGif } from '../../picture/film/gif';
import type { ColourTheme } from '../../picture/inks/colourOfTheme';
import type { Stretch } from '../../picture/layout/timeAxis';
import { slug } from '../files/exportRun';
import { savedLook } from '../files/savedLook';
import { currentParts } from '../state/parts';

type Asked = Omit<FilmOptions, 'faults' | 'inks' | 'measure' | 'css' | 'stretch'> & {
  readonly title: string;
  readonly theme: ColourTheme;
  readonly stretch: Stretch | null;
};

export interface Made {
  readonly blob: Blob;
  /** The address to show it with: the policy of the pages allows pictures as data. */
  readonly address: string;
  readonly name: string;
  readonly ms: number;
}

/**
 * @param report receives the number of finished frames and of all frames
 * @returns a GIF. Rejects if the browser cannot paint, or with the signal's reason
 */
export async function makeFilm(
  { title, theme, stretch, ...asked }: Asked,
  signal: AbortSignal,
  report: (progress: readonly [done: number, of: number]) => void,
): Promise<Made> {
  const look = await savedLook(theme);
  const film = filmOf({ ...asked, ...look, faults: currentParts().faults, ...(stretch === null ? {} : { stretch }) });
  const blob = await painted(film, signal, (done) => report([done, film.frames.length]));
  const length = film.frames.reduce((total, { ms }) => total + ms, 0);
  return { blob, name: `redlock-${slug(title)}.gif`, ms: length, address: await addressOf(blob) };
}

async function painted(
  { width, height, frames, draw }: Film,
  signal: AbortSignal,
  report: (done: number) => void,
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser offers no canvas.');
  const gif = beginGif(width, height);
  for (const [done, frame] of frames.entries()) {
    signal.throwIfAborted();
    report(done);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(draw(frame))}`;
    await image.decode();
    context.drawImage(image, 0, 0, width, height);
    gif.add(context.getImageData(0, 0, width, height).data, frame.ms);
  }
  return new Blob([new Uint8Array(gif.bytes())], { type: 'image/gif' });
}

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
