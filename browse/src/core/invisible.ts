/**
 * Characters that nobody sees: format characters (Unicode Cf: bidirectional controls, zero-width characters, tags) and
 * the rest of Default_Ignorable_Code_Point, variation selectors and fillers among them. Use with the `u` flag.
 */
export const INVISIBLE = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`;
