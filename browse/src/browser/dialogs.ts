import type { Dialog, Page } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';

/** How the next dialog is to be answered. */
export type DialogAnswer =
  | { readonly accept: true; readonly text: string | undefined }
  | { readonly accept: false };

/** Answers a page's dialogs as soon as they open: accepted, unless the caller said otherwise for the next one. */
export class Dialogs {
  #next: DialogAnswer | undefined;

  constructor(page: Page, tab: number, capture: Capture) {
    page.on('dialog', async dialog => {
      const answer = this.#next ?? { accept: true, text: undefined };
      this.#next = undefined;
      const entry = {
        id: capture.nextId(),
        time: Date.now(),
        tab,
        type: dialog.type(),
        message: dialog.message(),
      };
      const outcome = await give(dialog, answer);
      capture.dialog.push({ ...entry, answer: outcome }, entry.message.length * 2 + 200);
    });
  }

  /** Answers the next dialog this way, and only that one. */
  arm(answer: DialogAnswer): void {
    this.#next = answer;
  }
}

async function give(dialog: Dialog, answer: DialogAnswer): Promise<string> {
  try {
    if (!answer.accept) {
      await dialog.dismiss();
      return 'dismissed';
    }
    await dialog.accept(answer.text ?? dialog.defaultValue());
    return answer.text === undefined
      ? 'accepted'
      : `accepted with ${answer.text.length} characters`;
  } catch {
    // The page went away with its dialog still open.
    return 'gone before it was answered';
  }
}
