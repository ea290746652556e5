import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, CDPSession } from 'playwright-core';
import { openBrowser, openPage, type EnginePage } from './support.ts';

let browser: Browser;
let engine: EnginePage;

beforeAll(async () => {
  browser = await openBrowser();
  engine = await openPage(browser);
});
afterAll(() => browser.close());

const CORPUS = `<!doctype html><title>Corpus</title>
<style>.b::before{content:"Pre "}.a::after{content:" Post"}.block{display:block}.none{display:none}.contents{display:contents}</style>
<header>Site <nav aria-label=Main><ul><li><a href=/a>Home</a></li><li><a href=/b class=b>News</a></li></ul></nav></header>
<main><h1>Title <small>small</small></h1><div role=heading aria-level=4>Custom</div>
<article><header>H</header><h2>Article</h2><aside aria-label=Note>A</aside><footer>F</footer></article>
<section aria-label=Sec>named</section><section>unnamed</section><div role=region>unnamed</div><form aria-label=F>f</form><search>s</search>
<ol><li>1</li></ol><div role=list><div role=listitem>x</div></div><ul role=menu><li role=menuitem>Cut</li></ul><ul role=tablist><li role=tab aria-selected=true>One</li></ul>
<table><caption>Prices</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><th>R</th><td>c</td></tr></tbody></table>
<table role=grid aria-label=Grid><tr><td>g</td><th scope=row>h</th></tr></table>
<img src=# alt=Cat><img src=# title=Tip><svg width=9 height=9 role=img aria-label=Chart></svg><svg width=9 height=9><title>Drawn</title></svg><figure><img src=# alt=Dog></figure>
<fieldset><legend>Pay</legend><label>Card <input></label></fieldset><fieldset disabled><legend>Off</legend><button>Dead</button></fieldset>
<hr><blockquote>q</blockquote><p>p</p><code>c</code><em>e</em><strong>s</strong><mark>m</mark><del>d</del><ins>i</ins><sub>u</sub><sup>o</sup><time>t</time><dfn>term</dfn><address>ad</address>
<output>out</output><progress value=3 max=10 aria-label=Up></progress><meter value=3 max=10 aria-label=M></meter><dialog open aria-label=D>dlg</dialog></main>
<label for=one>Label one</label><input id=one><label>Wrapped <input></label><input title=Tip><input placeholder=Hint><input title=Tip placeholder=Hint><textarea placeholder=Say></textarea>
<input type=button value=Btn><input type=submit><input type=reset><input type=submit value=Go><input type=image alt=Img src=#><input type=image src=#>
<input type=checkbox checked aria-label=c><input type=radio aria-label=r><input type=range aria-label=ra value=5><input type=number value=4 aria-label=n><input type=search aria-label=s><input type=email aria-label=e><input type=tel aria-label=t><input type=url aria-label=u><input type=password aria-label=p><input type=file aria-label=f><input list=dl aria-label=l><datalist id=dl></datalist>
<select aria-label=S><option>a<option selected>b</select><select multiple aria-label=M><option>a<option>b</select><select size=3 aria-label=T><optgroup label=G><option>a</optgroup></select><label>Sel <select><option>z</select></label>
<button>Text</button><button aria-label=Lab>x</button><button title=Tip></button><button title=Tip>txt</button><button><img src=# alt=im></button><button aria-pressed=true>pr</button><button aria-expanded=false>ex</button><button disabled>dis</button><button aria-disabled=true>adis</button>
<a href=#>plain</a><a href=#><span>a</span><span>b</span></a><a href=#><span class=block>a</span><span class=block>b</span></a><a href=#><div>a</div><div>b</div></a><a href=#>a<br>b</a><a href=#>a<img src=# alt=q>b</a><a href=# title=only></a><a href=#><b aria-hidden=true>h</b>v</a><a href=#><b class=none>h</b>v</a><a href=#><b aria-label=sl>x</b>y</a><a href=#><h3>head</h3><p>par</p></a><a href=#>a<button>i</button>b</a><a href=# class="b a">x</a><a href=#><ul><li>l1</li><li>l2</li></ul></a>
<span id=hid class=none>Hidden label</span><button aria-labelledby=hid>x</button><span id=vis>A<i class=none>B</i></span><button aria-labelledby=vis>x</button><button id=self aria-labelledby="self vis" aria-label=Me>x</button><button aria-labelledby=nope>fallback</button>
<label>Flash <input type=checkbox> after <input type=number value=5 aria-label=times> times</label><label><input type=checkbox> Sel <select><option>op1</select></label>
<div role=button tabindex=0>rb</div><div role=link tabindex=0>rl</div><div role=checkbox tabindex=0 aria-checked=mixed aria-label=m></div><div role=switch aria-checked=true>sw</div><div role=slider aria-valuenow=5 aria-label=sl></div><div role=textbox contenteditable aria-label=tb>val</div><div role=combobox aria-label=cb>cv</div><div role=listbox aria-label=lb><div role=option aria-selected=true>o1</div></div><div role=tree><div role=treeitem aria-expanded=true>ti</div></div><div role=menu><div role=menuitemcheckbox aria-checked=true>mc</div><div role=menuitemradio>mr</div></div><div role=tabpanel aria-label=tp>tp</div><div role=alert>al</div><div role=status>st</div><div role=log>lg</div><div role=tooltip>tt</div><div role=spinbutton aria-valuenow=3 aria-label=sb>3</div><div role=separator></div><div role="foo button">x</div><div role=none tabindex=0 aria-label=n>x</div><button role=none>x</button><a href=# role=button>ab</a><div role=group aria-label=g>g</div><div role=radiogroup aria-label=rg>g</div><div role=toolbar>t</div><div role=application>t</div><div role=feed>t</div><div role=note>t</div><div role=table aria-label=t><div role=row><div role=cell>c</div></div></div><div role=grid><div role=row><div role=gridcell>gc</div><div role=columnheader aria-sort=ascending>ch</div></div></div><div role=alertdialog aria-label=ad>x</div>
<a href=#>Foo<div aria-hidden=true>x</div>bar</a><a href=#><table><tr><td>1</td><td>2</td></tr></table></a><a href=#><b style="visibility:hidden">h<i style="visibility:visible">V</i></b>v</a><a href=#><b style="float:left">a</b>b</a><a href=#><b title=t></b>x</a><button aria-labelledby="vis vis">x</button><i id=gone hidden>A<i hidden>B</i></i><button aria-labelledby=gone>x</button><table title=T border=1><tr><th>h</th></tr></table><select title=T><option>x</select><div role=treegrid><div role=row aria-expanded=false>r</div></div><ruby>a<rt>b</rt></ruby><nav title=N></nav><div role=dialog aria-labelledby=dt><h2 id=dt>DT</h2></div><button id=slf aria-labelledby=slf>own</button><div role=img aria-label=i></div><div role=progressbar aria-label=pb aria-valuenow=3></div><div role=meter aria-label=mt aria-valuenow=3></div>
<input required aria-label=rq><input aria-invalid=true aria-label=iv><input readonly aria-label=ro><a href=# aria-current=page>cur</a><button class=contents>bc</button><footer>Foot</footer>`;

/** Chromium spells these otherwise or tells them apart more finely. */
const SPELLINGS = new Map([
  ['image', 'img'],
  ['DisclosureTriangle', 'button'],
  ['LayoutTable', 'table'],
]);

interface Seen {
  readonly role: string;
  readonly name: string;
}

/** Roles and names of Chromium's own tree, by the number that the corpus gives each element. */
async function chromiumTree(): Promise<Map<string, Seen>> {
  const devtools = await engine.devtools();
  await devtools.send('Accessibility.enable');
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const seen = new Map<number | undefined, Seen>();
  for (const { ignored, backendDOMNodeId, role, name } of nodes)
    if (!ignored) seen.set(backendDOMNodeId, toSeen(role?.value, name?.value));
  const numbers = await numbersOf(devtools);
  return new Map(
    numbers.flatMap(([number, id]) => (seen.has(id) ? [[number, seen.get(id)!]] : [])),
  );
}

const toSeen = (role = '', name = ''): Seen => ({ role: SPELLINGS.get(role) ?? role, name });

async function numbersOf(devtools: CDPSession): Promise<[string, number][]> {
  const { root } = await devtools.send('DOM.getDocument', { depth: -1 });
  const numbers: [string, number][] = [];
  const queue = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    queue.push(...(node.children ?? []));
    const at = node.attributes?.indexOf('data-n') ?? -1;
    const number = at < 0 ? undefined : node.attributes?.[at + 1];
    if (number) numbers.push([number, node.backendNodeId]);
  }
  return numbers;
}

/** Boxes have a role and a name for our own purposes; Chromium has names of its own for some of them. */
const isComparable = ({ role }: Seen): boolean => /^[a-z]+$/.test(role) && role !== 'generic';

test('roles and names agree with those of Chromium', async () => {
  await engine.show(CORPUS);
  await engine.page.evaluate(
    `document.body.querySelectorAll('*').forEach((element, n) => element.setAttribute('data-n', n))`,
  );
  const theirs = [...(await chromiumTree())].filter(([, seen]) => isComparable(seen));

  const differences: string[] = [];
  for (const [number, seen] of theirs) {
    const { role, name } = await engine.ask('describe', {}, `[data-n="${number}"]`);
    if (role !== seen.role || name !== seen.name)
      differences.push(`${seen.role} "${seen.name}" is told as ${role} "${name}"`);
  }

  const agreement = 1 - differences.length / theirs.length;
  expect(theirs.length).toBeGreaterThan(180);
  expect(agreement, differences.join('\n')).toBeGreaterThan(0.97);
  if (process.env['SHOW_AGREEMENT'])
    process.stderr.write(`agreement ${agreement} of ${theirs.length}\n${differences.join('\n')}\n`);
});
