import './git.test.ts';
