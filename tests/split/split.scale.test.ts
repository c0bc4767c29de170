import './split.test.ts';
