import './long-markdown.test.ts';
