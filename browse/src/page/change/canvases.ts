import { createElement, rectsOf } from '#page/dom.ts';

const MAX_CANVASES = 8;
const MAX_PIXELS = 1_000_000;

/** What canvases in view showed when watching began: a hash of their pixels. */
export type Canvases = Map<HTMLCanvasElement, number>;

/**
 * Looks at the first eight canvases in view, a million pixels in all. One that shows pictures of other sites,
 * or is drawn by the GPU without keeping its buffer, cannot be read and is left out.
 */
export function lookAtCanvases(document: Document): Canvases {
  const seen = new Map<HTMLCanvasElement, number>();
  const canvases = Document.prototype.getElementsByTagName.call(document, 'canvas');
  let pixels = 0;
  for (let index = 0; index < canvases.length && seen.size < MAX_CANVASES; index++) {
    const canvas = canvases[index];
    if (!(canvas instanceof HTMLCanvasElement) || !isInView(canvas)) continue;
    pixels += canvas.width * canvas.height;
    if (pixels > MAX_PIXELS) break;
    const hash = hashOf(canvas);
    if (hash !== undefined) seen.set(canvas, hash);
  }
  return seen;
}

/** The ones that show something else now. */
export const redrawn = (canvases: Canvases): HTMLCanvasElement[] =>
  [...canvases]
    .filter(([canvas, before]) => isInView(canvas) && (hashOf(canvas) ?? before) !== before)
    .map(([canvas]) => canvas);

function isInView(canvas: HTMLCanvasElement): boolean {
  const [rect] = rectsOf(canvas);
  if (!rect || canvas.width === 0 || canvas.height === 0) return false;
  return rect.bottom > 0 && rect.right > 0 && rect.top < innerHeight && rect.left < innerWidth;
}

/** Through a copy: asking a canvas for a context would decide which kind it has. */
function hashOf(canvas: HTMLCanvasElement): number | undefined {
  const copy = createElement(canvas.ownerDocument, 'canvas');
  if (!(copy instanceof HTMLCanvasElement)) return undefined;
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d', { willReadFrequently: true });
  try {
    context?.drawImage(canvas, 0, 0);
    const data = context?.getImageData(0, 0, copy.width, copy.height).data;
    return data && fnv1a(new Uint32Array(data.buffer));
  } catch {
    // Tainted by a picture of another site, so nobody may read it.
    return undefined;
  }
}

function fnv1a(words: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash;
}
