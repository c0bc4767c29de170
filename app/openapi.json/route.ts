import { referenceResponse } from '@vitrine/lib/http/reference/reference-response.ts';
import { getServices } from '@vitrine/lib/services.ts';

export const GET = () => referenceResponse(getServices(), 'openapi');
