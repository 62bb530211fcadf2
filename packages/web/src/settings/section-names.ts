import { type ConfigurationKey, LISTED_SECTIONS } from '@cooperage/contract'
import { useCallback } from 'react'
import { configurationKeys } from '../messages/en/configuration-keys.ts'
import { settings } from '../messages/en/settings.ts'
import { type Translate, useTexts } from '../messages/use-texts.ts'

/** Servers still have this section, but no longer list it. */
export const UNLISTED = 'region'

const SPELLED: Readonly<Record<string, string>> = {
  amqp: 'AMQP',
  api: 'API',
  ilm: 'ILM',
  mqtt: 'MQTT',
  mysql: 'MySQL',
  nats: 'NATS',
  nsq: 'NSQ',
  postgres: 'PostgreSQL',
  tls: 'TLS',
}

/** The name of a section of the server, spelled as the specification spells others: `notify_mysql` is Notify MySQL. */
export function spelledName(section: string): string {
  return section
    .split('_')
    .map((word) => SPELLED[word] ?? word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}

/** The names of sections: in our words where they are known, the server's own otherwise. */
export function useSectionName(): (section: string) => string {
  const t = useTexts('settings')
  return useCallback((section) => sectionName(section, t), [t])
}

/** The same with the texts of settings at hand, which this file brings along. */
export function sectionName(section: string, t: Translate<'settings'>): string {
  const kind = kindOfEvents(section)
  if (kind !== undefined) return t('sections.names.notify', { kind })
  return isNamed(section) ? t(`sections.names.${section}`) : spelledName(section)
}

/** All sections that have a page, of those that the server lists: first those of the specification. */
export function sectionsOf(reported: readonly string[]): string[] {
  return [...new Set<string>([...LISTED_SECTIONS, ...reported])].filter(
    (section) => section === UNLISTED || reported.includes(section),
  )
}

/** What a section is for: in our words where it's known, in those of the server otherwise. */
export function useSectionPurpose(): (section: string, words: string) => string {
  const t = useTexts('settings')
  return useCallback(
    (section, words) => {
      const kind = kindOfEvents(section)
      if (kind !== undefined) return t('sections.about.notify', { kind })
      return isKnown(section) ? t(`sections.about.${section}`) : words
    },
    [t],
  )
}

/** The kind of targets of events that a section is about, such as MySQL; undefined for other sections. */
function kindOfEvents(section: string): string | undefined {
  const NOTIFY = 'notify_'
  return section.startsWith(NOTIFY) ? spelledName(section.slice(NOTIFY.length)) : undefined
}

type Named = Exclude<keyof typeof settings.sections.names, 'notify'>

function isNamed(section: string): section is Named {
  return Object.hasOwn(settings.sections.names, section)
}

type Known = Exclude<keyof typeof settings.sections.about, 'notify'>

function isKnown(section: string): section is Known {
  return Object.hasOwn(settings.sections.about, section)
}

/** A key that is described in our words where it's known: those of servers are short, and in English only. */
export function useDescribedKey(): (section: string, field: ConfigurationKey) => ConfigurationKey {
  const t = useTexts('configurationKeys')
  return useCallback(
    (section, field) => {
      const name = describedKey(section, field.key)
      return name === undefined ? field : { ...field, description: t(name) }
    },
    [t],
  )
}

/** The name of the message of a key: that of its section, or the one for a key that several sections have. */
export function describedKey(section: string, key: string): 'keys.any.enable' | undefined {
  const all: Readonly<Record<string, object>> = configurationKeys.keys
  const group = [section, 'any'].find((one) => Object.hasOwn(all, one) && Object.hasOwn(all[one] ?? {}, key))
  // One of many: which it is depends on the server.
  return group === undefined ? undefined : (`keys.${group}.${key}` as 'keys.any.enable')
}
