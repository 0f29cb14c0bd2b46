/** Code that comes with the address: it is shown, and waits for a press. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { own } from '../../content/address/own';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { decodeCode, type SharedCode } from '../../core/model/links/codeLink';
import type { Text } from '../../core/model/values/text';
import { currentParts } from '../state/parts';
import { useOwnCode } from './ownCode';
import { forgetRuns } from './ownRuns';
import type { Faults } from './ownScenario';

/** Why the link of the address could not be opened. */
export const useSentProblem = create<{ readonly problem: Text | null }>()(() => ({ problem: null }));

export const dropSentProblem = (): void => useSentProblem.setState({ problem: null });

/** Takes what the address holds, now and at every change. */
export function followSent(): void {
  receive();
  for (const kind of ['hashchange', 'popstate']) window.addEventListener(kind, receive);
}

/** The code whose link is in the address. */
let sharedCode: SharedCode | null = null;
let received = '';

function receive(): void {
  const { run } = read(location.href, own);
  const link = run.kind === 'code' ? run.link : '';
  if (link === received) return;
  received = link;
  sharedCode = null;
  if (link === '') return;
  const decoded = decodeCode(link, currentParts());
  useSentProblem.setState({ problem: decoded.ok ? null : decoded.problem });
  if (!decoded.ok) return;
  sharedCode = decoded.shared;
  useOwnCode.getState().receive(sharedCode);
  forgetRuns(faultsOf(sharedCode));
}

const faultsOf = ({ faults }: SharedCode): Faults =>
  typeof faults === 'string' ? { kind: faults } : { kind: 'found', title: '', scenario: faults };

/** After the code has changed, the address no longer names it. */
export function useSentAddress(): void {
  const lock = useOwnCode((state) => state.lock);
  useEffect(() => {
    if (sharedCode === null || sharedCode.lock === lock) return;
    sharedCode = null;
    received = '';
    history.replaceState(history.state, '', write({ page: 'own', run: { kind: 'none' } }, location.href));
  }, [lock]);
}
