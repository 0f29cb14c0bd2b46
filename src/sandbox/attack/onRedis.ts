/** What a run on real servers needs from an attacked file: its text, and what its scripts do to keys. */
import type { Script } from '../../core/model/effects/request';
import { NotSimulated } from '../own/commands';
import { ownScripts } from '../realm/ownScripts';
import type { Bundle } from './evaluate';
import { unpack } from './unpack';

export interface OwnCode {
  readonly bundle: Bundle;
  /** A script by its text; its model says which keys it changed. Null: no model is known. */
  readonly scriptOf: (lua: string) => Script | null;
}

export function ownCode(bundle: Bundle): OwnCode {
  const readScript = ownScripts(undefined, unpack);
  const scriptOf = (lua: string): Script | null => {
    try {
      const result = readScript(lua);
      return result.ok ? result.script : null;
    } catch (error) {
      if (error instanceof NotSimulated) return null;
      throw error;
    }
  };
  return { bundle, scriptOf };
}
