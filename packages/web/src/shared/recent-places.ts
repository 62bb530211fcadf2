/** The pages that an account has visited last, which the browser keeps until somebody signs out. */
import { keptName } from '../navigation/base-path.ts'
import { accountMark, forgetStored, readStored, writeStored } from './stored-record.ts'

const KEY = 'cooperage.recent'
/** More than the palette shows: what the account may no longer open isn't offered. */
const KEPT = 20

/** Pages of something that has a name, without their tabs: still encoded, as addresses have them. */
const PLACE =
  /^\/(?:buckets\/[^/]+|namespaces\/[^/]+\/tenants\/[^/]+|(?:users|groups|policies|object-browser)\/.*[^/].*)/

/** Keeps a page as the newest, if it is about something with a name. */
export function rememberPlace(account: string, path: string): void {
  const place = PLACE.exec(path)?.[0]
  if (place === undefined) return
  const others = recentPlaces(account).filter((one) => one !== place)
  const kept = { ...readStored(keptName(KEY)), [accountMark(account)]: [place, ...others].slice(0, KEPT) }
  writeStored(keptName(KEY), kept)
}

/** Paths below the base path, still encoded, the newest first. */
export function recentPlaces(account: string): string[] {
  const kept = readStored(keptName(KEY))[accountMark(account)]
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string' && PLACE.exec(one)?.[0] === one) : []
}

/** Of all accounts: their names of people and folders are nobody's business who uses the browser next. */
export function forgetPlaces(): void {
  forgetStored(keptName(KEY))
}
