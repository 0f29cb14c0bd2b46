// A dismissible line over the page: something went wrong, or is not as expected.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';
import { IconButton } from './Tip';

interface NoticeProps {
  readonly role: 'alert' | 'status';
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  readonly line: ReactNode;
  /** Below the line. */
  readonly children?: ReactNode;
}

export const Notice = ({ role, dismissLabel, onDismiss, line, children }: NoticeProps) => (
  <div role={role} className="flex gap-5 line-below starts warned pad-y-4 pad-x-6">
    <div className={`narrows airy stretches ${styles.words}`}>
      <p className="breaks">{line}</p>
      {children}
    </div>
    <IconButton look="plain" label={dismissLabel} onClick={onDismiss}>
      <X size={16} aria-hidden />
    </IconButton>
  </div>
);
