/** The name of a copy that is kept next to an existing object: 'photo.jpg' and 2 give 'photo (2).jpg'. */
export function numberedName(name: string, number: number): string {
  const folder = name.lastIndexOf('/') + 1
  const dot = name.lastIndexOf('.')
  const at = dot > folder ? dot : name.length
  return `${name.slice(0, at)} (${number})${name.slice(at)}`
}
