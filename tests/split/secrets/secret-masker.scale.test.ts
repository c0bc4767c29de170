import './secret-masker.test.ts';
