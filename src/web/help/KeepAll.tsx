// Keeps all pages for use without a network.
import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import { keepAll } from '../app/offline';
import { usePanelWords } from '../words/panelWords';

export function KeepAll({ className }: { readonly className: string | undefined }) {
  const { offline } = usePanelWords().keys;
  const [state, setState] = useState<'help' | 'keeping' | 'kept' | 'failed'>('help');
  const keep = (): void => {
    setState('keeping');
    void keepAll().then((isKept) => setState(isKept ? 'kept' : 'failed'));
  };
  return (
    <>
      <button type="button" className={className} disabled={state === 'keeping' || state === 'kept'} onClick={keep}>
        <HardDriveDownload size={16} aria-hidden /> {offline.keep}
      </button>
      <p className="quiet pad-x-4" role="status">
        {offline[state]}
      </p>
    </>
  );
}
