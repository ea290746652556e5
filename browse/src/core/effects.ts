/** What an argument's value does outside the page; the gate judges these, commands do not. */
export type Effect =
  | { readonly kind: 'navigates'; readonly url: URL }
  | { readonly kind: 'reads-file'; readonly path: string }
  | { readonly kind: 'writes-file'; readonly path: string }
  | { readonly kind: 'runs-script' };
