import { contentWindow } from '#page/dom.ts';

/**
 * Which of its parent's frames this window is, and which frame an iframe holds: the indices of HTML's windows, which
 * frames of any origin may compare. Frames in shadow trees have none.
 */
export function ownFrameIndex(): number | undefined {
  if (window.parent === window) return undefined;
  return indexIn(window.parent, window);
}

/** Undefined for a frame in a shadow tree, or one that holds nothing yet. */
export function frameIndexOf(frame: Element): number | undefined {
  const inner = contentWindow(frame);
  return inner ? indexIn(window, inner) : undefined;
}

const MAX_FRAMES = 1000;

function indexIn(parent: Window, child: Window): number | undefined {
  const count = Math.min(parent.length, MAX_FRAMES);
  for (let index = 0; index < count; index++) if (parent[index] === child) return index;
  return undefined;
}
