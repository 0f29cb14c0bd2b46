// The sign of a severity, as on the map.

import { type Sign, toneOfSign } from '../../core/model/trace/severity';
import { signPaths } from '../../picture/layout/injectionMap';
import styles from './FindMap.module.css';

export const SeveritySign = ({ sign }: { readonly sign: Sign }) => (
  <svg className={styles.sign} data-fate={sign} data-tone={toneOfSign[sign]} viewBox="0 0 9 10" aria-hidden>
    <path d="M0 0h9v10h-9z" />
    <path d={`M0 0${signPaths[sign]}`} />
  </svg>
);
