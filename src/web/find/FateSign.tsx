// The sign of a fate, as on the map.

import { type Fate, toneOfFate } from '../../core/model/fate';
import { signs } from '../../picture/layout/injectionMap';
import styles from './FindMap.module.css';

export const FateSign = ({ fate }: { readonly fate: Fate }) => (
  <svg className={styles.sign} data-fate={fate} data-tone={toneOfFate[fate]} viewBox="0 0 9 10" aria-hidden>
    <path d="M0 0h9v10h-9z" />
    <path d={`M0 0${signs[fate]}`} />
  </svg>
);
