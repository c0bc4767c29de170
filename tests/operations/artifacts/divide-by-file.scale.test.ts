import './divide-by-file.test.ts';
