import './search-artifact.test.ts';
