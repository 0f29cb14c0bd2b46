/** Whether the page has no room for three columns: a projector, a large zoom, a tablet. The style sheet asks the same. */
import { mediaHook } from '../parts/mediaHook';

export const useIsNarrow = mediaHook('(max-width: 1180px)');
