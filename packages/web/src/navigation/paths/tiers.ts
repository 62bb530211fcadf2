import { decodeSegment, encodeSegment, unlessMalformed } from '../address.ts'

const TIERS = '/settings/tiers'
const ADD = `${TIERS}/add`

export const tiersPath = () => TIERS

/** The type picker, or the form of a type. */
export const addTierPath = (type = '') => (type === '' ? ADD : `${ADD}/${encodeSegment(type)}`)

/** Parses a path from {@link addTierPath}; undefined for the list of tiers. */
export function parseAddTierPath(path: string): { type: string } | undefined {
  if (path === ADD || path === `${ADD}/`) return { type: '' }
  if (!path.startsWith(`${ADD}/`)) return undefined
  return { type: unlessMalformed(() => decodeSegment(path.slice(ADD.length + 1))) ?? '' }
}
