// How bad a cell is, as a shape: a diamond for unsafe, a square for clients shut out, filled for what is permanent.
import type { Sign } from '../../core/model/trace/severity';
import styles from './Table.module.css';

const paths: Readonly<Record<Sign, string>> = {
  lost: 'M7 0.5L13.5 7L7 13.5L0.5 7Z',
  overlap: 'M7 1.5L12.5 7L7 12.5L1.5 7Z',
  stuck: 'M2 2H12V12H2Z',
  unavailable: 'M2.5 2.5H11.5V11.5H2.5Z',
  unknown: 'M4.5 5A2.5 2.5 0 1 1 7 7.5V9M7 11V12.4',
  held: 'M7 5.2A1.8 1.8 0 1 0 7 8.8A1.8 1.8 0 1 0 7 5.2Z',
};

export const Shape = ({ of }: { readonly of: Sign }) => (
  <svg className={styles.shape} data-fate={of} width={14} height={14} viewBox="0 0 14 14" aria-hidden>
    <path d={paths[of]} />
  </svg>
);
