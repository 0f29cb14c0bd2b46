// “How to write it”: the API from its table, what is and is not simulated, and all types.
import { useState } from 'react';
import { type ApiOwner, api, apiOwners, shapes } from '../../sandbox/own/api';
import { declarations } from '../../sandbox/own/declarations';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { Sheet } from '../parts/Sheet';
import { useText } from '../words/i18n';
import styles from './Guide.module.css';
import { useOwnWords } from './ownWords';

export interface GuideSheetProps {
  readonly onClose: () => void;
}

export function GuideSheet({ onClose }: GuideSheetProps) {
  const words = useOwnWords();
  return (
    <Sheet title={words.guide} onClose={onClose} width={820}>
      <div className={`loose ${styles.guide}`}>
        <p className="above">{words.paste}</p>
        <pre>{shapes}</pre>
        <p className="above">{words.api.lead}</p>
        {apiOwners.map((owner) => (
          <Group key={owner} owner={owner} />
        ))}
        <h3 className="large">{words.api.simulated}</h3>
        <ul>
          {words.api.is.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <h3 className="large">{words.api.isNot}</h3>
        <ul>
          {words.api.not.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <Types />
      </div>
    </Sheet>
  );
}

function Group({ owner }: { readonly owner: ApiOwner }) {
  const words = useOwnWords();
  const text = useText();
  return (
    <section>
      <h3 className="large">{words.api[owner]}</h3>
      <dl className={`grid gap-5 ${styles.rows}`}>
        {api
          .filter((entry) => entry.owner === owner)
          .map((entry) => (
            <div key={entry.name}>
              <dt>
                <code className="breaks">{entry.signature}</code>
              </dt>
              <dd className="above-1">
                {text(entry.text)}
                <pre>{entry.example}</pre>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Types() {
  const { api: words } = useOwnWords();
  const [isCopied, setCopied] = useState(false);
  const types = declarations();
  return (
    <details>
      <summary>{words.types}</summary>
      <Button onClick={async () => setCopied(await copyText(types))}>
        <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys. */}
      <pre tabIndex={0}>{types}</pre>
    </details>
  );
}
