// What fixes a broken lock: a story about the harm, and a template without it.

import { stories } from '../../content/stories';
import type { Harm } from '../../core/model/trace/severity';
import { templates } from '../../sandbox/own/templates/templates';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import { leaveBreak } from './brokenRuns';
import { useOwnCode } from './ownCode';
import { useOwnWords } from './ownWords';

export interface RemedyProps {
  readonly harm: Harm;
}

const value = { by: 'value', storyId: 'get-compare-del', templateId: 'own-value' } as const;
/** A token would not help: a client that is paused before it reads has the newest one. */
const version = { by: 'version', storyId: 'both-late', templateId: null } as const;

/** Null: there is no single answer. */
const remedies = {
  'deleted-another': value,
  'changed-another': { ...value, storyId: 'extension-steals' },
  lost: version,
  overlap: version,
  expired: version,
  stuck: { by: 'expiry', storyId: 'no-expiry', templateId: 'own-value' },
  unavailable: null,
} as const satisfies Readonly<Record<Harm, unknown>>;

export function Remedy({ harm }: RemedyProps) {
  const { attack } = useOwnWords();
  const text = useText();
  const { begin, guardBy } = useOwnCode();
  const fix = remedies[harm];
  const story = stories.find(({ id }) => id === fix?.storyId);
  const template = templates.find(({ id }) => id === fix?.templateId);
  if (fix === null || story === undefined) return null;
  return (
    <p className="above">
      {attack.fixes[fix.by]}
      <span className="row wrap gap-5 rows-3 above">
        <a href={`../?story=${story.id}`}>{attack.readStory(story.number, text(story.title))}</a>
        <Button
          onClick={() => {
            if (template === undefined) guardBy('version');
            else begin(template);
            leaveBreak();
          }}
        >
          {template === undefined ? attack.checkVersion : attack.openTemplate(text(template.title))}
        </Button>
      </span>
    </p>
  );
}
