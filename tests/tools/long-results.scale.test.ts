import './long-results.test.ts';
