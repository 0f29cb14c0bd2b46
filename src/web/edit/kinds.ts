/** The kinds of faults that the page offers, in the order of its palette, with their names in the page's language. */

import type { FaultProgram } from '../../core/faults/program';
import { type FaultTexts, textsIn } from '../../core/faults/texts';
import type { FaultKind } from '../../core/model/scenario/fault';
import { kindOf } from '../../core/model/scenario/faultKind';
import { currentParts } from '../state/parts';
import type { SharedWords } from '../words/i18n';

export type KnownProgram = FaultProgram & { readonly kind: FaultKind };

export const palette = (): readonly KnownProgram[] => [...currentParts().faults.values()] as readonly KnownProgram[];

/** The number of kinds shown until a person asks for more. */
export const paletteShort = 8;

/** Throws for a kind that the parts lack. */
export const kindCalled = (kind: FaultKind): FaultProgram => kindOf({ kind }, currentParts().faults);

/** Throws for a kind without texts in this language. */
export const textsOf = ({ speech }: SharedWords, kind: string): FaultTexts => textsIn(speech.faults, kind);
