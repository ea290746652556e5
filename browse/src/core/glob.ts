/** A glob over a whole string: `**` and `*` stand for any characters, `?` for one; the rest is literal. */
export function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*+|\?|[\\^$+.()|[\]{}]/g, part => {
    if (part.startsWith('*')) return '.*';
    return part === '?' ? '.' : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
}
