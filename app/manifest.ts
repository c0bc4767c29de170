import type { MetadataRoute } from 'next';

/** What a device installs. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Vitrine',
    short_name: 'Vitrine',
    description: 'Team chat with AI agents: people see everything, the model reads a short view.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6f7f6',
    theme_color: '#f6f7f6',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon1.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon2.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon2.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
