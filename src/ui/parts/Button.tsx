// Buttons: ink on paper. An icon alone says its name in a tooltip and to screen readers.
import { Tooltip } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'outline' | 'plain' | 'ink';
}

export function Button({ look = 'outline', className, ...rest }: ButtonProps) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${className ?? ''}`} {...rest} />;
}

interface IconButtonProps extends ButtonProps {
  readonly label: string;
  /** The key that does the same, as it is printed on the keyboard. */
  readonly hint?: string;
  readonly children: ReactNode;
}

export function IconButton({ label, hint, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={hint === undefined ? label : `${label}  ${hint}`}>
      <Button aria-label={label} className={`${styles.icon} ${className ?? ''}`} {...rest} />
    </Tip>
  );
}

interface TipProps {
  readonly text: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactNode;
}

/** A short text beside the thing that is pointed at or focused. Needs `Tooltip.Provider` above it. */
export function Tip({ text, side = 'top', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content side={side} sideOffset={6} collisionPadding={8} className={styles.tip}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
