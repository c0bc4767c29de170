import './digest.test.ts';
