import './change-texts.test.ts';
