import type { Browse } from './browse.ts';
import { refIn } from './shown.ts';
import type { Site } from './site.ts';
import { serve } from './site.ts';

/** Serves a page, or several by path, and opens `/` in the active tab. Disposing closes the site. */
export async function openPage(browse: Browse, pages: Parameters<typeof serve>[0]): Promise<Site> {
  const site = await serve(pages);
  const { code, stderr } = await browse('goto', site.url);
  if (code !== 0) throw new Error(`goto ${site.url} ended with ${code}: ${stderr}`);
  return site;
}

/** The ref of an element of the page as it is now, by how a snapshot shows it: `[button] "Save"`. */
export async function refOf(browse: Browse, what: string): Promise<string> {
  const { stdout } = await browse('snapshot', '-i', '--all');
  return refIn(stdout, what);
}
