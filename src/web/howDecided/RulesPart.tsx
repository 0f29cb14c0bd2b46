// The rules that decided the two facts of a verdict, each in words and as the code that runs.

import { howDecidedWords } from '../../content/texts/howDecided';
import { Excerpt } from '../code/Excerpt';
import { useText } from '../words/i18n';
import styles from './Proof.module.css';
import type { Claimed, Shown } from './useClaim';

export function RulesPart({ claim: { reported, lock, data } }: { readonly claim: Claimed }) {
  const words = useText()(howDecidedWords).rules;
  return (
    <>
      <Rule title={reported.pair.lock.text} definition={words.lock[lock.rule]} places={lock.places} />
      <Rule title={reported.pair.data.text} definition={words.data[data.rule]} places={data.places} />
    </>
  );
}

interface RuleProps {
  readonly title: string;
  readonly definition: string;
  readonly places: readonly Shown[];
}

/** The first function is open: it decides whether the rule applies. */
function Rule({ title, definition, places }: RuleProps) {
  const words = useText()(howDecidedWords).rules;
  return (
    <section className={styles.rule} aria-label={title}>
      <h4>{title}</h4>
      <p>{definition}</p>
      {places.map(({ file, name, source, line, from, to }, i) => (
        <details key={name} open={i === 0}>
          <summary>
            <code>{name}</code> <span className="quiet">{words.place({ file, line: line + 1 })}</span>
          </summary>
          <Excerpt source={source} from={from} to={to} label={`${title}: ${name}`} />
        </details>
      ))}
    </section>
  );
}
