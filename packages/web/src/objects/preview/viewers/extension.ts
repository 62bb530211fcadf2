/** What follows the last dot of a name, in lower case; '' without a dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Whether a name ends with one of these extensions, given without the dot and in lower case. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  return extensions.includes(extensionOf(name))
}
