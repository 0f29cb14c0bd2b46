// Where the table opens that says who tells a client of a lost lock: on every page with settings.
import { whenWanted } from '../parts/whenWanted';
import { useDialog } from '../state/dialog';

const LossSheet = whenWanted(async () => (await import('./LossSheet')).LossSheet);

export function LossTable() {
  const isOpen = useDialog((state) => state.open === 'loss');
  return isOpen && <LossSheet />;
}
