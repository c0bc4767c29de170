/** What is wrong with the settings, in one sentence that says what to set. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
