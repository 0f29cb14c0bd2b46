/** The kinds of faults that the page offers, in the order of its palette, with their names in the page's language. */

import type { FaultProgram } from '../../faults/program';
import { type FaultTexts, textsIn } from '../../faults/texts';
import type { FaultKind } from '../../model/fault';
import { kindOf } from '../../model/faultKind';
import { registry } from '../../run/onDemand';
import type { SharedWords } from '../words/i18n';

export type KnownProgram = FaultProgram & { readonly kind: FaultKind };

export const palette = [...registry.faults.values()] as readonly KnownProgram[];

/** This many are shown until somebody asks for more. */
export const paletteShort = 8;

/** Throws for a kind that the registry does not have. */
export const kindCalled = (kind: FaultKind): FaultProgram => kindOf({ kind }, registry.faults);

/** Throws for a kind that the language has no texts for. */
export const textsOf = ({ speech }: SharedWords, kind: string): FaultTexts => textsIn(speech.faults, kind);
