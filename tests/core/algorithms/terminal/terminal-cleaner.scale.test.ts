import './terminal-cleaner.test.ts';
