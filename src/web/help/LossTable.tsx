// The button for the table of lost locks, on every page with settings.
import { later } from '../parts/later';
import { useDialog } from '../state/dialog';
import { fetchPartsFor } from '../state/parts';

const LossSheet = later(async () => {
  const [module] = await Promise.all([import('./LossSheet'), fetchPartsFor('all')]);
  return module.LossSheet;
});

export function LossTable() {
  const isOpen = useDialog((state) => state.open === 'loss');
  return isOpen && <LossSheet />;
}
