import './markdown-blocks.test.ts';
