import { runCli } from '#cli/main.ts';
import { DAEMON_ROLE } from '#protocol/roles.ts';

if (process.argv[2] === DAEMON_ROLE) {
  // Loaded only in this role: the command line must not pay for Playwright.
  const { runDaemon } = await import('#daemon/main.ts');
  runDaemon();
} else {
  await runCli(process.argv.slice(2));
}
