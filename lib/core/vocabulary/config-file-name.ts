/** The default name of the config file. */
export const configFileName = 'vitrine.config.json';
