import './count-context.test.ts';
