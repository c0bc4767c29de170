import './patient-stores.test.ts';
