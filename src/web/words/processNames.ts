/** The colour of a process on the page. */

import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import { inkOfId } from '../../picture/layout/marks';

/** The colour of a client for marks and fills. Everything else has the ink colour. */
export const processColour = (id: ProcessId): string => (isClient(id) ? `var(--${inkOfId(id)})` : 'var(--ink)');

/** The same for text, with enough contrast to be readable. */
export const processTextColour = (id: ProcessId): string =>
  isClient(id) ? `var(--${inkOfId(id)}-text)` : 'var(--ink)';
