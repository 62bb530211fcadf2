import type { MenuIcon } from '../../shared/feature.ts'

/** One command of the palette. */
export interface Command {
  id: string
  label: string
  icon: MenuIcon
  /** The equivalent shortcut, as displayed. */
  keys?: string
  run: () => void
}

export interface CommandGroup {
  id: string
  label: string
  commands: readonly Command[]
}

/** Maximum number of commands per group; more would only be scrolled past. */
const MAX_IN_GROUP = 8

export interface Matches {
  groups: CommandGroup[]
  /** How many more commands match than are listed. */
  moreCount: number
}

/** The commands whose labels contain every typed word; those that start with the text come first. */
export function matchingCommands(groups: readonly CommandGroup[], typed: string): Matches {
  const query = typed.trim().toLowerCase()
  const words = query.split(/\s+/)
  let moreCount = 0
  const found = groups.map((group) => {
    const matching = group.commands.filter(({ label }) => {
      const text = label.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const first = matching.filter(({ label }) => label.toLowerCase().startsWith(query))
    const commands = [...first, ...matching.filter((command) => !first.includes(command))].slice(0, MAX_IN_GROUP)
    moreCount += matching.length - commands.length
    return { ...group, commands }
  })
  return { groups: found.filter(({ commands }) => commands.length > 0), moreCount }
}
