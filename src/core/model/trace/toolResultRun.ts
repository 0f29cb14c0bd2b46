/** The run that a tool's result shows in a chat. It is in the result's `_meta`, which no model reads. */
import type { Scenario } from '../scenario/scenario';
import type { Story } from '../scenario/story';

export const shownRunKey = 'redlock-playground/shown';

export type ToolResultRun =
  | { readonly kind: 'story'; readonly story: Story; readonly variant: string | null }
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  /** The text of a recorded run, as in a file. */
  | { readonly kind: 'recorded'; readonly text: string };
