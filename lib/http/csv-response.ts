/** A CSV file as a download. `HEAD` is answered without reading anything. */
export const csvResponse = (
  request: Pick<Request, 'method'>,
  fileName: string,
  read: () => ReadableStream | string,
): Response =>
  new Response(request.method === 'HEAD' ? null : read(), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  });
