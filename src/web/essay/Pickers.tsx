// In the last picture everything may be changed: the lock and the check, too.
import { CheckPicker } from '../playground/CheckPicker';
import { TokenOffer } from '../playground/TokenOffer';
import { LockPicker } from '../scene/LockPicker';

export function Pickers() {
  return (
    <div className="row wrap gap-5 pad-y-3">
      <LockPicker />
      <CheckPicker />
      <TokenOffer />
    </div>
  );
}
