import type { NextConfig } from 'next';

/**
 * The root of the disk, because the app is built in a temporary folder and finds its packages through a link
 * out of it.
 */
const root = '/';

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
};

export default config;
