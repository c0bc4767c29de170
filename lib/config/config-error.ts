/** An invalid setting, described in one sentence that says what to set. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
