import './offline-answers.test.ts';
