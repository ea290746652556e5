/** The least that shows a page with Playwright: its arguments are the URL, the executable, and Chromium's switches. */
import { chromium } from 'playwright-core';

const [url = '', executablePath = '', ...args] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, headless: true, args });
const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
const page = await context.newPage();
await page.goto(url, { waitUntil: 'domcontentloaded' });
console.log(page.url());
process.exit(0);
