import './read-lines.test.ts';
