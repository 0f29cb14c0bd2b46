/**
 * Whether the page has no room for three columns: a projector, a large zoom, a tablet. The style sheet uses the same
 * query.
 */
import { mediaHook } from '../parts/mediaHook';

export const useIsNarrow = mediaHook('(max-width: 1180px)');

/** As in Learn.module.css. */
export const useIsPhone = mediaHook('(max-width: 640px)');
