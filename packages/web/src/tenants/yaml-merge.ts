import type { YamlMergePart } from '@cooperage/contract'

export type YamlConflict = Exclude<YamlMergePart, { lines: string[] }>
export type YamlVersion = 'edited' | 'current'

/** The lines that a person has to decide about. */
export function conflictsOf(parts: readonly YamlMergePart[]): YamlConflict[] {
  return parts.filter((part): part is YamlConflict => !('lines' in part))
}

/** The merged text; `chosen` has a version for each of the conflicts. */
export function mergedText(parts: readonly YamlMergePart[], chosen: readonly YamlVersion[]): string {
  let conflict = 0
  return parts.flatMap((part) => ('lines' in part ? part.lines : part[chosen[conflict++] ?? 'edited'])).join('\n')
}
