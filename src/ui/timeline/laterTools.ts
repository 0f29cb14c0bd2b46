/**
 * What moves the view in the page besides its keys: d3-zoom and d3-brush, the buttons, the hint of the wheel. They are
 * loaded when somebody is there.
 */
import { lazy } from 'react';
import { whenWanted } from '../parts/whenWanted';
import { SimpleBrush } from './SimpleBrush';
import type { ViewToolsProps } from './ViewTools';

const ViewTools = whenWanted<ViewToolsProps>(async () => (await import('./ViewTools')).ViewTools);

/** Without a network the simple brush stays. */
const MinimapBrush = lazy(async () => {
  const { MinimapBrush } = await import('./MinimapBrush').catch(() => ({ MinimapBrush: SimpleBrush }));
  return { default: MinimapBrush };
});

export const laterTools = { ViewTools, MinimapBrush };
