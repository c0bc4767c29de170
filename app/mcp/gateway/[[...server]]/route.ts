import { createGatewayEndpoint } from '@vitrine/lib/http/mcp-server/gateway/gateway-endpoint.ts';
import { getServices } from '@vitrine/lib/services.ts';

const answer = createGatewayEndpoint();
const handle = async (request: Request, { params }: { params: Promise<{ server?: string[] }> }) => {
  const { server = [] } = await params;
  return await answer(getServices(), request, server.length === 0 ? null : server.join('/'));
};

export { handle as DELETE, handle as GET, handle as POST };
