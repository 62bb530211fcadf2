/** The rows of which a text has the search in it; all of them without a search. */
export function matching<T>(
  rows: readonly T[],
  texts: (row: T) => readonly string[],
  search: string,
  ignoresCase: boolean,
): readonly T[] {
  if (search === '') return rows
  const folded = (text: string) => (ignoresCase ? text.toLowerCase() : text)
  const wanted = folded(search)
  return rows.filter((row) => texts(row).some((text) => folded(text).includes(wanted)))
}
