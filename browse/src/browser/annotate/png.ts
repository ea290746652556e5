import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

import { failed, messageOf } from '#core/errors.ts';

/** Pixels as PNG keeps them, so that neither decoding nor encoding copies them: each row begins with its filter byte. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 3 for RGB, 4 for RGBA, one byte each. */
  readonly channels: 3 | 4;
  /** Bytes from one row to the next; the pixel (x, y) begins at `y * stride + 1 + x * channels`. */
  readonly stride: number;
  readonly data: Uint8Array;
  /** Chunks between IHDR and IDAT that say how colours are meant. */
  readonly ancillary: readonly Uint8Array[];
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  /** Length, type, data and checksum. */
  readonly whole: Uint8Array;
}

/** Bounds memory: the pixels of one image take at most 240 MB. */
const MAX_MEGAPIXELS = 60;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunk framing: length and type before the data, checksum behind it. */
const FRAME = 12;

/** Bit depth 8, colour type, and neither another compression, another filter method nor interlacing. */
const KINDS = { 3: '0802000000', 4: '0806000000' } as const;
const CHANNELS: ReadonlyMap<string, 3 | 4> = new Map([
  [KINDS[3], 3],
  [KINDS[4], 4],
]);

const inflateAsync = promisify(inflate);
const deflateAsync = promisify(deflate);

/**
 * Reads a PNG as Chromium writes it: 8 bits per channel, RGB or RGBA, not interlaced (PNG Third Edition).
 * @throws BrowseError `failed` when it is broken, of another kind, or over 60 megapixels
 */
export async function decodePng(png: Uint8Array): Promise<Raster> {
  const chunks = readChunks(png);
  const header = readHeader(chunks[0]);
  const { width, height, channels } = header;
  const stride = 1 + width * channels;
  const parts = chunks.filter(chunk => chunk.type === 'IDAT').map(chunk => chunk.data);
  const data = await inflateExactly(Buffer.concat(parts), stride * height);
  unfilter(data, stride, channels);
  const ancillary = chunks
    .slice(
      0,
      chunks.findIndex(chunk => chunk.type === 'IDAT'),
    )
    .filter(chunk => /^[a-z]/u.test(chunk.type))
    .map(chunk => chunk.whole);
  return { width, height, channels, stride, data, ancillary };
}

/** Writes the pixels as PNG, unfiltered, at the level where time and size are both small for screenshots. */
export async function encodePng(raster: Raster): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(raster.width, 0);
  header.writeUInt32BE(raster.height, 4);
  header.write(KINDS[raster.channels], 8, 'hex');
  const pixels = await deflateAsync(raster.data, { level: 3, chunkSize: 1 << 20 });
  return Buffer.concat([
    SIGNATURE,
    frame('IHDR', header),
    ...raster.ancillary,
    frame('IDAT', pixels),
    frame('IEND', Buffer.alloc(0)),
  ]);
}

function frame(type: string, data: Uint8Array): Buffer {
  const whole = Buffer.alloc(FRAME + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(Bun.hash.crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}

function readChunks(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw broken('it has no PNG signature');
  const chunks: Chunk[] = [];
  for (let at = 8; at + FRAME <= bytes.length;) {
    const end = at + FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const whole = bytes.subarray(at, end);
    const type = whole.toString('latin1', 4, 8);
    if (whole.readUInt32BE(whole.length - 4) !== Bun.hash.crc32(whole.subarray(4, -4)))
      throw broken('the checksum of a chunk is wrong');
    chunks.push({ type, data: whole.subarray(8, -4), whole });
    if (type === 'IEND') return chunks;
    at = end;
  }
  throw broken('it ends too early');
}

function readHeader(first: Chunk | undefined): Pick<Raster, 'width' | 'height' | 'channels'> {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw broken('it has no header');
  const header = Buffer.from(first.data);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width === 0 || height === 0) throw broken('it has no pixels');
  if (width * height > MAX_MEGAPIXELS * 1e6)
    throw failed(
      `Cannot draw on the screenshot: ${width}x${height} px is over ${MAX_MEGAPIXELS} megapixels`,
      'Capture a part of the page, or let the picture shrink.',
    );
  const channels = CHANNELS.get(header.toString('hex', 8));
  if (channels === undefined)
    throw failed(
      'Cannot draw on the screenshot: it is not a plain RGB or RGBA picture of 8 bits per channel',
    );
  return { width, height, channels };
}

async function inflateExactly(packed: Buffer, length: number): Promise<Buffer> {
  let data: Buffer;
  try {
    data = await inflateAsync(packed, { maxOutputLength: length, chunkSize: length + 64 });
  } catch (error) {
    throw broken(messageOf(error));
  }
  if (data.length !== length) throw broken('pixels are missing');
  return data;
}

/** Undoes the filters of PNG section 9 in place, and leaves every row marked as unfiltered. */
function unfilter(data: Uint8Array, stride: number, channels: number): void {
  const blank = new Uint8Array(stride);
  for (let start = 0; start < data.length; start += stride) {
    const row = data.subarray(start, start + stride);
    const above = start === 0 ? blank : data.subarray(start - stride, start);
    const undo = FILTERS[row[0] ?? -1];
    if (!undo) throw broken('a row has an unknown filter');
    row[0] = 0;
    undo(row, above, channels);
  }
}

type Unfilter = (row: Uint8Array, above: Uint8Array, channels: number) => void;

/** Indexed by filter type. Byte 0 of a row is its filter, and a zero to the pixel on its right. */
const FILTERS: readonly Unfilter[] = [
  () => undefined,
  (row, _, channels) => {
    for (let i = 1 + channels; i < row.length; i++)
      row[i] = (row[i] ?? 0) + (row[i - channels] ?? 0);
  },
  (row, above) => {
    for (let i = 1; i < row.length; i++) row[i] = (row[i] ?? 0) + (above[i] ?? 0);
  },
  (row, above, channels) => {
    for (let i = 1; i < row.length; i++) {
      const left = i > channels ? (row[i - channels] ?? 0) : 0;
      row[i] = (row[i] ?? 0) + ((left + (above[i] ?? 0)) >> 1);
    }
  },
  (row, above, channels) => {
    for (let i = 1; i < row.length; i++) {
      const left = i > channels ? (row[i - channels] ?? 0) : 0;
      const aboveLeft = i > channels ? (above[i - channels] ?? 0) : 0;
      row[i] = (row[i] ?? 0) + paeth(left, above[i] ?? 0, aboveLeft);
    }
  },
];

function paeth(left: number, above: number, aboveLeft: number): number {
  const toLeft = Math.abs(above - aboveLeft);
  const toAbove = Math.abs(left - aboveLeft);
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft);
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left;
  return toAbove <= toAboveLeft ? above : aboveLeft;
}

const broken = (why: string) =>
  failed(
    `Cannot draw on the screenshot: its PNG is broken (${why})`,
    'Take the screenshot once more.',
  );
