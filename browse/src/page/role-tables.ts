const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Every role an author may name: WAI-ARIA 1.2 with the additions browsers know, DPUB and graphics. */
export const KNOWN_ROLES = words(`
  alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed
  figure form generic graphics-document graphics-object graphics-symbol grid gridcell group heading image
  img insertion link list listbox listitem log main mark marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar
  radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader
  separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist
  tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry
  doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit
  doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example
  doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice
  doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue
  doc-pullquote doc-qna doc-subtitle doc-tip doc-toc`);

/** Roles that are other spellings of one. */
export const SAME_ROLE: ReadonlyMap<string, string> = new Map([
  ['presentation', 'none'],
  ['image', 'img'],
  ['directory', 'list'],
]);

/** What a person operates. */
export const INTERACTIVE_ROLES = words(`
  button link textbox searchbox combobox listbox option checkbox radio switch slider spinbutton tab
  menuitem menuitemcheckbox menuitemradio treeitem doc-backlink doc-biblioref doc-glossref doc-noteref`);

/** What the focus moves among inside a grid. */
export const GRID_PART_ROLES = words('row gridcell columnheader rowheader');

/** What authors make clickable as a whole. */
export const CARD_ROLES = words(
  'article blockquote canvas definition figure group img listitem paragraph row',
);

/** Their subtree is one thing to assistive technology: only what can be operated inside is shown. */
export const LEAF_ROLES = words(`
  button checkbox img math menuitemcheckbox menuitemradio meter option progressbar radio scrollbar
  separator slider switch tab graphics-symbol doc-cover`);

/** Their name may be the text inside them. */
export const CONTENT_NAMED_ROLES = words(`
  button cell checkbox columnheader comment gridcell heading link menuitem menuitemcheckbox menuitemradio
  option radio rowheader switch tab term tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref`);

/** They mark up a phrase; the tree shows what is in them as if they were not there. */
export const PHRASE_ROLES = words(`
  generic none strong emphasis code mark subscript superscript time sectionheader sectionfooter`);

/** Nobody is told the name of these; a tip on them is a description. */
export const UNNAMED_ROLES = words(`
  generic none paragraph caption deletion insertion strong emphasis code mark subscript superscript
  definition time`);

/** What holds something that a script may change without a trace in the markup. */
export const FIELD_ROLES = words(`
  textbox searchbox combobox listbox checkbox radio switch slider spinbutton`);

export const LIVE_ROLES = words('alert status log marquee timer');

/** Roles whose value stands for them inside another element's name. */
export const RANGE_ROLES = words('slider spinbutton progressbar meter scrollbar');

/** Tags that may be something to act on, or speak, with no attribute at all. */
export const ACTIVE_TAGS = words(`
  button dialog frame iframe input label option output select summary textarea`);

/** Tags that have a role with no attribute at all. */
export const STRUCTURE_TAGS = words(`
  article blockquote caption dd dl dt fieldset figure h1 h2 h3 h4 h5 h6 hr img li main nav ol p table
  td th tr ul`);

export const GLOBAL_ARIA: readonly string[] = [
  'aria-atomic',
  'aria-braillelabel',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-description',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
];
