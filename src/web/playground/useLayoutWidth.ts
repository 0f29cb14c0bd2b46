/** How much room the bench has. As in Workbench.module.css. */
import { mediaHook } from '../parts/mediaHook';

/**
 * `wide`: up to three columns; the left one is as a person left it. `middle`: the left one is folded at first. `narrow`:
 * everything beside the timeline opens as a sheet from below.
 */
export type LayoutWidth = 'wide' | 'middle' | 'narrow';

const useIsNarrow = mediaHook('(max-width: 900px), (max-height: 500px)');
const useIsMiddle = mediaHook('(max-width: 1180px)');

export function useLayoutWidth(): LayoutWidth {
  const isNarrow = useIsNarrow();
  const isMiddle = useIsMiddle();
  return isNarrow ? 'narrow' : isMiddle ? 'middle' : 'wide';
}
