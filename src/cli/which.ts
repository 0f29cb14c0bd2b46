/** The program behind `npm run -s cli -- which`. */
import { whichAsProcess } from './asProcess';

await whichAsProcess(process.argv.slice(2), 'npm run -s cli -- which');
