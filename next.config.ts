import type { NextConfig } from 'next';

const config: NextConfig = {
  // Browsers ask for it where a page names no icon: with an answer that is no page.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // No image is made smaller by the server: what is optimized is kept, after its artifact or share has ended too.
  images: { unoptimized: true },
  // Its native part is required by a name that is put together at run time.
  outputFileTracingIncludes: { '/**': ['node_modules/@lydell/node-pty*/**'] },
  experimental: { serverSourceMaps: false },
  serverExternalPackages: [
    '@lydell/node-pty',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@secretlint/core',
    '@secretlint/profiler',
    '@secretlint/secretlint-rule-preset-recommend',
    '@vscode/ripgrep',
    'gpt-tokenizer',
    'ioredis',
    'pino',
    'prom-client',
  ],
};

export default config;
