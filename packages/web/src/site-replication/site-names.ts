import type { Site } from '@cooperage/contract'
import { listFormat } from '../shared/text/intl.ts'
import { plainName } from '../shared/text/visible-name.ts'

const inSentence = listFormat({ type: 'conjunction' })
const inCell = listFormat({ type: 'unit', style: 'short' })

/** The names of sites, by their deployment IDs. */
export function namesOf(deploymentIds: readonly string[], sites: readonly Site[]): string {
  return joined(deploymentIds.map((id) => sites.find(({ deploymentId }) => deploymentId === id)?.name ?? id))
}

/** Names that others chose, in a sentence. */
export function joined(names: readonly string[]): string {
  return inSentence().format(names.map((name) => plainName(name)))
}

/** Labels beside each other. */
export function listed(labels: readonly string[]): string {
  return inCell().format(labels)
}
