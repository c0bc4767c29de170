import './odd-files.test.ts';
