import { keptName } from '../navigation/base-path.ts'

/** The heal that this tab follows, so that the page resumes it after it was left or reloaded. */
export interface FollowedHeal {
  bucket: string
  prefix: string
  recursive: boolean
  deep: boolean
  token: string
}

const KEY = 'cooperage.heal'

export function followedHeal(): FollowedHeal | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keptName(KEY)) ?? 'null')
    return isFollowedHeal(stored) ? stored : undefined
  } catch {
    // A browser without storage, or a value of another version: there is nothing to resume.
    return undefined
  }
}

export function followHeal(heal: FollowedHeal | undefined): void {
  try {
    if (heal === undefined) sessionStorage.removeItem(keptName(KEY))
    else sessionStorage.setItem(keptName(KEY), JSON.stringify(heal))
  } catch {
    // Without storage the heal still runs, but the page doesn't resume it automatically.
  }
}

function isFollowedHeal(value: unknown): value is FollowedHeal {
  if (typeof value !== 'object' || value === null) return false
  const { bucket, prefix, recursive, deep, token } = value as Record<string, unknown>
  const texts = [bucket, prefix, token].every((text) => typeof text === 'string')
  return texts && typeof recursive === 'boolean' && typeof deep === 'boolean'
}
