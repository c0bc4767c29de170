import { buildApp } from './build-app.ts';

await buildApp();
