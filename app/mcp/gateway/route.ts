import { answerGateway } from '@vitrine/lib/http/mcp-server/gateway/gateway-endpoint.ts';
import { getServices } from '@vitrine/lib/services.ts';

const handle = (request: Request) => answerGateway(getServices(), request, null);

export { handle as DELETE, handle as GET, handle as POST };
