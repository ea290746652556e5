import { failed } from '#core/errors.ts';

import type { Tab } from './tab.ts';

export type ImageFormat = 'png' | 'jpeg' | 'webp';

export interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ScreenshotOptions {
  /** What to show, in CSS pixels of the page; the whole page, what is on screen, or a part. */
  readonly area: 'page' | 'viewport' | Clip;
  readonly format: ImageFormat;
  readonly quality: number | undefined;
  /** Keep sides over 2000 px. */
  readonly fullSize: boolean;
}

export interface Screenshot {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** Below 1 when a side had to shrink to 2000 px. */
  readonly scale: number;
  /** Where its top left corner is, in CSS pixels of the viewport. */
  readonly left: number;
  readonly top: number;
}

const MAX_SIDE = 2000;

/**
 * Captures a part of the page, below the fold included, shrunk by Chromium itself to at most 2000 px a side.
 * @throws BrowseError `failed` when there is nothing to show
 */
export async function takeScreenshot(
  tab: Tab,
  { area, format, quality, fullSize }: ScreenshotOptions,
): Promise<Screenshot> {
  const cdp = await tab.cdp();
  const { cssContentSize, cssVisualViewport } = await cdp.send('Page.getLayoutMetrics');
  const onScreen = {
    x: cssVisualViewport.pageX,
    y: cssVisualViewport.pageY,
    width: cssVisualViewport.clientWidth,
    height: cssVisualViewport.clientHeight,
  };
  const asked =
    area === 'page' ? { ...cssContentSize, x: 0, y: 0 } : area === 'viewport' ? onScreen : area;
  const [width, height] = [Math.round(asked.width), Math.round(asked.height)];
  if (width < 1 || height < 1)
    throw failed(
      'Cannot take a screenshot: the area is empty',
      'Scroll the element into view, or capture the whole page.',
    );
  const scale = fullSize ? 1 : Math.min(1, MAX_SIDE / Math.max(width, height));
  const { data } = await cdp.send('Page.captureScreenshot', {
    format,
    ...(quality !== undefined && { quality }),
    clip: { x: asked.x, y: asked.y, width, height, scale },
    captureBeyondViewport: area !== 'viewport',
  });
  return {
    bytes: Buffer.from(data, 'base64'),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    scale,
    left: asked.x - onScreen.x,
    top: asked.y - onScreen.y,
  };
}
