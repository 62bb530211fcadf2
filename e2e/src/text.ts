import { readdir } from 'node:fs/promises'
import { AppError, type ErrorCode, type ErrorDetails } from '@cooperage/contract'

export { permissionError } from '@cooperage/contract'

type Messages = { readonly [key: string]: string | Messages }

const FOLDER = new URL('../../packages/web/src/messages/en/', import.meta.url)

/** Every message file exports one constant, named after its namespace. */
const CATALOGUE: Messages = Object.assign(
  {},
  ...(await Promise.all((await readdir(FOLDER)).map((file) => import(new URL(file, FOLDER).href)))),
)

/**
 * The console's message with that key (`policies:simulator.check`, plurals with their ending: `buckets:count_one`), with the
 * values inserted. Journeys name a text that the specification doesn't fix by its key, so that rewording breaks none.
 */
export function text(key: string, values: Record<string, string | number> = {}): string {
  const found = key.split(/[:.]/).reduce<string | Messages | undefined>((at, name) => {
    return typeof at === 'object' ? at[name] : undefined
  }, CATALOGUE)
  if (typeof found !== 'string') throw new Error(`There is no message ${key}`)
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The message ${key} needs a value for ${name}`)
    return String(value)
  })
}

/** The message of the console's API for that error code, with the details inserted. */
export function errorText(code: ErrorCode, details: ErrorDetails = {}): string {
  return new AppError(code, details).message
}
