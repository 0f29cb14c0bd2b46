/** What the workshop is handed by the page that it belongs to. */
import type { Exercise } from '../../core/model/exercise';
import type { Address } from '../state/browserAddress';

export interface Surroundings {
  /** The built-in exercises with all that they need. Rejects if they cannot be loaded. */
  readonly load: () => Promise<readonly Exercise[]>;
  /** Those of the first chapter, for a visit that asks for no other. Absent: all are loaded at once. */
  readonly loadFirst?: () => Promise<readonly Exercise[]>;
  /** All, while the first is on screen. Absent: as `load` does. */
  readonly loadRest?: () => Promise<readonly Exercise[]>;
  readonly address: Address;
}
