// A button: ink on paper.
import type { ComponentProps } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'outline' | 'plain' | 'ink';
}

export function Button({ look = 'outline', className, ...rest }: ButtonProps) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${className ?? ''}`} {...rest} />;
}
