/** Of this program, and of its HTTP API and events: the package's own. */
export const version = '0.1.0';
