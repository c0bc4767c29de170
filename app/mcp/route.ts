import { answerVitrineMcp } from '@vitrine/lib/http/mcp-server/vitrine-endpoint.ts';
import { getServices } from '@vitrine/lib/services.ts';

const handle = (request: Request) => answerVitrineMcp(getServices(), request);

export { handle as DELETE, handle as GET, handle as POST };
