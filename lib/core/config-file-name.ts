/** How the config file is called where nothing else is said. */
export const configFileName = 'vitrine.config.json';
