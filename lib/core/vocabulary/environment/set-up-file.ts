/** The script in a workspace that prepares it for commands; one that admins wrote on the page comes first. */
export const setUpPath = '.vitrine/setup.sh';
export const maxSetUpCharacters = 20_000;
