import { queryText } from '../address.ts'

const SETTINGS = '/settings'

export const settingsPath = (tab = '') => `${SETTINGS}${queryText({ tab })}`

/** A configuration section; `target` is one of its targets, as {@link targetInQuery} writes it. */
export const configurationPath = (section: string, target = '') => `${SETTINGS}${queryText({ section, target })}`

/** The form for a new target of a section. */
export const newTargetPath = (section: string) => `${SETTINGS}${queryText({ section, add: 'target' })}`

/** Servers call the unnamed target `_`. */
export const targetInQuery = (target: string) => (target === '' ? '_' : target)
