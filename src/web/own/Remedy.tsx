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
  /** Whether the usual lock does not suffer it. */
  readonly isOwn: boolean;
}

const value = { by: 'value', storyId: 'fixed-value', templateId: 'own-value' } as const;
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

/** A story nearer to what the code does: two steps where one is needed. */
const nearer: Partial<Readonly<Record<Harm, { readonly does: RegExp; readonly storyId: string }>>> = {
  'deleted-another': { does: /\bget\(/i, storyId: 'get-compare-del' },
  stuck: { does: /\bp?expire\(/i, storyId: 'setnx-expire' },
};

export function Remedy({ harm, isOwn }: RemedyProps) {
  const { attack } = useOwnWords();
  const text = useText();
  const { begin, guardBy, lock } = useOwnCode();
  const fix = remedies[harm];
  const storyId = nearer[harm]?.does.test(lock) ? nearer[harm].storyId : fix?.storyId;
  const story = stories.find(({ id }) => id === storyId);
  const template = templates.find(({ id }) => id === fix?.templateId);
  // The lock alone can prevent its own mistake.
  if (fix === null || story === undefined || (isOwn && fix.by === 'version')) return null;
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
