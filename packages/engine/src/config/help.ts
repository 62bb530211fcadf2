import { configError, notImplemented } from './errors.ts'
import { type ConfigSection, findSection, SECTIONS, UNSUPPORTED_SECTIONS } from './sections.ts'
import { COMMENT, variableName } from './text.ts'

export interface ConfigHelp {
  subSys: string
  description: string
  multipleTargets: boolean
  keysHelp: { key: string; type: string; description: string; optional: boolean; multipleTargets: boolean }[]
}

const COMMENT_HELP = { name: COMMENT, type: 'sentence', help: 'optional comment', required: false }

/** Help on all sections, one section or one key of it. `asVariables` names the environment variables. @throws WireError */
export function helpOf(name: string, key: string, asVariables: boolean): ConfigHelp {
  if (name === '') {
    const keysHelp = Object.values<ConfigSection>(SECTIONS)
      .filter(({ deprecated }) => !deprecated)
      .map(({ name, help, multiple }) => ({
        key: name,
        type: '',
        description: help,
        optional: false,
        multipleTargets: multiple,
      }))
    return { subSys: '', description: '', multipleTargets: false, keysHelp }
  }
  if (UNSUPPORTED_SECTIONS.has(name)) throw notImplemented(name)
  const section = findSection(name)
  if (section === undefined) throw configError(`unknown sub-system ${name}`)
  const keysHelp = [...section.keys.filter(({ undescribed }) => !undescribed), COMMENT_HELP]
    .filter((one) => key === '' || one.name === key)
    .map((one) => ({
      key: asVariables ? variableName(name, one.name) : one.name,
      type: one.type,
      description: one.help,
      optional: !one.required,
      multipleTargets: false,
    }))
  if (keysHelp.length === 0) throw configError(`unknown key ${key} for sub-system ${name}`)
  return { subSys: name, description: section.help, multipleTargets: section.multiple, keysHelp }
}
