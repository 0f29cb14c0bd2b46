// A check that needs a token or a lock service is refused with a lock that has none. This says why, and what can be
// done.

import type { Scenario } from '../../model/scenario';
import { Button } from '../parts/Button';
import { lacksService } from '../state/lacks';
import { withService, withTokenCounter } from '../state/offers';
import { currentParts } from '../state/parts';
import { dropProposal, propose, useProposal } from '../state/proposal';
import { useText } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import styles from './TopBar.module.css';

export function TokenOffer() {
  const words = usePanelWords();
  const text = useText();
  const proposed = useProposal((state) => state.proposed);
  if (proposed === null) return null;
  if (lacksService(proposed)) return <ServiceOffer proposed={proposed} />;
  const offers = withTokenCounter(proposed);
  const field = currentParts().locks.get(proposed.lock.id)?.fields['token'];
  const wayName = (way: string): string => {
    const option = field?.kind === 'choice' ? field.options.find(({ id }) => id === way) : undefined;
    return option === undefined ? way : text(option.label);
  };
  return (
    <div role="alert" className={styles.offer}>
      <p className={styles.offerText}>
        <strong>{words.token.title}.</strong> {proposed.lock.id === 'redlock' ? words.token.redlock : words.token.other}
      </p>
      <div className={styles.offerActions}>
        {offers.map(({ way, scenario }) => (
          <Button key={way} look="ink" onClick={() => propose(scenario)}>
            {offers.length === 1 ? words.token.add : words.token.addWay(wayName(way))}
          </Button>
        ))}
        <Button onClick={dropProposal}>{words.token.keep}</Button>
      </div>
    </div>
  );
}

function ServiceOffer({ proposed }: { readonly proposed: Scenario }) {
  const words = usePanelWords();
  const text = useText();
  const title = (id: string): string => {
    const lock = currentParts().locks.get(id);
    return lock === undefined ? id : text(lock.title);
  };
  return (
    <div role="alert" className={styles.offer}>
      <p className={styles.offerText}>
        <strong>{words.service.title}.</strong> {words.service.why}
      </p>
      <div className={styles.offerActions}>
        {withService(proposed).map((scenario) => (
          <Button key={scenario.lock.id} look="ink" onClick={() => propose(scenario)}>
            {words.service.use(title(scenario.lock.id))}
          </Button>
        ))}
        <Button onClick={dropProposal}>{words.token.keep}</Button>
      </div>
    </div>
  );
}
