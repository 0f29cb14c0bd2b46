/** The program behind `npm run -s cli -- attack`. */
import { attackAsProcess } from './attackProcess';

await attackAsProcess(process.argv.slice(2), 'npm run -s cli -- attack');
