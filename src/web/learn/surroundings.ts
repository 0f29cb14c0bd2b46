/** What the page gives to its workshop. */
import type { Exercise } from '../../core/model/exercise';
import type { Address } from '../state/browserAddress';

export interface Surroundings {
  /** The built-in exercises with everything that they need. Rejects if they cannot be loaded. */
  readonly load: () => Promise<readonly Exercise[]>;
  /**
   * The exercises of the first chapter, for a visit that asks for no other exercise. Absent: all are loaded at once.
   */
  readonly loadFirst?: () => Promise<readonly Exercise[]>;
  /** All exercises, while the first is on screen. Absent: `load` is used. */
  readonly loadRest?: () => Promise<readonly Exercise[]>;
  readonly address: Address;
}
