import './terminal-text.test.ts';
