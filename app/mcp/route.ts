import { createMcpEndpoint } from '@vitrine/lib/http/mcp-server/mcp-endpoint.ts';
import { createVitrineMcpServer } from '@vitrine/lib/http/mcp-server/vitrine-mcp-server.ts';
import { getServices } from '@vitrine/lib/services.ts';

const answer = createMcpEndpoint(createVitrineMcpServer);
const handle = (request: Request) => answer(getServices(), request);

export { handle as DELETE, handle as GET, handle as POST };
