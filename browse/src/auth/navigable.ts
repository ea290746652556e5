import { lookup } from 'node:dns/promises';

import { denied } from '#core/errors.ts';

const SCHEMES = new Set(['http:', 'https:', 'file:']);

const METADATA_NAMES = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Addresses at which clouds hand credentials to whoever asks: AWS, GCP, Azure, ECS, Alibaba, Oracle. */
const METADATA_ADDRESSES = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
]);

/** Looks a host name up; rejects when it has no address. */
export type Resolver = (host: string) => Promise<readonly string[]>;

const systemResolver: Resolver = async host =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Refuses what `goto` must never open: schemes other than http, https, file and `about:blank`, and cloud
 * metadata services by name, by address in any spelling, and by what the name resolves to.
 * @throws BrowseError `denied`
 */
export async function assertNavigable(
  url: URL,
  resolver: Resolver = systemResolver,
): Promise<void> {
  if (url.href === 'about:blank') return;
  if (!SCHEMES.has(url.protocol))
    throw denied(
      `Cannot open ${url.protocol} URLs: only http, https and file are allowed`,
      'Use an http(s) URL, or `browse js` to run a script.',
    );
  if (url.protocol === 'file:') return;
  const host = url.hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
  if (METADATA_NAMES.has(host) || isMetadataAddress(host)) throw metadataDenied(host);
  if (isAddress(host) || host === 'localhost' || host.endsWith('.localhost')) return;
  const addresses = await resolver(host).catch(() => []);
  // A name without addresses is the browser's to report: it may use a proxy that resolves it.
  if (addresses.some(isMetadataAddress)) throw metadataDenied(host);
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':');

function isMetadataAddress(address: string): boolean {
  const lower = address.toLowerCase();
  const mapped = /^::(?:ffff:)?(?:0:)?([\da-f]{1,4}):([\da-f]{1,4})$/.exec(lower);
  if (!mapped) return METADATA_ADDRESSES.has(lower.replace(/^::(?:ffff:)?(?=\d+\.)/, ''));
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return METADATA_ADDRESSES.has([high >> 8, high & 255, low >> 8, low & 255].join('.'));
}

const metadataDenied = (host: string): Error =>
  denied(
    `Cannot open ${host}: it is a cloud metadata service`,
    'Open another address; this one is never allowed.',
  );
