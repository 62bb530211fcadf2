import type { MenuIcon } from '../../shared/feature.ts'

/** One thing that the palette does. */
export interface Command {
  id: string
  label: string
  icon: MenuIcon
  /** Keys that do the same, as they are shown. */
  keys?: string
  run: () => void
}

export interface CommandGroup {
  id: string
  label: string
  commands: readonly Command[]
}

/** What of a group is offered at once; more would only be scrolled past. */
const MAX_IN_GROUP = 8

export interface Matches {
  groups: CommandGroup[]
  /** How many more commands match than are offered. */
  moreCount: number
}

/** The commands whose label has every word that was typed; those that begin with it come first. */
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
