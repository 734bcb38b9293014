/** What the operator or the site has to put right before anything can run. The message is one line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** Astro would print where in the engine the sentence was written. */
  override stack = '';
}
