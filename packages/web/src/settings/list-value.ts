/** The lines of a list field as one value: blank ones are left out (spec identity-and-settings 4). */
export function joinList(lines: string): string {
  return splitList(lines.replaceAll('\n', ',')).join(',')
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
