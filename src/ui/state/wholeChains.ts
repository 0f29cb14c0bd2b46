/** What is loaded with the first run without harm: the rules that tell its causes, and the sentences for them. */
export { stepsLater } from '../../judge/chain/noHarm';

import type { Both } from '../../model/text';
import { causesLater as english } from '../../narrate/en/causesLater';
import type { LaterCauses } from '../../narrate/laterCauses';
import { causesLater as chinese } from '../../narrate/zh/causesLater';

export const causesLater: Both<LaterCauses> = { en: english, zh: chinese };
