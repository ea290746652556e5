/**
 * Chromium's own roles in ARIA's words. Where ARIA has none, ours is the nearest that tells a person
 * what to do with the element: a field for a date is filled in like a text box.
 */
export const CHROMIUM_ROLES: ReadonlyMap<string, string> = new Map([
  ['Abbr', 'generic'],
  ['Audio', 'audio'],
  ['Canvas', 'canvas'],
  ['ColorWell', 'textbox'],
  ['Date', 'textbox'],
  ['DateTime', 'textbox'],
  ['DescriptionList', 'list'],
  ['DisclosureTriangle', 'button'],
  ['DisclosureTriangleGrouped', 'button'],
  ['EmbeddedObject', 'generic'],
  ['Figcaption', 'generic'],
  ['Iframe', 'iframe'],
  ['InputTime', 'textbox'],
  ['LabelText', 'generic'],
  ['LayoutTable', 'table'],
  ['LayoutTableCell', 'cell'],
  ['LayoutTableRow', 'row'],
  ['Legend', 'generic'],
  ['LineBreak', 'generic'],
  ['MathMLIdentifier', 'generic'],
  ['MathMLMath', 'math'],
  ['MathMLNumber', 'generic'],
  ['MathMLOperator', 'generic'],
  ['PluginObject', 'generic'],
  ['Ruby', 'generic'],
  ['SvgRoot', 'generic'],
  ['Video', 'video'],
  ['image', 'img'],
]);
