// The link of an exercise, and the code that puts it into a page, with the site's public address. The code is a plain
// iframe, because the surrounding page does not know its height.

import type { AskedRun } from '../../content/address/place';
import { write } from '../../content/address/write';
import { ownWords } from '../../content/texts/ownExercise';
import type { Exercise } from '../../core/model/exercise';
import { usePublicSite } from '../files/publicSite';
import { CopyBox } from '../share/CopyBox';
import { PublicSite } from '../share/PublicSite';
import { useText } from '../words/i18n';
import styles from './Card.module.css';
import { useExercises } from './exerciseState';

export function EmbedCode({ exercise }: { readonly exercise: Exercise }) {
  const text = useText();
  const words = text(ownWords);
  const link = useExercises((state) => state.links[exercise.id]);
  const here = new URL('../', location.href).href;
  const page = `${usePublicSite(here)}learn/`;
  const run: AskedRun = { kind: 'exercise', id: link === undefined ? exercise.id : null, link: link ?? null };
  const shared = write({ run }, page);
  const address = write({ run, own: { embed: true } }, page);
  const title = text(exercise.title).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const code = `<iframe src="${address.replaceAll('&', '&amp;')}" title="${title}" width="100%" height="760" style="border:0" loading="lazy"></iframe>`;
  return (
    <details className={`quiet ${styles.embedCode}`}>
      <summary>{words.embed}</summary>
      <PublicSite here={here} />
      <CopyBox label={words.link} text={shared} rows={2} />
      <CopyBox label={words.code} text={code} rows={3} />
    </details>
  );
}
