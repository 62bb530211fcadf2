/** What separates the values of a list. Servers describe it: lists of distinguished names, which contain commas, have semicolons. */
export function separatorOf(description: string): ',' | ';' {
  return description.startsWith('";" separated') ? ';' : ','
}

/** The lines of a list field as one value: blank ones are left out (spec identity-and-settings 4). */
export function joinList(lines: string, separator: ',' | ';' = ','): string {
  return splitList(lines.replaceAll('\n', separator), separator).join(separator)
}

export function splitList(value: string, separator: ',' | ';' = ','): string[] {
  return value
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
