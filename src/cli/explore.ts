/** The program behind `npm run -s cli -- explore`. */
import { exploreAsProcess } from './asProcess';

await exploreAsProcess(process.argv.slice(2), 'npm run -s cli -- explore');
