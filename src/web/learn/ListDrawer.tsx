// The chapters in a drawer, where the page has no room for them beside the run. The browser's own dialog keeps the
// focus inside and closes with Escape.
import { GraduationCap, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/Button';
import { ChapterList } from './ChapterList';
import styles from './List.module.css';
import { PageLinks } from './PageLinks';
import { useLearnWords } from './words';

export function ListDrawer() {
  const { words } = useLearnWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <GraduationCap size={16} aria-hidden /> {words.list}
      </Button>
      {isOpen && <Drawer onClose={() => setOpen(false)} />}
    </>
  );
}

function Drawer({ onClose }: { readonly onClose: () => void }) {
  const { words } = useLearnWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  /** The task is read next, so the focus goes to its title and not back to the button. */
  const pick = (): void => {
    dialog.current?.close();
    setTimeout(() => document.querySelector<HTMLElement>('[data-lands]')?.focus());
  };
  return (
    <dialog
      ref={dialog}
      // biome-ignore lint/a11y/noRedundantRoles: the page's keys ask for the role.
      role="dialog"
      className={`flush on-panel ink ${styles.drawer}`}
      aria-label={words.list}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => {
        // The page's keys do not work in the drawer. A key that the page handles would not close the drawer either.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        dialog.current?.close();
      }}
    >
      <Button look="plain" className={styles.shut} aria-label={words.close} onClick={() => dialog.current?.close()}>
        <X size={16} aria-hidden />
      </Button>
      <ChapterList onPick={pick} />
      <PageLinks />
    </dialog>
  );
}
