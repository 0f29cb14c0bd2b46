// What an address asks of an embed that shows a run, and which of its requests cannot be followed.
import { embed, parametersOf } from '../../src/content/address/embed';
import { problemsIn, read } from '../../src/content/address/read';

export const askedOfEmbed = (query: URLSearchParams) => ({
  parameters: parametersOf(read(`?${query}`, embed)),
  problems: problemsIn(query, embed),
});
