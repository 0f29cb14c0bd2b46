/**
 * The height that an embed of a run will have, known before anything of it is loaded. The frame makes its lanes higher or lower by the
 * few px that this is wrong, so that nothing moves in the page.
 */

/** A scene of five lanes has so much with all of its words, in px. */
const [sceneWide, sceneLeast] = [680, 706];

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
  const beside = lines + (isTouched ? 58 : 0);
  if (view === 'verdict') return beside - 47;
  if (view === 'scene') return Math.max(rows + beside, across > 900 ? sceneWide : sceneLeast);
  if (view !== 'compare') return rows + beside;
  // Each run has a line of its own above it, and between them is what differs.
  return rows * 2 + Math.round(56 + 30_000 / across) + beside + (isTouched ? 48 : 0);
}
