/**
 * The height that an embed of a run will have, known before anything of it is loaded. The frame makes its lanes higher or lower by the
 * few px that this is wrong, so that nothing moves in the page.
 */

/** A scene of five lanes needs so much in a frame of up to 900 px of width, and in a wider one, with all of its words, in px. */
const [sceneNarrow, sceneWide] = [706, 680];
/** A wide frame that is higher than the first has larger words (Scene.module.css), and needs the second. */
const [smallWords, largeWords] = [700, 800];

/**
 * In px.
 * @param rows the height of the lanes
 * @param width of the frame; zero: not known
 * @param isTouched by fingers, for which all controls are higher
 */
export function embedRoom(view: string | null, rows: number, width: number, isTouched = false): number {
  const across = width || 700;
  // Title, verdict and controls. In a narrow frame they have more lines; up to 900 px the choices stand below the title (Embed.module.css).
  const lines = across > 900 ? 184 : Math.max(212, Math.round(126 + 60_000 / across));
  const aroundRows = lines + (isTouched ? 58 : 0);
  if (view === 'verdict') return aroundRows - 47;
  if (view === 'scene') {
    const isLarge = across > 900 && rows + aroundRows > smallWords;
    return Math.max(rows + aroundRows, isLarge ? largeWords : across > 900 ? sceneWide : sceneNarrow);
  }
  if (view !== 'compare') return rows + aroundRows;
  // Each run has a line of its own above it, and between them is what differs.
  return rows * 2 + Math.round(56 + 30_000 / across) + aroundRows + (isTouched ? 48 : 0);
}
