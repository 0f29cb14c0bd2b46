/** What the search panel shows of a session. */
import { createElement } from 'react';
import type { SearchSession } from '../../src/web/find/searchSession';
import { type Drawn, draw, loadViews } from './drawn';

export async function loadFindPanel(): Promise<(session: SearchSession) => Drawn> {
  const [{ FindPanel }, { searchSession }] = await loadViews(() =>
    Promise.all([import('../../src/web/find/Find'), import('../../src/web/find/pageSearch')]),
  );
  return ({ store }) => {
    try {
      return draw(() => {
        // The panel reads the session of its page.
        searchSession.store.setState(store.getState(), true);
        return createElement(FindPanel);
      });
    } finally {
      searchSession.store.setState(searchSession.store.getInitialState(), true);
    }
  };
}
