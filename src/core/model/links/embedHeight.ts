/**
 * The height of an embed of a run, known before any of it is loaded. The frame adjusts its lanes by the few px by which
 * this estimate is wrong, so that nothing moves in the page.
 */

/**
 * The height that a scene of five lanes needs with all of its words, in px: in a frame narrower than 480 px, where the
 * answers are folded, of up to 900 px, and in a wider one.
 */
const [sceneFolded, sceneNarrow, sceneWide] = [744, 800, 692];
const openFrom = 480;
/** From this width on, in px, the choices are beside the title. No first picture exists for so wide a frame. */
export const wideFrom = 901;
/**
 * The words are larger in a wide frame that is higher than the first number (Scene.module.css). It then needs at
 * least the second height.
 */
const [smallWords, largeWords] = [700, 800];

/**
 * The height of the embed, in px.
 * @param rows the height of the lanes
 * @param width of the frame; zero: unknown
 * @param isTouched whether it is used by touch, which makes all controls higher
 */
export function embedHeight(view: string | null, rows: number, width: number, isTouched = false): number {
  const across = width || 700;
  // Title, verdict and controls. They have more lines in a narrow frame; up to 900 px the choices are below the title
  // (Embed.module.css).
  const lines = across >= wideFrom ? 184 : Math.max(212, Math.round(126 + 60_000 / across));
  const aroundRows = lines + (isTouched ? 58 : 0);
  if (view === 'verdict') return aroundRows - 47;
  if (view === 'scene') {
    const isLarge = across >= wideFrom && rows + aroundRows > smallWords;
    const usual = across >= wideFrom ? sceneWide : across >= openFrom ? sceneNarrow : sceneFolded;
    return Math.max(rows + aroundRows, isLarge ? largeWords : usual);
  }
  if (view !== 'compare') return rows + aroundRows;
  // Each run has a line of its own above it, and the differences are between the runs.
  return rows * 2 + Math.round(56 + 30_000 / across) + aroundRows + (isTouched ? 48 : 0);
}
