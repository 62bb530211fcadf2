import type { PolicyCatalogue } from '@cooperage/contract'

const ACTION_GROUPS = ['objectsRead', 'objectsChange', 'bucketsRead', 'bucketsChange', 'admin', 'kms', 'sts'] as const
type ActionGroup = (typeof ACTION_GROUPS)[number]

type Action = PolicyCatalogue['actions'][number]

/** The actions by what they are about, as an administrator looks for them. Wildcards for a whole service come first. */
export function groupedActions(actions: readonly Action[]): { group: ActionGroup; names: string[] }[] {
  const found = Map.groupBy(actions, groupOf)
  return ACTION_GROUPS.flatMap((group) => {
    const names = found.get(group)?.map(({ name }) => name) ?? []
    return names.length === 0 ? [] : [{ group, names }]
  })
}

function groupOf({ name, service, target }: Action): ActionGroup {
  if (service !== 's3') return service
  const isReading = /^s3:(Get|Head|List)/.test(name)
  if (target === 'object') return isReading ? 'objectsRead' : 'objectsChange'
  return isReading ? 'bucketsRead' : 'bucketsChange'
}

/** Those whose name contains the words of a search, in any order and case. */
export function matchingActions(names: readonly string[], search: string): readonly string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? names : names.filter((name) => words.every((word) => name.toLowerCase().includes(word)))
}
