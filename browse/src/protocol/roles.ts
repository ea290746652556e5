/** The first word that makes the program the daemon instead of the command line. */
export const DAEMON_ROLE = '__daemon';
