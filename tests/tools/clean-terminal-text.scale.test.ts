import './clean-terminal-text.test.ts';
