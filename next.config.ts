import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants';

/** What `app` imports of `lib`: under development its sources, in a build the package that `scripts/build-app.ts` makes of them. */
const libPackage = '@vitrine/lib';

const config = (phase: string): NextConfig => ({
  // Browsers ask for it where a page names no icon: with an answer that is no page.
  rewrites: async () => [
    { source: '/favicon.ico', destination: '/icon.svg' },
    // RFC 9728 says where.
    { source: '/.well-known/oauth-protected-resource/mcp', destination: '/api/auth/resource' },
  ],
  // Named by its sources: servers that were built apart of the same ones have pages of one version.
  generateBuildId: async () => process.env.VITRINE_BUILD ?? null,
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  poweredByHeader: false,
  reactStrictMode: true,
  // Only functions that say 'use memo': compiled, all of them would add 32 KB to the scripts of a conversation.
  reactCompiler: { compilationMode: 'annotation' },
  devIndicators: false,
  // No image is made smaller by the server: what is optimized is kept, after its artifact or share has ended too.
  images: { unoptimized: true },
  outputFileTracingIncludes: {
    '/**': [
      // Its native part is required by a name that is put together at run time.
      'node_modules/@lydell/node-pty*/**',
      `node_modules/${libPackage}/**`,
      // The reader of PDFs is a process of its own.
      ...['package.json', 'legacy/build/pdf.mjs', 'legacy/build/pdf.worker.mjs', 'cmaps/**'].map(
        (path) => `node_modules/pdfjs-dist/${path}`,
      ),
    ],
  },
  typescript: {
    // Types are checked by `npm run check`.
    ignoreBuildErrors: true,
    tsconfigPath: phase === PHASE_DEVELOPMENT_SERVER ? 'tsconfig.json' : 'tsconfig.build.json',
  },
  // Nobody reads the maps, and each build is from the beginning.
  experimental: { serverSourceMaps: false, turbopackFileSystemCacheForBuild: false },
  serverExternalPackages: [
    // In the bundle, each route would have a copy of it.
    libPackage,
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
});

export default config;
