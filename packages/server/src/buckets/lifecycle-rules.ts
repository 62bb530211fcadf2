import { randomBytes } from 'node:crypto'
import {
  AppError,
  type addLifecycleRule,
  type RouteBody,
  reasonText,
  type Text,
  type updateLifecycleRule,
  ZERO_DATE,
} from '@cooperage/contract'
import { isXmlText, type LifecycleRule, type LifecycleTag, readTime } from '@cooperage/wire'

type RequestedRule = RouteBody<typeof addLifecycleRule>

/** The rules in a request. @throws AppError InvalidInput */
export function newRules(request: RequestedRule): LifecycleRule[] {
  const requested = withoutZeros(request)
  const expiry = [requested.expiry_date, requested.expiry_days, requested.noncurrentversion_expiration_days]
  const transition = [
    requested.transition_date,
    requested.transition_days,
    requested.noncurrentversion_transition_days,
    requested.storage_class || undefined,
    requested.noncurrentversion_transition_storage_class || undefined,
  ]
  const isExpiry = expiry.some((field) => field !== undefined)
  const isTransition = transition.some((field) => field !== undefined)
  if (isExpiry && isTransition) throw invalid(reasonText('expiryOrTransition'))
  const marker = requested.expired_object_delete_marker
  if (!isExpiry && !isTransition && !marker) throw invalid(reasonText('ruleDoesNothing'))
  const rule = (actions: Partial<LifecycleRule>): LifecycleRule => ({
    id: randomBytes(10).toString('hex'),
    status: 'Enabled',
    filter: { prefix: usable('prefix', requested.prefix), tags: readTags(requested.tags) },
    others: [],
    ...actions,
  })
  const markers = { expiration: { expiredObjectDeleteMarker: true } }
  if (isTransition) return [rule({ ...transitions(requested), ...(marker && markers) })]
  const expirations = expires(requested)
  return [...(isExpiry ? [rule(expirations)] : []), ...(marker ? [rule(markers)] : [])]
}

/** The rule with other days for actions that it has by days. @throws AppError InvalidInput for one that it doesn't have */
export function withDays(rule: LifecycleRule, days: RouteBody<typeof updateLifecycleRule>): LifecycleRule {
  const next = { ...rule }
  if (days.expiry_days !== undefined) {
    if (rule.expiration?.days === undefined) throw invalid(reasonText('noExpiryDays'))
    next.expiration = { ...rule.expiration, days: days.expiry_days }
  }
  if (days.noncurrentversion_expiration_days !== undefined) {
    if (rule.noncurrentVersionExpiration?.noncurrentDays === undefined) throw invalid(reasonText('keepsOldVersions'))
    next.noncurrentVersionExpiration = {
      ...rule.noncurrentVersionExpiration,
      noncurrentDays: days.noncurrentversion_expiration_days,
    }
  }
  if (days.transition_days !== undefined) {
    if (rule.transition?.days === undefined) throw invalid(reasonText('noTransitionDays'))
    next.transition = { ...rule.transition, days: days.transition_days }
  }
  if (days.noncurrentversion_transition_days !== undefined) {
    if (rule.noncurrentVersionTransition === undefined) throw invalid(reasonText('movesNoOldVersions'))
    next.noncurrentVersionTransition = {
      ...rule.noncurrentVersionTransition,
      noncurrentDays: days.noncurrentversion_transition_days,
    }
  }
  return next
}

/** Scripts send every field of the form, those that aren't set with the zero value of responses. */
function withoutZeros(request: RequestedRule): RequestedRule {
  const dateOf = (date = '') => (date === '' || date === ZERO_DATE ? undefined : date)
  const set = {
    ...request,
    expiry_date: dateOf(request.expiry_date),
    expiry_days: request.expiry_days || undefined,
    noncurrentversion_expiration_days: request.noncurrentversion_expiration_days || undefined,
    transition_date: dateOf(request.transition_date),
    transition_days: request.transition_days || undefined,
    noncurrentversion_transition_days: request.noncurrentversion_transition_days || undefined,
  }
  const isImmediate =
    request.transition_days === 0 &&
    request.storage_class !== '' &&
    set.transition_date === undefined &&
    set.noncurrentversion_transition_days === undefined
  return isImmediate ? { ...set, transition_days: 0 } : set
}

function expires(requested: RequestedRule): Partial<LifecycleRule> {
  const expiration = when(requested.expiry_days, requested.expiry_date)
  const noncurrentDays = requested.noncurrentversion_expiration_days
  return {
    ...(expiration && { expiration }),
    ...(noncurrentDays !== undefined && { noncurrentVersionExpiration: { noncurrentDays } }),
  }
}

function transitions(requested: RequestedRule): Partial<LifecycleRule> {
  const transition = when(requested.transition_days, requested.transition_date)
  const noncurrentDays = requested.noncurrentversion_transition_days
  // By default older versions get the storage class of the latest.
  const noncurrentClass = requested.noncurrentversion_transition_storage_class || requested.storage_class
  if (transition === undefined && noncurrentDays === undefined) throw invalid(reasonText('transitionNeedsTime'))
  if (transition !== undefined && requested.storage_class === '') throw invalid(reasonText('transitionNeedsTier'))
  if (noncurrentDays !== undefined && noncurrentClass === '') throw invalid(reasonText('transitionNeedsTier'))
  return {
    ...(transition && {
      transition: { ...transition, storageClass: usable('storage_class', requested.storage_class) },
    }),
    ...(noncurrentDays !== undefined && {
      noncurrentVersionTransition: { noncurrentDays, storageClass: usable('storage_class', noncurrentClass) },
    }),
  }
}

function when(days: number | undefined, date: string | undefined): { days?: number; date?: string } | undefined {
  if (days !== undefined && date !== undefined) throw invalid(reasonText('daysOrDate'))
  if (date !== undefined) return { date: midnight(date) }
  return days === undefined ? undefined : { days }
}

/** Servers accept no time but midnight UTC; pages send the end of the chosen day (spec core-console 7). */
function midnight(date: string): string {
  const day = date.slice(0, 10)
  const time = `${day}T00:00:00Z`
  if (readTime(time) === undefined) throw invalid(reasonText('noSuchDay', { day }))
  return time
}

/** Reads `team=photos&year=2027`. @throws AppError InvalidInput */
export function readTags(query: string): LifecycleTag[] {
  const tags = [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }))
  for (const { key, value } of tags) {
    if (key === '') throw invalid(reasonText('tagHasNoKey'))
    usable('tags', key + value)
  }
  if (new Set(tags.map(({ key }) => key)).size < tags.length) throw invalid(reasonText('sameTagTwice'))
  return tags
}

function usable(name: string, text: string): string {
  if (!isXmlText(text)) throw invalid(reasonText('noXmlCharacter', { name }))
  return text
}

function invalid(reason: Text): AppError {
  return new AppError('InvalidInput', { reason })
}
