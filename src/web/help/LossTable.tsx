// The button for the table of lost locks, on every page with settings.
import { later } from '../parts/later';
import { useDialog } from '../state/dialog';

const LossSheet = later(async () => (await import('./LossSheet')).LossSheet);

export function LossTable() {
  const isOpen = useDialog((state) => state.open === 'loss');
  return isOpen && <LossSheet />;
}
