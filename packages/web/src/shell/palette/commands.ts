import type { MenuIcon } from '../../shared/feature.ts'

/** One command of the palette. */
export interface Command {
  id: string
  label: string
  icon: MenuIcon
  /** The equivalent shortcut, as displayed. */
  keys?: string
  /** What else it's known by, or what it is: shown behind its label, and found as well. */
  hint?: string
  run: () => void
}

export interface CommandGroup {
  id: string
  label: string
  commands: readonly Command[]
  /** Shown only while the field is empty, or only once something is typed; otherwise in both cases. */
  when?: 'empty' | 'typed'
}

/** Maximum number of commands per group; more would only be scrolled past. */
const MAX_IN_GROUP = 8

export interface Matches {
  groups: CommandGroup[]
  /** How many more commands match than are listed. */
  moreCount: number
}

/** The commands whose labels and hints contain every typed word; those that start with the text come first. */
export function matchingCommands(groups: readonly CommandGroup[], typed: string): Matches {
  const query = typed.trim().toLowerCase()
  const words = query.split(/\s+/)
  const hidden = query === '' ? 'typed' : 'empty'
  let moreCount = 0
  const found = groups
    .filter(({ when }) => when !== hidden)
    .map((group) => {
      // Once through all, since there may be tens of thousands.
      const first: Command[] = []
      const others: Command[] = []
      for (const command of group.commands) {
        const { label, hint = '' } = command
        const text = `${label} ${hint}`.toLowerCase()
        if (words.every((word) => text.includes(word))) (text.startsWith(query) ? first : others).push(command)
      }
      const commands = [...first, ...others].slice(0, MAX_IN_GROUP)
      moreCount += first.length + others.length - commands.length
      return { ...group, commands }
    })
  return { groups: found.filter(({ commands }) => commands.length > 0), moreCount }
}
