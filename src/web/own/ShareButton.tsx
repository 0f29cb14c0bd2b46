// Opens the sharing sheet: a link with the code and the faults of its run.
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { later } from '../parts/later';
import { useOwnWords } from './ownWords';
import type { ShareSheetProps } from './ShareSheet';

const ShareSheet = later<ShareSheetProps>(async () => (await import('./ShareSheet')).ShareSheet);

export function ShareButton() {
  const words = useOwnWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 size={15} aria-hidden />
        {words.share.open}
      </Button>
      {isOpen && <ShareSheet onClose={() => setOpen(false)} />}
    </>
  );
}
