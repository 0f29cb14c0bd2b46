/** Everything that the bench of late answers uses from `src`. */

export { stories } from '../../src/content/stories';
export { loadStory } from '../../src/core/model/scenario/story';
export { parts } from '../../src/core/run/parts';
export { runScenario } from '../../src/core/run/runScenario';
export { finished } from '../../src/search/explore/branch';
export { changesOf, defaultBudget, findPointOfNoReturn as sinceOf } from '../../src/search/late/remedies';
