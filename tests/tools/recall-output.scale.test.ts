import './recall-output.test.ts';
