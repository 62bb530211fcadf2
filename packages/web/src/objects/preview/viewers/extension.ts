/** Whether a name ends with one of these extensions, given without the dot and in lower case. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && extensions.includes(name.slice(dot + 1).toLowerCase())
}
