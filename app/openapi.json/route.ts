import { referenceResponse } from '@vitrine/lib/http/reference/reference-response.ts';
import { getServices } from '@vitrine/lib/services.ts';

// What it answers depends on the settings of the process.
export const dynamic = 'force-dynamic';

export const GET = () => referenceResponse(getServices(), 'openapi');
