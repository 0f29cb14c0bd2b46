// A sheet over the page, with its title and a close button. It is loaded when it is opened.

import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { closeDialog } from '../state/dialog';
import { useWords } from '../words/i18n';
import { Button } from './Button';
import { useFocusBack } from './focusBack';
import styles from './Sheet.module.css';
import { sheetOpens } from './sheetOpens';

interface SheetProps {
  readonly title: string;
  /** Absent: it is the open dialog of the page. */
  readonly onClose?: () => void;
  /** In CSS pixels; on a narrower screen the sheet is as wide as the screen. */
  readonly width: number;
  readonly children: ReactNode;
}

export function Sheet({ title, onClose = closeDialog, width, children }: SheetProps) {
  const { close } = useWords().bar;
  const giveFocusBack = useFocusBack();
  useEffect(sheetOpens, []);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.sheet}
          style={{ width: `min(${width}px, calc(100vw - 24px))` }}
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
        >
          <div className={`anchor between row ${styles.head}`}>
            <Dialog.Title className="large">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button look="plain" aria-label={close}>
                <X size={16} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
