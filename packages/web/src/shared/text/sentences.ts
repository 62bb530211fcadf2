/** Sentences one after the other; Chinese and Japanese have no space between them. */
export function sentences(texts: readonly string[]): string {
  return texts.join(' ').replace(/(?<=[。！？]) /g, '')
}
