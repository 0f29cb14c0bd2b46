/** Everything that the bench of orders uses from `src`. */

export { levels } from '../../src/course/levels/levels';
export { choices, decide } from '../../src/search/orders/choices';
export { foundOrders } from '../../src/search/orders/search';
export { beginning, type Game, gameOf, scenarioOfState } from '../../src/search/orders/state';
