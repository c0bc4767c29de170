import './split-command.test.ts';
