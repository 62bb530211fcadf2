/** What an account has decided about the start card, which the browser keeps. */
import type { ServerInfo } from '@cooperage/contract'
import { accountMark, readStored, writeStored } from '../shared/stored-record.ts'

/** `open`: has seen it. `read`: has also opened the page about backups. `closed`: all steps are done, or it was dismissed. */
export type StartChoice = 'open' | 'read' | 'closed'

const KEY = 'cooperage.start'
const CHOICES: readonly unknown[] = ['open', 'read', 'closed'] satisfies StartChoice[]

/** Who has seen the card keeps it until it is closed; otherwise it's only for a storage that nobody has used yet. */
export function isStarting(
  choice: StartChoice | undefined,
  { buckets, objects, usage }: Pick<ServerInfo, 'buckets' | 'objects' | 'usage'>,
): boolean {
  if (choice !== undefined) return choice !== 'closed'
  // Without the permission to list buckets there seem to be none.
  return buckets === 0 && objects === 0 && usage === 0
}

export function readStartChoice(account: string): StartChoice | undefined {
  const choice = readStored(KEY)[accountMark(account)]
  return CHOICES.includes(choice) ? (choice as StartChoice) : undefined
}

export function keepStartChoice(account: string, choice: StartChoice): void {
  writeStored(KEY, { ...readStored(KEY), [accountMark(account)]: choice })
}
