/** Commands for a terminal that download a selection, for what is too large or too important for a browser. */

export const TOOLS = ['mc', 'aws', 'rclone'] as const
type Tool = (typeof TOOLS)[number]

/** The names in the commands that refer to the user's own configuration of the tool. */
export const SERVER_ALIAS = 'ALIAS'

interface Selected {
  bucket: string
  /** The current folder, which the downloaded files are relative to. */
  prefix: string
  /** Keys, and folders, which end in a slash. */
  paths: readonly string[]
}

/** One command per object or folder, for a POSIX shell. */
export function downloadCommands(tool: Tool, { bucket, prefix, paths }: Selected): string {
  return paths
    .map((path) => {
      const from = `${bucket}/${path}`
      // Beginning with a dot, no name is taken for an option.
      const to = `./${path.startsWith(prefix) ? path.slice(prefix.length) : path}`
      return commandOf(tool, from, to, path.endsWith('/'))
    })
    .join('\n')
}

function commandOf(tool: Tool, from: string, to: string, isFolder: boolean): string {
  switch (tool) {
    case 'mc':
      return words('mc', 'cp', ...(isFolder ? ['--recursive'] : []), `${SERVER_ALIAS}/${from}`, to)
    case 'aws':
      return words('aws', 's3', 'cp', ...(isFolder ? ['--recursive'] : []), `s3://${from}`, to)
    case 'rclone':
      return words('rclone', isFolder ? 'copy' : 'copyto', `${SERVER_ALIAS}:${from}`, to)
  }
}

function words(...texts: string[]): string {
  return texts.map(quote).join(' ')
}

/**
 * A word of a shell that evaluates to exactly this text. Characters that a terminal acts on, or that hide or reorder others, are
 * written as their bytes, which bash, zsh and ksh understand.
 */
export function quote(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = text.replace(/[\\'\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    /[\\']/.test(character) ? `\\${character}` : bytesOf(character),
  )
  return `$'${escaped}'`
}

/** In octal with three digits: unlike hexadecimal, a digit that follows is never taken for a part of it. */
function bytesOf(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
