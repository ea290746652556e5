import { describe, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';

import { type Raster, decodePng, encodePng } from '#browser/annotate/png.ts';
import { BrowseError } from '#core/errors.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const RGB = '0802000000';
const RGBA = '0806000000';

describe('decodePng', () => {
  test.each([0, 1, 2, 3, 4])('undoes filter %d', async filter => {
    const [width, height, channels] = [7, 5, 4] as const;
    const plain = noise(width * height * channels);

    const raster = await decodePng(
      pngOf(header(width, height, RGBA), filtered(plain, width * channels, channels, filter)),
    );

    expect(pixelsOf(raster)).toEqual(plain);
  });

  test('reads what another encoder wrote', async () => {
    const raster = painted(61, 37);
    const rewritten = await new Bun.Image(await encodePng(raster)).png().bytes();

    const read = await decodePng(rewritten);

    expect([read.width, read.height]).toEqual([61, 37]);
    const opaque = read.channels === 4 ? withAlpha(pixelsOf(raster)) : pixelsOf(raster);
    expect(pixelsOf(read)).toEqual(opaque);
  });

  test('reads pixels that are spread over several chunks', async () => {
    const packed = deflateSync(filtered(noise(300), 30, 3, 0));
    const png = Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header(10, 10, RGB)),
      chunk('IDAT', packed.subarray(0, 40)),
      chunk('IDAT', packed.subarray(40)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    expect(pixelsOf(await decodePng(png))).toEqual(noise(300));
  });

  const whole = pngOf(header(10, 10, RGB), filtered(noise(300), 30, 3, 0));
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(60) ^ 1, 60);

  test.each([
    ['nothing', Buffer.alloc(0), 'no PNG signature'],
    ['another format', Buffer.from('GIF89a, or so it says'), 'no PNG signature'],
    ['a signature alone', SIGNATURE, 'it ends too early'],
    ['a file cut off', whole.subarray(0, -20), 'it ends too early'],
    ['a flipped bit', flipped, 'checksum'],
    ['no header', Buffer.concat([SIGNATURE, chunk('IEND', Buffer.alloc(0))]), 'no header'],
    ['no width', pngOf(header(0, 10, RGB), Buffer.alloc(10)), 'no pixels'],
    ['too few rows', pngOf(header(10, 10, RGB), Buffer.alloc(31 * 9)), 'pixels are missing'],
    ['far too many rows', pngOf(header(10, 10, RGB), Buffer.alloc(1e6)), 'broken'],
    ['an unknown filter', pngOf(header(1, 1, RGB), Buffer.from([9, 0, 0, 0])), 'unknown filter'],
    ['pixels that are not packed', pngWith(header(10, 10, RGB), Buffer.from('garbage')), 'broken'],
    ['no pixel data', pngWith(header(10, 10, RGB), Buffer.alloc(0)), 'broken'],
    ['16 bits a channel', pngOf(header(1, 1, '1006000000'), Buffer.alloc(9)), 'not a plain RGB'],
    ['a palette', pngOf(header(1, 1, '0803000000'), Buffer.alloc(2)), 'not a plain RGB'],
    ['interlacing', pngOf(header(1, 1, '0802000001'), Buffer.alloc(4)), 'not a plain RGB'],
    ['a vast size', pngOf(header(60_000, 60_000, RGB), Buffer.alloc(4)), 'over 60 megapixels'],
  ])('refuses %s', async (_, png, message) => {
    const failure = await decodePng(png).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(BrowseError);
    expect(failure).toMatchObject({ code: 'failed', message: expect.stringContaining(message) });
  });
});

describe('encodePng', () => {
  test('writes what another decoder reads', async () => {
    const png = await encodePng(painted(40, 30));
    expect(await new Bun.Image(png).metadata()).toEqual({ width: 40, height: 30, format: 'png' });
  });

  test('keeps what the chunks before the pixels say of their colours', async () => {
    const gamma = chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));
    const png = Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header(1, 1, RGB)),
      gamma,
      chunk('IDAT', deflateSync(Buffer.alloc(4))),
      chunk('tEXt', Buffer.from('Comment\0later')),
      chunk('IEND', Buffer.alloc(0)),
    ]);

    const written = await encodePng(await decodePng(png));

    expect(written.includes(gamma)).toBe(true);
    expect(written.includes('tEXt')).toBe(false);
  });
});

function painted(width: number, height: number): Raster {
  const stride = 1 + width * 3;
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width * 3; x++)
      data.writeUInt8((x * 5 + y * 3 + ((x * y) % 7)) % 256, y * stride + 1 + x);
  return { width, height, channels: 3, stride, data, ancillary: [] };
}

/** The rows without their filter bytes. */
function pixelsOf({ data, stride, height }: Raster): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * stride + 1, (y + 1) * stride),
  );
  return Buffer.concat(rows);
}

const withAlpha = (rgb: Buffer): Buffer =>
  Buffer.concat(
    Array.from({ length: rgb.length / 3 }, (_, i) =>
      Buffer.concat([rgb.subarray(i * 3, i * 3 + 3), Buffer.from([255])]),
    ),
  );

const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + ((i * i) % 251)) % 256));

/** Filters rows as PNG section 9 says, from the predictions alone. */
function filtered(plain: Buffer, rowLength: number, channels: number, filter: number): Buffer {
  const at = (row: number, column: number) =>
    row < 0 || column < 0 ? 0 : plain.readUInt8(row * rowLength + column);
  const out: number[] = [];
  for (let row = 0; row * rowLength < plain.length; row++) {
    out.push(filter);
    for (let column = 0; column < rowLength; column++) {
      const left = at(row, column - channels);
      const above = at(row - 1, column);
      const aboveLeft = column < channels ? 0 : at(row - 1, column - channels);
      const estimate = left + above - aboveLeft;
      const closest = [left, above, aboveLeft].toSorted(
        (a, b) => Math.abs(estimate - a) - Math.abs(estimate - b),
      )[0];
      const predictions = [0, left, above, Math.floor((left + above) / 2), closest ?? 0];
      out.push((at(row, column) - (predictions[filter] ?? 0)) & 255);
    }
  }
  return Buffer.from(out);
}

function header(width: number, height: number, kind: string): Buffer {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return Buffer.concat([data, Buffer.from(kind, 'hex')]);
}

function pngOf(head: Buffer, rows: Buffer): Buffer {
  return pngWith(head, deflateSync(rows));
}

function pngWith(head: Buffer, packed: Buffer): Buffer {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(Bun.hash.crc32(body));
  return Buffer.concat([length, body, checksum]);
}
