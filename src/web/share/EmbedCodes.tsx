// The code of an embed, with a tab for each kind of place: what to copy, and where it goes.

import { shareWords } from '../../content/texts/share';
import { Tabs } from '../parts/Tabs';
import { useText } from '../words/i18n';
import { CopyBox } from './CopyBox';
import type { EmbedChoice } from './embedChoice';
import { type CodeKind, codeKinds, embedCode } from './embedCode';
import styles from './Share.module.css';

interface CodesProps {
  readonly choice: EmbedChoice;
  /** Where the playground is, ending with a slash. */
  readonly site: string;
}

export function EmbedCodes(props: CodesProps) {
  const words = useText()(shareWords).embed;
  return (
    <fieldset className={`narrows ${styles.codes}`}>
      <legend className="quiet strong normal">{words.code}</legend>
      <Tabs
        tabs={codeKinds.map((kind) => ({
          id: kind,
          label: words.codes[kind],
          content: <Code kind={kind} {...props} />,
        }))}
      />
    </fieldset>
  );
}

function Code({ kind, choice, site }: CodesProps & { readonly kind: CodeKind }) {
  const words = useText()(shareWords).embed;
  const parts = embedCode(kind, choice, site);
  const hasScript = parts.some(({ text }) => text.includes('/embed.js'));
  return (
    <>
      {parts.map(({ place, text }) => (
        <div key={place} className="grid narrows gap-2">
          <p>{words.places[place]}</p>
          <CopyBox label={words.code} text={text} rows={rowsOf(text)} />
        </div>
      ))}
      {hasScript && <p className="quiet normal">{words.csp(new URL(site).origin)}</p>}
    </>
  );
}

/** Long lines wrap. */
const rowsOf = (text: string): number =>
  Math.min(
    14,
    text.split('\n').reduce((rows, line) => rows + Math.ceil((line.length + 1) / 60), 0),
  );
