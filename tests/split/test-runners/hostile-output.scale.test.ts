import './hostile-output.test.ts';
