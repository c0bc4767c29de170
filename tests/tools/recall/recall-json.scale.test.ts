import './recall-json.test.ts';
