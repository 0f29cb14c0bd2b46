// Where the table opens that says who tells a client of a lost lock: on every page with settings.
import { whenWanted } from '../parts/whenWanted';
import { useLossTable } from '../state/lossTable';

const LossSheet = whenWanted(async () => (await import('./LossSheet')).LossSheet);

export function LossTable() {
  const isOpen = useLossTable((state) => state.open);
  return isOpen && <LossSheet />;
}
