import { readOwnFile } from './private-files.ts';
import type { ProcessIdentity } from './processes.ts';

/** What the daemon writes for the command line to find it. */
export interface DaemonState extends ProcessIdentity {
  readonly port: number;
  readonly token: string;
  /** Random per daemon; every response carries it. */
  readonly instance: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly version: string;
}

/** The recorded daemon, or undefined when the file is absent, broken, or not this user's own. */
export function readDaemonState(path: string): DaemonState | undefined {
  const content = readOwnFile(path);
  if (content === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(content);
    return isDaemonState(value) ? value : undefined;
  } catch {
    // Truncated or not JSON: as good as absent.
    return undefined;
  }
}

function isDaemonState(value: unknown): value is DaemonState {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Partial<Record<keyof DaemonState, unknown>> = value;
  const texts = [fields.token, fields.instance, fields.startTime, fields.startedAt, fields.version];
  const isPort = (port: unknown): boolean =>
    Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return (
    isPort(fields.port) &&
    Number.isInteger(fields.pid) &&
    Number(fields.pid) > 1 &&
    texts.every(text => typeof text === 'string' && text !== '' && /^[\x20-\x7e]+$/.test(text))
  );
}
