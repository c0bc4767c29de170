import './storage-failures.test.ts';
