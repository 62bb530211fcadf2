import type { TFunction } from 'i18next'
import type { diagnostics } from '../messages/en/diagnostics.ts'

type Known = keyof typeof diagnostics.parts

/** `sys.cpus` in words; a part that only newer servers have keeps its name. */
export function partTitle(t: TFunction<'diagnostics'>, name: string): string {
  const key = name.replace('.', '_') as Known
  return t(`parts.${key}`, { defaultValue: name })
}
