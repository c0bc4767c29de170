import './recall-query.test.ts';
