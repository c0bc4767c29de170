/** Where a browser stores whose notifications it shows: it goes on with them, and with nobody else's, after the next sign-in. */
export const pushOwnerKey = 'vitrine-push';
