import './listings.test.ts';
