// A check that needs a token or a lock service is refused for a lock that has none. This says why, and what can be
// done.

import type { Scenario } from '../../core/model/scenario/scenario';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { dropProposal, lacksService, propose, withService, withTokenCounter } from '../state/missingToken';
import { titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import styles from './TokenOffer.module.css';

export function TokenOffer() {
  const { token, service } = usePanelWords();
  const text = useText();
  const proposed = useEdition((state) => state.proposal);
  if (proposed === null) return null;
  const { locks } = currentParts();
  if (lacksService(proposed)) {
    const title = (id: string): string => text(locks.get(id)?.title ?? { en: id, zh: id });
    const choices = withService(proposed).map((scenario) => ({
      scenario,
      label: service.use(title(scenario.lock.id)),
    }));
    return <Offer title={service.title} why={service.why} choices={choices} />;
  }
  const offers = withTokenCounter(proposed);
  const choices = offers.map(({ way, scenario }) => ({
    scenario,
    label: offers.length === 1 ? token.add : token.addWay(text(way)),
  }));
  return (
    <Offer
      title={token.title(text(titleOf(proposed.lock)))}
      why={proposed.lock.id === 'redlock' ? token.redlock : token.other}
      choices={choices}
    />
  );
}

interface OfferProps {
  readonly title: string;
  readonly why: string;
  readonly choices: readonly { readonly label: string; readonly scenario: Scenario }[];
}

function Offer({ title, why, choices }: OfferProps) {
  const { token } = usePanelWords();
  return (
    <div role="alert" className="row wrap line-below airy warned gap-6 rows-4 pad-y-4 pad-x-6">
      <p className={styles.text}>
        <strong>{title}.</strong> {why}
      </p>
      <div className="flex wrap gap-4">
        {choices.map(({ label, scenario }) => (
          <Button key={label} look="ink" onClick={() => propose(scenario)}>
            {label}
          </Button>
        ))}
        <Button onClick={dropProposal}>{token.keep}</Button>
      </div>
    </div>
  );
}
