import type { CDPSession } from 'playwright-core';

import { failed } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';

import type { Tab } from './tab.ts';

/** What a script gave. */
export interface Evaluated {
  readonly type: string;
  /** As JSON where JSON has it, else undefined. */
  readonly value: unknown;
  /** As a person reads it: strings bare, objects as JSON. */
  readonly text: string;
}

/** A value of the page (CDP `Runtime.RemoteObject`). */
interface RemoteObject {
  readonly type: string;
  readonly subtype?: string;
  readonly value?: unknown;
  readonly objectId?: string;
  readonly unserializableValue?: string;
  readonly description?: string;
}

/** What a script threw (CDP `Runtime.ExceptionDetails`). */
interface ExceptionDetails {
  readonly text: string;
  readonly exception?: RemoteObject;
}

/** Turns any object into JSON text within the page: cycles and what JSON lacks are named instead of refused. */
const TO_JSON = `function () {
  'use strict';
  const plain = value => {
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value === 'function') return '[function ' + value.name + ']';
    if (typeof value === 'symbol') return String(value);
    if (value === null || typeof value !== 'object') return value;
    if (value instanceof Element) return '[element ' + value.cloneNode(false).outerHTML.slice(0, 200) + ']';
    if (value instanceof Node || value === globalThis) return Object.prototype.toString.call(value);
    if (value instanceof Error) return String(value);
    if (value instanceof Map) return [...value];
    if (value instanceof Set || value instanceof NodeList || value instanceof HTMLCollection) return [...value];
    return value;
  };
  const ancestors = [];
  return JSON.stringify(this, function (key, raw) {
    const value = plain(raw);
    if (value === null || typeof value !== 'object') return value;
    while (ancestors.length > 0 && ancestors[ancestors.length - 1].value !== this) ancestors.pop();
    if (ancestors.some(ancestor => ancestor.raw === raw)) return '[circular]';
    ancestors.push({ raw, value });
    return value;
  });
}`;

/** How long a script may take to end once it is told to. */
const LAST_WORDS_MS = 100;

/**
 * Runs a script in the page as the DevTools console would: `await` works, promises are awaited, and the value of
 * the last expression is the result. Ends the script when the signal aborts.
 * @throws BrowseError `failed` with what the script threw
 */
export async function evaluate(tab: Tab, script: string, signal: AbortSignal): Promise<Evaluated> {
  const cdp = await tab.cdp();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    // Nothing is left to end when the page closed first.
    void cdp.send('Runtime.terminateExecution').catch(() => undefined);
    // A script that runs ends by this and says so; a promise that never settles is left behind.
    setTimeout(() => reject(signal.reason), LAST_WORDS_MS);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([run(tab, cdp, script), stopped]);
  } catch (error) {
    // What a script that was told to end says of it is not the reason.
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function run(tab: Tab, cdp: CDPSession, script: string): Promise<Evaluated> {
  const first = await cdp.send('Runtime.evaluate', {
    expression: script,
    replMode: true,
    awaitPromise: true,
    userGesture: true,
  });
  const { result, exceptionDetails } = await settled(cdp, first);
  if (exceptionDetails) throw scriptError(exceptionDetails);
  return await toValue(tab, result);
}

interface Outcome {
  readonly result: RemoteObject;
  readonly exceptionDetails?: ExceptionDetails;
}

/** In REPL mode only `await` is awaited, so a promise that is the value itself is awaited here. */
async function settled(cdp: CDPSession, outcome: Outcome): Promise<Outcome> {
  const { subtype, objectId } = outcome.result;
  if (subtype !== 'promise' || objectId === undefined || outcome.exceptionDetails) return outcome;
  return await cdp.send('Runtime.awaitPromise', { promiseObjectId: objectId });
}

async function toValue(tab: Tab, result: RemoteObject): Promise<Evaluated> {
  const { type, objectId, unserializableValue } = result;
  if (unserializableValue !== undefined)
    return { type, value: unserializableValue, text: unserializableValue };
  if (objectId === undefined) {
    const value: unknown = result.value;
    return { type, value, text: type === 'undefined' ? '' : String(value) };
  }
  const cdp = await tab.cdp();
  const answer = await cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: TO_JSON,
    returnByValue: true,
  });
  await cdp.send('Runtime.releaseObject', { objectId });
  if (answer.exceptionDetails) throw scriptError(answer.exceptionDetails);
  const json: unknown = answer.result.value;
  if (typeof json !== 'string') return { type, value: undefined, text: result.description ?? '' };
  const value: unknown = JSON.parse(json);
  return { type, value, text: typeof value === 'string' ? value : json };
}

function scriptError({ exception, text }: ExceptionDetails): Error {
  const thrown: unknown = exception?.description ?? exception?.value ?? text;
  const first = String(thrown).split('\n', 1)[0] ?? '';
  return failed(
    `Cannot finish the script: ${plainLine(first)}`,
    'Correct the script; `browse console --errors` may say more.',
  );
}
