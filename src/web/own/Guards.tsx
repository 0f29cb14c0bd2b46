// What checks a write at the resource: nothing, its version, or the reader's own file.
import { Segmented } from '../parts/Segmented';
import { type Guard, useOwnCode } from './ownCode';
import { useOwnWords } from './ownWords';

export function Guards() {
  const words = useOwnWords();
  const { guard, guardBy } = useOwnCode();
  return (
    <Segmented<Guard>
      label={words.guard}
      value={guard}
      options={(['none', 'version', 'own'] as const).map((id) => ({ id, label: words.guards[id] }))}
      onChange={guardBy}
    />
  );
}
