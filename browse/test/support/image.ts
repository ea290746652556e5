/** What an image says it is, and its size in pixels, from its first bytes. */
export interface ImageHeader {
  readonly format: 'png' | 'jpeg' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Reads the header of a PNG, JPEG or WebP image; throws when it is none. */
export function readImage(bytes: Uint8Array): ImageHeader {
  const data = Buffer.from(bytes);
  if (data.subarray(1, 4).toString('latin1') === 'PNG')
    return { format: 'png', width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  if (data.readUInt16BE(0) === 0xff_d8) return readJpeg(data);
  if (data.subarray(8, 12).toString('latin1') === 'WEBP') return readWebp(data);
  throw new Error(`not an image: ${data.subarray(0, 12).toString('hex')}`);
}

function readJpeg(data: Buffer): ImageHeader {
  for (let at = 2; at < data.length; at += 2 + data.readUInt16BE(at + 2)) {
    const marker = data.readUInt16BE(at);
    const isFrame = marker >= 0xff_c0 && marker <= 0xff_cf && marker !== 0xff_c4;
    if (isFrame)
      return {
        format: 'jpeg',
        width: data.readUInt16BE(at + 7),
        height: data.readUInt16BE(at + 5),
      };
  }
  throw new Error('a JPEG without a frame');
}

function readWebp(data: Buffer): ImageHeader {
  const kind = data.subarray(12, 16).toString('latin1');
  if (kind === 'VP8X')
    return {
      format: 'webp',
      width: 1 + data.readUIntLE(24, 3),
      height: 1 + data.readUIntLE(27, 3),
    };
  return {
    format: 'webp',
    width: data.readUInt16LE(26) & 0x3f_ff,
    height: data.readUInt16LE(28) & 0x3f_ff,
  };
}
