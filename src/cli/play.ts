/** The program behind `npm run -s play`. */
import { playAsProcess } from './asProcess';

await playAsProcess(process.argv.slice(2), 'npm run -s play --');
