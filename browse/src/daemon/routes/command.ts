import { usage } from '#core/errors.ts';
import type { Route } from '#daemon/route.ts';
import type { CommandRequest } from '#protocol/command.ts';
import { ROUTES } from '#protocol/routes.ts';

/** Runs one command and answers with its text, or with JSON when that was asked for. */
export const commandRoute = (run: (request: CommandRequest) => Promise<string>): Route => ({
  ...ROUTES.command,
  handle: async request => {
    const body = readCommandRequest(await readJson(request));
    return new Response(await run(body), {
      headers: { 'content-type': body.json ? 'application/json' : 'text/plain; charset=utf-8' },
    });
  },
});

async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw usage('Cannot read the request: its content type is not application/json');
  try {
    return await request.json();
  } catch {
    // The parser's message repeats what was sent.
    throw usage('Cannot read the request: its body is not JSON');
  }
}

type Fields = Readonly<Partial<Record<keyof CommandRequest, unknown>>>;

/** Reads the body of `POST /command`. @throws BrowseError `usage` naming the wrong field */
export function readCommandRequest(value: unknown): CommandRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usage('Cannot read the request: its body is not an object');
  const fields: Fields = value;
  const { command, args = [], cwd } = fields;
  if (typeof command !== 'string' || command === '') throw wrong('command', 'a command name');
  if (!Array.isArray(args) || !args.every((word): word is string => typeof word === 'string'))
    throw wrong('args', 'a list of texts');
  if (typeof cwd !== 'string' || !cwd.startsWith('/')) throw wrong('cwd', 'an absolute path');
  return {
    command,
    args,
    cwd,
    stdin: optional('stdin', fields.stdin, isText, 'a text'),
    json: optional('json', fields.json, isBoolean, 'true or false'),
    quiet: optional('quiet', fields.quiet, isBoolean, 'true or false'),
    tab: optional('tab', fields.tab, isCount, COUNT),
    timeout: optional('timeout', fields.timeout, isCount, COUNT),
    maxOutput: optional('maxOutput', fields.maxOutput, isCount, COUNT),
  };
}

const MAX_NUMBER = 2_147_483_647;
const COUNT = `a whole number from 1 to ${MAX_NUMBER}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_NUMBER;

function optional<T>(
  field: string,
  value: unknown,
  is: (value: unknown) => value is T,
  wanted: string,
): T | undefined {
  if (value === undefined || is(value)) return value;
  throw wrong(field, wanted);
}

const wrong = (field: string, wanted: string): Error =>
  usage(`Cannot read the request: "${field}" must be ${wanted}`);
