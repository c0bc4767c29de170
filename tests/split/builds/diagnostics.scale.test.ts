import './diagnostics.test.ts';
