/** The program behind `npm run -s cli -- mcp`. */
import { mcpAsProcess } from './mcpProcess';

await mcpAsProcess(process.argv.slice(2), 'npm run -s cli -- mcp');
