import { answerGateway } from '@vitrine/lib/http/mcp-server/gateway/gateway-endpoint.ts';
import { getServices } from '@vitrine/lib/services.ts';

const handle = async (request: Request, { params }: { params: Promise<{ server: string }> }) =>
  await answerGateway(getServices(), request, (await params).server);

export { handle as DELETE, handle as GET, handle as POST };
