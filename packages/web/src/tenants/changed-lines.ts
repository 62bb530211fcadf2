/** Number of lines added, removed or replaced between the common start and end of both texts. */
export function changedLines(original: string, text: string): number {
  if (original === text) return 0
  const before = original.split('\n')
  const after = text.split('\n')
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return Math.max(before.length, after.length) - start - end
}
