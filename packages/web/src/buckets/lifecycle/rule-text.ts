import { type LifecycleRuleView, ZERO_DATE } from '@cooperage/contract'
import type { Translate } from '../../messages/use-texts.ts'
import { dateFormat } from '../../shared/text/intl.ts'
import { exactBytes, formatCount } from '../../shared/text/numbers.ts'

type Words = Translate<'lifecycle'>

// Rules use UTC days: in the reader's time zone the date could shift by a day.
const days = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** 'N day(s)' or a date; '' for neither, including the zero date (spec core-console 2). */
export function whenText(t: Words, when: { days: number; date: string }): string {
  const date = dateText(when.date)
  if (date !== '') return date
  return when.days > 0 ? daysText(t, when.days) : ''
}

function daysText(t: Words, count: number): string {
  return t('days', { count, number: formatCount(count) })
}

/** For a transition, which can happen after zero days. */
export function transitionText(t: Words, transition: LifecycleRuleView['transition']): string {
  if (transition.storage_class === '') return ''
  return whenText(t, transition) || daysText(t, 0)
}

/** The cells of a rule in the table: also what it does to non-current versions, and what it is limited to. */
export function ruleCells(
  t: Words,
  rule: LifecycleRuleView,
): Record<'filter' | 'expiration' | 'transition' | 'tier', string> {
  const { expiration, transition } = rule
  const after = (days: number) => daysText(t, days)
  const noncurrent = (what: string) => t('cells.noncurrent', { what })
  const keeps = rule.newer_noncurrent_expiration_versions
  const movesNoncurrent = rule.noncurrent_storage_class !== ''
  const list = (...texts: (string | false)[]) => texts.filter((text) => text !== false && text !== '').join(' · ')
  return {
    filter: list(
      ...rule.tags.map(({ key, value }) => `${key}=${value}`),
      rule.size_greater_than > 0 && `> ${exactBytes(rule.size_greater_than)}`,
      rule.size_less_than > 0 && `< ${exactBytes(rule.size_less_than)}`,
    ),
    expiration: list(
      whenText(t, expiration),
      rule.noncurrent_expiration_days > 0 && noncurrent(after(rule.noncurrent_expiration_days)),
      keeps > 0 && t('cells.keeps', { count: keeps }),
      expiration.delete_marker && t('cells.markers'),
      rule.delete_marker_days > 0 && t('cells.markersAfter', { when: after(rule.delete_marker_days) }),
      rule.abort_incomplete_days > 0 && t('cells.aborts', { when: after(rule.abort_incomplete_days) }),
    ),
    transition: list(
      transitionText(t, transition),
      movesNoncurrent && noncurrent(after(rule.noncurrent_transition_days)),
    ),
    tier: list(
      transition.storage_class,
      movesNoncurrent &&
        rule.noncurrent_storage_class !== transition.storage_class &&
        noncurrent(rule.noncurrent_storage_class),
    ),
  }
}

function dateText(iso: string): string {
  const time = Date.parse(iso)
  return iso === ZERO_DATE || Number.isNaN(time) ? '' : days().format(time)
}

/** Everything that a rule does, in sentences: the table shows only the two most common actions. */
export function ruleText(t: Words, rule: LifecycleRuleView): string[] {
  const { expiration, transition } = rule
  const expires = whenText(t, expiration)
  const after = (count: number) => daysText(t, count)
  const keeps = rule.newer_noncurrent_expiration_versions
  return [
    expires && (expiration.delete_all ? t('does.expiresAll', { when: expires }) : t('does.expires', { when: expires })),
    transition.storage_class &&
      t('does.moves', { tier: transition.storage_class, when: transitionText(t, transition) }),
    rule.noncurrent_expiration_days > 0 &&
      t('does.noncurrentExpires', { when: after(rule.noncurrent_expiration_days) }),
    keeps > 0 && t('does.keepsNewest', { count: keeps }),
    rule.noncurrent_storage_class &&
      t('does.noncurrentMoves', { tier: rule.noncurrent_storage_class, when: after(rule.noncurrent_transition_days) }),
    expiration.delete_marker && t('does.markers'),
    rule.delete_marker_days > 0 && t('does.markersAll', { when: after(rule.delete_marker_days) }),
    rule.abort_incomplete_days > 0 && t('does.aborts', { when: after(rule.abort_incomplete_days) }),
    rule.size_greater_than > 0 && t('does.larger', { size: exactBytes(rule.size_greater_than) }),
    rule.size_less_than > 0 && t('does.smaller', { size: exactBytes(rule.size_less_than) }),
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
}
