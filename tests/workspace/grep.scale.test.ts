import './grep.test.ts';
